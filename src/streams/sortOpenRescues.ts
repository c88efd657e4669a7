import type { RescueOrderRow } from '../contract/entities/rescueOrder.ts';

type Sortable = Pick<RescueOrderRow, 'stage' | 'breach' | 'created_at' | 'id'>;

const rank = ({ stage, breach }: Sortable): number => {
  if (stage === 'pending') return 0;
  return breach === null ? 2 : 1;
};

/** Worst first: unclaimed, then a missed limit, then the rest; the longest wait first in each group. Closed ones are dropped. */
export function sortOpenRescues<Row extends Sortable>(rows: readonly Row[]): readonly Row[] {
  return rows
    .filter(({ stage }) => stage !== 'completed' && stage !== 'falseCall')
    .toSorted((a, b) => rank(a) - rank(b) || Date.parse(a.created_at) - Date.parse(b.created_at) || a.id - b.id);
}
