import type { StatisticsAnswer } from '../../../src/contract/endpoints/statistics.ts';
import {
  adjustedRate,
  ratePriorOf,
  type ExposedCount,
  type RatePrior,
} from '../../../src/contract/statistics/adjustedRate.ts';
import { compareCounts } from '../../../src/contract/statistics/compareCounts.ts';
import {
  judge,
  monthsInRow,
  overdispersionOf,
  rankedFromExpected,
  type ObservedRow,
} from '../../../src/contract/statistics/funnel.ts';
import { byarInterval, type Interval } from '../../../src/contract/statistics/intervals.ts';
import { rankRange, type RankRange } from '../../../src/contract/statistics/ranks.ts';

type WireRow = StatisticsAnswer['rows'][number];
export type RowFacts = Omit<WireRow, 'figures'>;

/** The counts and exposures of a row. Exposures are lift-days. */
export interface RowReading {
  readonly id: number;
  readonly name: string;
  readonly liftNum: number;
  readonly now: ExposedCount;
  readonly previous: ExposedCount;
  readonly yearBefore: ExposedCount;
  /** Of the whole months up to the end of the period, the newest first, with the city's rate of each. */
  readonly lastMonths: readonly (ExposedCount & { readonly cityRate: number })[];
  /** The events that lifts of the same age and place have in the whole city in this time. */
  readonly expectedAlike: number;
}

/** The city's own figures, by lift-day: what a row is compared with. */
export interface CityReading {
  /** Undefined where nothing was in use. */
  readonly rate: number | undefined;
  readonly prior: RatePrior | undefined;
  readonly overdispersion: number;
  /** The intervals of the rates of all rows of the city that are large enough to be ranked, whatever the caller sees. */
  readonly ranked: ReadonlyMap<number, Interval>;
}

const scaled = ({ low, high }: Interval, by: number): Interval => ({ low: low * by, high: high * by });

/** Of the rate by lift-day. */
const rateInterval = ({ count, exposure }: ExposedCount): Interval => scaled(byarInterval(count), 1 / exposure);

export const rateOf = ({ count, exposure }: ExposedCount): number | undefined =>
  exposure > 0 ? count / exposure : undefined;

export function cityOf(rows: ReadonlyMap<number, ExposedCount>): CityReading {
  const counts = [...rows.values()];
  const sum = (member: keyof ExposedCount): number => counts.reduce((total, row) => total + row[member], 0);
  const rate = rateOf({ count: sum('count'), exposure: sum('exposure') });
  const observed = counts
    .filter(({ exposure }) => exposure > 0)
    .map(({ count, exposure }) => ({ observed: count, expected: exposure * (rate ?? 0) }));
  const ranked = new Map<number, Interval>();
  for (const [id, row] of rows) if (row.exposure * (rate ?? 0) >= rankedFromExpected) ranked.set(id, rateInterval(row));
  return { rate, prior: ratePriorOf(counts), overdispersion: overdispersionOf(observed), ranked };
}

function changeOf(now: ExposedCount, before: ExposedCount): RowFacts['previous'] {
  const change = compareCounts(now, before);
  return change === undefined
    ? null
    : {
        ratio: change.ratio,
        z: change.z,
        is_significant: change.isSignificant,
        before: { num: before.count, exposure_days: before.exposure },
      };
}

/** Returns the row's facts; its rank comes with the others. Rates refer to `rateDays` lift-days. */
export function rowFactsOf(row: RowReading, { rate, prior, overdispersion }: CityReading, rateDays: number): RowFacts {
  const { count, exposure } = row.now;
  const expected = exposure * (rate ?? 0);
  const own = rateOf(row.now);
  const interval = byarInterval(count);
  const lastMonths: ObservedRow[] = row.lastMonths
    .slice(0, monthsInRow)
    .map((month) => ({ observed: month.count, expected: month.exposure * month.cityRate }));
  return {
    id: row.id,
    name: row.name,
    lift_num: row.liftNum,
    exposure_days: exposure,
    num: count,
    rate: own === undefined ? null : own * rateDays,
    rate_interval: own === undefined ? null : scaled(interval, rateDays / exposure),
    adjusted_rate: prior === undefined ? null : adjustedRate(row.now, prior) * rateDays,
    expected,
    smr: row.expectedAlike > 0 ? count / row.expectedAlike : null,
    smr_interval: row.expectedAlike > 0 ? scaled(interval, 1 / row.expectedAlike) : null,
    judgement: judge({ observed: count, expected }, overdispersion, lastMonths),
    rank: null,
    previous: changeOf(row.now, row.previous),
    year_before: changeOf(row.now, row.yearBefore),
  };
}

/** A row without exposure says nothing, whatever it counts. */
export const isRanked = ({ expected, rate }: Pick<RowFacts, 'expected' | 'rate'>): boolean =>
  rate !== null && expected >= rankedFromExpected;

/**
 * Returns the places that the row may have among those of the city that are large enough: also where the caller sees this one alone, or only
 * a part of it.
 */
function rankAmong({ id, num, exposure_days: days }: RowFacts, { ranked }: CityReading): RankRange {
  const others = [...ranked].flatMap(([other, interval]) => (other === id ? [] : [interval]));
  return rankRange(rateInterval({ count: num, exposure: days }), others);
}

/** Ranked rows by their adjusted rate, the highest first; then those that are too small, by name. */
export function inOrder<Row extends RowFacts>(rows: readonly Row[], city: CityReading): Row[] {
  const ranked = rows
    .filter(isRanked)
    .map((row) => ({ ...row, rank: rankAmong(row, city) }))
    .toSorted((a, b) => (b.adjusted_rate ?? 0) - (a.adjusted_rate ?? 0) || a.id - b.id);
  const small = rows
    .filter((row) => !isRanked(row))
    .toSorted((a, b) => a.name.localeCompare(b.name, 'zh-CN') || a.id - b.id);
  return [...ranked, ...small];
}
