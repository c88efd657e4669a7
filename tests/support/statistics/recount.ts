import type { StatisticsQuery } from '../../../src/contract/endpoints/statistics.ts';
import { installedBeforeMs } from '../../../src/contract/liftAge.ts';
import { spreadOf } from '../../../src/contract/statistics/quantiles.ts';
import {
  ageBands,
  type AgeBand,
  type StatisticsDimension,
  type StatisticsSubject,
} from '../../../src/contract/statistics/subjects.ts';
import { addDays, dayStartMs, startOfDayMs } from '../../../src/contract/time.ts';
import { siteTypeOf, startOf, type History, type KnownLift } from './history.ts';
import type { KnownRecord, Organizations } from './madeRecords.ts';

/* The same figures counted plainly, record by record and lift by lift. */

const dayMs = 86_400_000;
export type Asked = Pick<StatisticsQuery, 'dimension' | 'area_id' | 'site_type' | 'age_band'> & {
  readonly subject: StatisticsSubject;
  readonly with_unconfirmed?: boolean;
  readonly lastDay: string;
  /** Sees only what these had then; absent for everything. */
  readonly company?: Partial<Organizations>;
};

const below: Readonly<Record<number, readonly number[]>> = { 1: [1, 2, 3, 4], 2: [2, 4], 3: [3], 4: [4] };
const tableOf = (subject: StatisticsSubject): KnownRecord['table'] => (subject === 'trap' ? 'rescue' : subject);

function rowOf(dimension: StatisticsDimension, areaId: number | undefined, of: Organizations): number {
  if (dimension !== 'region') return of[`${dimension}Id`] ?? 0;
  return areaId !== 2 && of.areaId === 4 ? 2 : of.areaId;
}

function bandOf(lift: KnownLift, lastDay: string): AgeBand {
  if (lift.installAtMs === null) return 'unknown';
  const years = [5, 10, 15].filter(
    (age) => (lift.installAtMs ?? 0) < installedBeforeMs(dayStartMs(lastDay), age),
  ).length;
  return ageBands[years] ?? 'unknown';
}
const cellOf = (lift: KnownLift, communityId: number, lastDay: string): string =>
  `${bandOf(lift, lastDay)} ${siteTypeOf(communityId)}`;

function isChosen(history: History, asked: Asked, liftId: number, of: Organizations): boolean {
  const lift = history.lifts.find(({ id }) => id === liftId);
  if (lift === undefined) return false;
  return (
    (asked.area_id === undefined || (below[asked.area_id] ?? []).includes(of.areaId)) &&
    (asked.site_type === undefined || siteTypeOf(of.communityId) === asked.site_type) &&
    (asked.age_band === undefined || bandOf(lift, asked.lastDay) === asked.age_band) &&
    Object.entries(asked.company ?? {}).every(([member, id]) =>
      Object.entries(of).some(([key, value]) => key === member && value === id),
    )
  );
}

function isCounted(record: KnownRecord, { subject, with_unconfirmed: unconfirmed = false }: Asked): boolean {
  if (record.table !== tableOf(subject) || record.isHidden || record.isFalse) return false;
  if (subject === 'alarm') return record.kind !== 'notifyFailed';
  if (subject !== 'trap') return true;
  return record.people === null ? unconfirmed : record.people > 0;
}

/** The first and the last moment of which anything is known. */
export function knownSpan(history: History, subject: StatisticsSubject) {
  const all = history.records.filter(({ table }) => table === tableOf(subject)).map(({ raisedAtMs }) => raisedAtMs);
  const nowMs = history.clock.nowMs();
  return { fromMs: all.length === 0 ? nowMs : startOfDayMs(Math.min(...all)), toMs: nowMs };
}

export interface RowCount {
  num: number;
  days: number;
  readonly lifts: Set<number>;
  readonly cells: Map<string, { num: number; days: number }>;
  readonly records: KnownRecord[];
}

/** Counts a period, both days whole, by row. */
export function recount(
  history: History,
  asked: Asked,
  { from, to }: { readonly from: string; readonly to: string },
): Map<number, RowCount> {
  const known = knownSpan(history, asked.subject);
  const [fromMs, toMs] = [Math.max(dayStartMs(from), known.fromMs), Math.min(dayStartMs(addDays(to, 1)), known.toMs)];
  const rows = new Map<number, RowCount>();
  const rowFor = (of: Organizations): RowCount => {
    const id = rowOf(asked.dimension, asked.area_id, of);
    const row = rows.get(id) ?? { num: 0, days: 0, lifts: new Set(), cells: new Map(), records: [] };
    rows.set(id, row);
    return row;
  };
  for (const record of history.records) {
    if (record.raisedAtMs < fromMs || record.raisedAtMs >= toMs) continue;
    if (!isCounted(record, asked) || !isChosen(history, asked, record.liftId, record)) continue;
    const row = rowFor(record);
    row.num += 1;
    row.records.push(record);
    const lift = history.lifts.find(({ id }) => id === record.liftId);
    if (lift === undefined) continue;
    const cell = cellOf(lift, record.communityId, asked.lastDay);
    row.cells.set(cell, { days: 0, ...row.cells.get(cell), num: (row.cells.get(cell)?.num ?? 0) + 1 });
  }
  for (const lift of history.lifts)
    for (const [index, held] of lift.held.entries()) {
      const untilMs = lift.held[index + 1]?.fromMs ?? Number.POSITIVE_INFINITY;
      const days = (Math.min(untilMs, toMs) - Math.max(held.fromMs, startOf(lift), fromMs)) / dayMs;
      if (!held.isInUse || days <= 0 || !isChosen(history, asked, lift.id, held)) continue;
      const row = rowFor(held);
      row.days += days;
      row.lifts.add(lift.id);
      const cell = cellOf(lift, held.communityId, asked.lastDay);
      row.cells.set(cell, { num: 0, ...row.cells.get(cell), days: (row.cells.get(cell)?.days ?? 0) + days });
    }
  return rows;
}

export const sum = (rows: Iterable<RowCount>, of: (row: RowCount) => number): number =>
  [...rows].reduce((total, row) => total + of(row), 0);

const tenths = (value: number | undefined) => (value === undefined ? null : Math.round(value * 10) / 10);

/** Seconds, as an answer gives them. */
export function durationOf(records: readonly KnownRecord[], from: keyof KnownRecord, until: keyof KnownRecord) {
  const times = records.flatMap((record) => {
    const [start, end] = [record[from], record[until]];
    return typeof start === 'number' && typeof end === 'number' ? [(end - start) / 1_000] : [];
  });
  const spread = spreadOf(times);
  return {
    median_s: tenths(spread?.median),
    p90_s: tenths(spread?.p90),
    mean_s: tenths(spread?.mean),
    num: times.length,
    missing: records.length - times.length,
  };
}
