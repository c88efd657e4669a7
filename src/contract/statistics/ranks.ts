import type { Interval } from './intervals.ts';

/** The best and the worst place that a row may have; 1 is the highest rate. */
export interface RankRange {
  readonly best: number;
  readonly worst: number;
}

/** Returns the places that a row may have among others, given the intervals of their rates: rows whose intervals overlap may change places. */
export const rankRange = ({ low, high }: Interval, others: readonly Interval[]): RankRange => ({
  best: 1 + others.filter((other) => other.low > high).length,
  worst: 1 + others.length - others.filter((other) => other.high < low).length,
});
