import type { Interval } from './intervals.ts';

/** The best and the worst place that a row may have; 1 is the highest rate. */
export interface RankRange {
  readonly best: number;
  readonly worst: number;
}

/** Returns the places that each row may have, given the interval of its rate: rows whose intervals overlap may change places. */
export const rankRanges = (rates: readonly Interval[]): RankRange[] =>
  rates.map(({ low, high }) => ({
    best: 1 + rates.filter((other) => other.low > high).length,
    worst: rates.length - rates.filter((other) => other.high < low).length,
  }));
