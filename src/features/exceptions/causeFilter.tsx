import type { Observable } from 'rxjs';
import type { FaultCause } from '../../contract/entities/exception.ts';
import { loading, type LoadState } from '../../streams/loading/loadState.ts';
import type { Filter } from '../../ui/list/listTypes.ts';
import { useObservable } from '../../ui/live/useObservable.ts';
import { Select } from '../../ui/Select/Select.tsx';

type Causes$ = Observable<LoadState<readonly FaultCause[]>>;

interface CauseChoiceProps {
  causes$: Causes$;
  value: string | null;
  onChange: (code: string | null) => void;
}

const toOption = ({ code, name, is_retired: isRetired }: FaultCause) => ({
  value: code,
  label: `${code} ${name}${isRetired ? '（已停用）' : ''}`,
});

function CauseChoice({ causes$, value, onChange }: CauseChoiceProps) {
  const causes = useObservable(causes$, loading);
  const options = causes.kind === 'ready' ? causes.value.map(toOption) : [];
  return (
    <Select label="故障原因" placeholder="故障原因" isClearable value={value} options={options} onChange={onChange} />
  );
}

/** By the code of a cause. Retired causes can be chosen too: old records name them. */
export const causeFilter = (causes$: Causes$): Filter<{ readonly cause?: string }> => ({
  label: '故障原因',
  keys: ['cause'],
  width: 160,
  toQuery: (params) => {
    const code = params.get('cause') ?? '';
    return code === '' ? {} : { cause: code };
  },
  Control: ({ params, setParams }) => (
    <CauseChoice causes$={causes$} value={params.get('cause')} onChange={(code) => setParams({ cause: code })} />
  ),
});
