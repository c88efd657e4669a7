import type { Interval } from './intervals.ts';
import { z95, z998 } from './intervals.ts';

/** A row is ranked, and judged, from this many expected events on: below it one event more or less decides. */
export const rankedFromExpected = 5;

/** Events of a row beside those that its exposure lets expect at the city's rate. */
export interface ObservedRow {
  readonly observed: number;
  readonly expected: number;
}

/** The share of rows at each end whose deviations count as the next less extreme one: an outlier must not widen the limits that find it. */
const winsorisedShare = 0.1;

/**
 * Returns by how much the rows spread more than chance alone would spread them: the winsorised mean of their squared deviations, at least 1
 * (Spiegelhalter 2005, doi 10.1002/sim.1970). Rows too small to be ranked say nothing.
 */
export function overdispersionOf(rows: readonly ObservedRow[]): number {
  const deviations = rows
    .filter(({ expected }) => expected >= rankedFromExpected)
    .map(({ observed, expected }) => (observed - expected) / Math.sqrt(expected))
    .toSorted((a, b) => a - b);
  if (deviations.length === 0) return 1;
  const cut = Math.floor(deviations.length * winsorisedShare);
  const lowest = deviations[cut] ?? 0;
  const highest = deviations[deviations.length - 1 - cut] ?? 0;
  const squares = deviations.map((deviation) => Math.min(Math.max(deviation, lowest), highest) ** 2);
  return Math.max(1, squares.reduce((sum, square) => sum + square, 0) / squares.length);
}

export interface FunnelLimits {
  /** The ratio of observed to expected events within which 95 of 100 rows of the city's rate lie. */
  readonly warning: Interval;
  /** The same of 998 of 1,000. */
  readonly control: Interval;
}

/** Returns the limits of a row with this many expected events, widened by the overdispersion of all rows. */
export function funnelLimits(expected: number, overdispersion: number): FunnelLimits {
  const limits = (z: number): Interval => {
    const half = z * Math.sqrt(overdispersion / expected);
    return { low: Math.max(0, 1 - half), high: 1 + half };
  };
  return { warning: limits(z95), control: limits(z998) };
}

export const judgements = ['high', 'normal', 'low', 'tooFew'] as const;
export type Judgement = (typeof judgements)[number];
export const judgementLabels: Readonly<Record<Judgement, string>> = {
  high: '偏高',
  normal: '正常',
  low: '偏低',
  tooFew: '样本不足',
};

/** The months in a row outside the inner limits that weigh as much as one period outside the outer ones. */
export const monthsInRow = 3;

/**
 * Judges a row: `high` or `low` beyond the outer limits, or beyond the inner ones in each of the last three months. `lastMonths` begins with
 * the newest; months whose expectation is too small break the row.
 */
export function judge(row: ObservedRow, overdispersion: number, lastMonths: readonly ObservedRow[] = []): Judgement {
  if (row.expected < rankedFromExpected) return 'tooFew';
  const ratio = row.observed / row.expected;
  const { control } = funnelLimits(row.expected, overdispersion);
  if (ratio > control.high) return 'high';
  if (ratio < control.low) return 'low';
  const newest = lastMonths.slice(0, monthsInRow);
  if (newest.length < monthsInRow) return 'normal';
  const sides = newest.map(({ observed, expected }) => {
    if (expected < rankedFromExpected) return 'normal';
    const { warning } = funnelLimits(expected, overdispersion);
    const ofMonth = observed / expected;
    return ofMonth > warning.high ? 'high' : ofMonth < warning.low ? 'low' : 'normal';
  });
  if (sides.every((side) => side === 'high')) return 'high';
  return sides.every((side) => side === 'low') ? 'low' : 'normal';
}
