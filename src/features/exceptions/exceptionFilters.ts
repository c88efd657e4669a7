import { exceptionTypeLabels, repairStatusLabels } from '../../contract/labels.ts';
import { liftSearch } from '../../parts/lift/liftSearch.ts';
import { responsibleFilter } from '../../parts/record/responsibleFilter.tsx';
import type { FeatureDeps } from '../../streams/featureDeps.ts';
import { dateRangeFilter, lookupFilter, multiSelectFilter, selectFilter, textFilter } from '../../ui/list/filters.tsx';
import type { Filter } from '../../ui/list/listTypes.ts';
import { causeFilter } from './causeFilter.tsx';
import { scopeFilter } from './scopeFilter.tsx';
import type { ExceptionKind } from './exceptionKind.ts';
import type { ExceptionQuery, ExceptionSourcesOfPage } from './exceptionSources.ts';

type ExceptionFilter = Filter<Partial<ExceptionQuery>>;

/** The filters of a list of exceptions, without those that have no use there. */
export function exceptionFilters(
  { types, scope }: Pick<ExceptionKind, 'types' | 'scope'>,
  { call, causes$ }: Pick<FeatureDeps, 'call'> & Pick<ExceptionSourcesOfPage, 'causes$'>,
  readNowMs: () => number,
): readonly ExceptionFilter[] {
  const isPending = scope === 'pending';
  const when = (isWanted: boolean, filter: ExceptionFilter): readonly ExceptionFilter[] => (isWanted ? [filter] : []);
  return [
    textFilter('keyword', '关键字', { placeholder: '标签、地址、小区、事项', width: scope === 'all' ? 176 : 200 }),
    ...when(
      types.length > 1,
      multiSelectFilter(
        'type',
        '类型',
        types.map((value) => ({ value, label: exceptionTypeLabels[value] })),
        { width: 120 },
      ),
    ),
    ...when(scope === 'all', scopeFilter),
    ...when(
      scope !== 'history',
      multiSelectFilter(
        'status',
        '状态',
        repairStatusLabels
          .map((label, value) => ({ value, label }))
          .filter(({ value }) => scope === 'all' || value !== 2),
        { width: 120 },
      ),
    ),
    multiSelectFilter(
      'level',
      '级别',
      [
        { value: 1, label: '紧急' },
        { value: 2, label: '重要' },
        { value: 3, label: '一般' },
      ],
      { width: 110 },
    ),
    lookupFilter('elevator_id', '电梯', liftSearch(call), { width: 136 }),
    ...when(types.includes(3) && !isPending, causeFilter(causes$)),
    ...when(
      !isPending,
      selectFilter(
        'is_false',
        '误报',
        [
          { value: true, label: '误报' },
          { value: false, label: '误报以外' },
        ],
        { width: 110 },
      ),
    ),
    selectFilter(
      'overdue',
      '时限',
      [
        { value: true, label: isPending ? '已超时' : '曾超时' },
        { value: false, label: '按时' },
      ],
      { width: 104 },
    ),
    dateRangeFilter({ from: 'from', to: 'to' }, '发生时间', { readNowMs, width: 230 }),
    responsibleFilter,
  ];
}
