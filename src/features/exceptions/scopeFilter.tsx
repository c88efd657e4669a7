import type { Filter } from '../../ui/list/listTypes.ts';
import { Select } from '../../ui/Select/Select.tsx';

const scopes = [
  { value: 'pending', label: '未结束' },
  { value: 'history', label: '已结束' },
  { value: 'all', label: '全部' },
] as const;
type Scope = (typeof scopes)[number]['value'];

const scopeIn = (params: URLSearchParams): Scope =>
  scopes.find(({ value }) => value === params.get('scope'))?.value ?? 'pending';

/** Open, closed or both. Open ones are shown by default, because people work on those first. */
export const scopeFilter: Filter<{ readonly scope?: Scope }> = {
  label: '进展',
  keys: ['scope'],
  width: 110,
  toQuery: (params) => ({ scope: scopeIn(params) }),
  Control: ({ params, setParams }) => (
    <Select
      label="进展"
      value={scopeIn(params)}
      options={scopes}
      onChange={(scope) => setParams({ scope: scope === 'pending' ? null : scope })}
    />
  ),
};
