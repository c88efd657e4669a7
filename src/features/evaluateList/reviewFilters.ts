import { bestScore, reviewProblemLabels, reviewStageLabels, reviewVerdictLabels } from '../../contract/reviews.ts';
import { keysOf } from '../../contract/exceptions.ts';
import { liftSearch } from '../../parts/lift/liftSearch.ts';
import type { FeatureDeps } from '../../streams/featureDeps.ts';
import { dateRangeFilter, lookupFilter, selectFilter, textFilter } from '../../ui/list/filters.tsx';
import type { Filter } from '../../ui/list/listTypes.ts';
import type { ReviewQuery } from './reviewSources.ts';

const optionsOf = <Key extends string>(labels: Readonly<Record<Key, string>>) =>
  keysOf(labels).map((value) => ({ value, label: labels[value] }));

/** The filters; only users who may see lifts can filter by one. */
export function reviewFilters(
  { call, can }: Pick<FeatureDeps, 'call' | 'can'>,
  readNowMs: () => number,
): readonly Filter<Partial<ReviewQuery>>[] {
  return [
    textFilter('keyword', '关键字', { placeholder: '电梯、小区、内容', width: 170 }),
    selectFilter('waiting', '待办', [{ value: true, label: '待审核或待答复' }], { width: 140 }),
    selectFilter('stage', '状态', optionsOf(reviewStageLabels), { width: 104 }),
    selectFilter('verdict', '公开', optionsOf(reviewVerdictLabels), { width: 104 }),
    selectFilter('problem', '问题', optionsOf(reviewProblemLabels), { width: 104 }),
    selectFilter(
      'score',
      '评分',
      Array.from({ length: bestScore }, (_, index) => ({ value: index + 1, label: `${index + 1} 分` })),
      { width: 90 },
    ),
    ...(can('elevator.view') ? [lookupFilter('elevator_id', '电梯', liftSearch(call), { width: 140 })] : []),
    dateRangeFilter({ from: 'from', to: 'to' }, '时间', { readNowMs, width: 220 }),
  ];
}
