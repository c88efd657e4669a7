import { communityList } from '../../contract/endpoints/community.ts';
import { maintenanceCalls } from '../../contract/endpoints/company.ts';
import { personList } from '../../contract/endpoints/person.ts';
import { keysOf } from '../../contract/exceptions.ts';
import { addMonths, dayOf } from '../../contract/time.ts';
import {
  evidenceLabels,
  visitFlagLabels,
  visitKindLabels,
  visitKinds,
  visitStageLabels,
  visitStages,
} from '../../contract/visits/visitKinds.ts';
import { communitySearch } from '../../parts/place/communitySearch.ts';
import { companySearch } from '../../parts/place/companySearch.ts';
import { liftSearch } from '../../parts/lift/liftSearch.ts';
import type { FeatureDeps } from '../../streams/featureDeps.ts';
import { lookupFilter, multiSelectFilter, selectFilter, textFilter } from '../../ui/list/filters.tsx';
import type { Filter } from '../../ui/list/listTypes.ts';
import { Select } from '../../ui/Select/Select.tsx';
import { counterIn, counterLabels } from './counters.ts';
import { personSearch } from './personSearch.ts';
import type { VisitQuery } from './visitSources.ts';

type VisitFilter = Filter<Partial<VisitQuery>>;

const scopes = [
  { value: 'todo', label: '待处理' },
  { value: 'pending', label: '未完成' },
  { value: 'history', label: '已完成' },
  { value: 'all', label: '全部' },
] as const;
type Scope = (typeof scopes)[number]['value'];

const dayPattern = /^\d{4}-\d{2}-\d{2}$/;
const monthPattern = /^\d{4}-\d{2}$/;
const dayIn = (params: URLSearchParams): string | null => {
  const day = params.get('on') ?? '';
  return dayPattern.test(day) ? day : null;
};
const monthIn = (params: URLSearchParams): string | null => {
  const month = params.get('month') ?? '';
  return monthPattern.test(month) ? month : null;
};

/** Returns the scope: visits that wait for a person first, unless a counter, a day or a month is asked for, which say themselves what they show. */
const scopeIn = (params: URLSearchParams): Scope =>
  scopes.find(({ value }) => value === params.get('scope'))?.value ??
  (counterIn(params) !== undefined || dayIn(params) !== null || monthIn(params) !== null ? 'all' : 'todo');

const scopeFilter: VisitFilter = {
  label: '进展',
  keys: ['scope', 'counted'],
  width: 116,
  toQuery: (params) => {
    const counted = counterIn(params);
    return { scope: scopeIn(params), ...(counted === undefined ? {} : { counted }) };
  },
  Control: ({ params, setParams }) => {
    const counted = counterIn(params);
    return (
      <Select
        label="进展"
        value={counted === undefined ? scopeIn(params) : 'counted'}
        options={[...scopes, ...(counted === undefined ? [] : [{ value: 'counted', label: counterLabels[counted] }])]}
        onChange={(scope) => {
          if (scope !== 'counted') setParams({ scope, counted: null });
        }}
      />
    );
  },
};

const [monthsBefore, monthsAfter] = [12, 2];

/** A month, or the day that the calendar led to: due then and not made, or made then. */
const monthFilter = (readNowMs: () => number): VisitFilter => ({
  label: '月份',
  keys: ['month', 'on'],
  width: 132,
  toQuery: (params) => {
    const [on, month] = [dayIn(params), monthIn(params)];
    if (on !== null) return { on };
    return month === null ? {} : { month };
  },
  Control: ({ params, setParams }) => {
    const [on, month] = [dayIn(params), monthIn(params)];
    const thisMonth = dayOf(readNowMs()).slice(0, 7);
    const months = Array.from({ length: monthsBefore + monthsAfter + 1 }, (_, index) =>
      addMonths(thisMonth, monthsAfter - index),
    );
    const all = month === null || months.includes(month) ? months : [month, ...months];
    return (
      <Select
        label="月份"
        placeholder="月份"
        isClearable
        value={on ?? month}
        options={[
          ...(on === null ? [] : [{ value: on, label: on }]),
          ...all.map((value) => ({ value, label: value.replace('-', ' 年 ').concat(' 月') })),
        ]}
        onChange={(value) => setParams({ month: value === on ? null : value, on: value === on ? value : null })}
      />
    );
  },
});

const optionsOf = <Key extends string>(keys: readonly Key[], labels: Readonly<Record<Key, string>>) =>
  keys.map((value) => ({ value, label: labels[value] }));

/** The filters that calendar and summaries share with the list. Users are offered to choose by what they may list. */
export const sharedFilters = ({ call, can }: Pick<FeatureDeps, 'call' | 'can'>): readonly VisitFilter[] => [
  multiSelectFilter('kind', '类型', optionsOf(visitKinds, visitKindLabels), { width: 116 }),
  ...(can(maintenanceCalls.list.permission)
    ? [lookupFilter('maintenance_id', '维保单位', companySearch(call, maintenanceCalls.list), { width: 140 })]
    : []),
  ...(can(communityList.permission)
    ? [lookupFilter('community_id', '小区', communitySearch(call), { width: 130 })]
    : []),
  ...(can(personList.permission) ? [lookupFilter('person_id', '维保人员', personSearch(call), { width: 130 })] : []),
];

export const visitFilters = (
  deps: Pick<FeatureDeps, 'call' | 'can'>,
  readNowMs: () => number,
): readonly VisitFilter[] => [
  textFilter('keyword', '关键字', { placeholder: '电梯、地址、小区、单位、人员', width: 190 }),
  scopeFilter,
  ...sharedFilters(deps),
  ...(deps.can('elevator.view') ? [lookupFilter('elevator_id', '电梯', liftSearch(deps.call), { width: 120 })] : []),
  monthFilter(readNowMs),
  multiSelectFilter('stage', '状态', optionsOf(visitStages, visitStageLabels), { width: 116 }),
  selectFilter('flag', '标记', optionsOf(keysOf(visitFlagLabels), visitFlagLabels), { width: 126 }),
  selectFilter('evidence', '设备佐证', optionsOf(keysOf(evidenceLabels), evidenceLabels), { width: 126 }),
];
