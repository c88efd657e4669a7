import type { TimeWindow } from './alarmRule.ts';
import type { RotaFields } from './ladder.ts';
import { chinaOffsetMs, startOfDayMs } from '../time.ts';

/** Works out who is on duty from a rota: the server calls these people, and the page draws the same result. */

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** From `fromMs` up to, but not including, `toMs`. */
export interface Period {
  readonly fromMs: number;
  readonly toMs: number;
}
export type Rota = Pick<RotaFields, 'shifts' | 'overrides'>;

const timeOfDayMs = (time: string): number => Number(time.slice(0, 2)) * hourMs + Number(time.slice(3)) * minuteMs;

/** The day of the week in the city at this moment; Monday is 1. */
export const weekdayOf = (atMs: number): number => ((Math.floor((atMs + chinaOffsetMs) / dayMs) + 3) % 7) + 1;

/** Returns the length of a window: past midnight if it ends before it begins, the whole day if both times are equal. */
const lengthMs = ({ from, to }: TimeWindow): number => {
  const length = timeOfDayMs(to) - timeOfDayMs(from);
  return length > 0 ? length : length + dayMs;
};

/** The window on the day that starts at `midnightMs`; undefined if it does not begin on that day. */
function periodOn(window: TimeWindow, midnightMs: number): Period | undefined {
  if (!window.days.some((day) => day === weekdayOf(midnightMs))) return undefined;
  const fromMs = midnightMs + timeOfDayMs(window.from);
  return { fromMs, toMs: fromMs + lengthMs(window) };
}

const holds = ({ fromMs, toMs }: Period, atMs: number): boolean => fromMs <= atMs && atMs < toMs;

/** Returns true if the moment is inside the window. A window past midnight belongs to the day on which it begins. */
export function isInWindow(window: TimeWindow, atMs: number): boolean {
  const today = startOfDayMs(atMs);
  return [today - dayMs, today].some((midnightMs) => {
    const period = periodOn(window, midnightMs);
    return period !== undefined && holds(period, atMs);
  });
}

const overridePeriod = ({ from, to }: Rota['overrides'][number]): Period => ({
  fromMs: Date.parse(from),
  toMs: Date.parse(to),
});

const unique = (ids: readonly number[]): readonly number[] => [...new Set(ids)];

/** The ids of the people on duty, in the rota's order. An override replaces the weekly shifts, even if it is empty. */
export function onDutyAt({ shifts, overrides }: Rota, atMs: number): readonly number[] {
  const exceptions = overrides.filter((override) => holds(overridePeriod(override), atMs));
  const holding = exceptions.length > 0 ? exceptions : shifts.filter((shift) => isInWindow(shift, atMs));
  return unique(holding.flatMap(({ person_ids: ids }) => ids));
}

/** The moments between `fromMs` and `toMs` when someone's duty may begin or end, including both ends. */
function momentsOf({ shifts, overrides }: Rota, { fromMs, toMs }: Period): readonly number[] {
  const moments = new Set([fromMs, toMs]);
  const add = (period: Period | undefined) => {
    for (const moment of [period?.fromMs, period?.toMs])
      if (moment !== undefined && moment > fromMs && moment < toMs) moments.add(moment);
  };
  for (let midnightMs = startOfDayMs(fromMs) - dayMs; midnightMs < toMs; midnightMs += dayMs)
    for (const shift of shifts) add(periodOn(shift, midnightMs));
  for (const override of overrides) add(overridePeriod(override));
  return [...moments].toSorted((a, b) => a - b);
}

export interface Duty extends Period {
  readonly personIds: readonly number[];
}

/** The rota over a period without gaps: who is on duty from when to when; times with no one on duty are included. */
export function dutiesOf(rota: Rota, period: Period): readonly Duty[] {
  const moments = momentsOf(rota, period);
  const duties: Duty[] = [];
  moments.slice(0, -1).forEach((fromMs, index) => {
    const toMs = moments[index + 1] ?? period.toMs;
    const personIds = onDutyAt(rota, fromMs);
    const last = duties.at(-1);
    if (last !== undefined && last.personIds.join() === personIds.join()) duties[duties.length - 1] = { ...last, toMs };
    else duties.push({ fromMs, toMs, personIds });
  });
  return duties;
}

/** The next seven days. */
export const weekFrom = (fromMs: number): Period => ({ fromMs, toMs: fromMs + 7 * dayMs });

/** Returns the periods in which no one is on duty. */
export const gapsOf = (rota: Rota, period: Period): readonly Period[] =>
  dutiesOf(rota, period)
    .filter(({ personIds }) => personIds.length === 0)
    .map(({ fromMs, toMs }) => ({ fromMs, toMs }));

/** Returns the periods in which two weekly shifts overlap with different people: either intended or a mistake. */
export function overlapsOf(rota: Rota, period: Period): readonly Duty[] {
  const found: Duty[] = [];
  for (const duty of dutiesOf({ ...rota, overrides: [] }, period)) {
    const several = new Set(
      rota.shifts.filter((shift) => isInWindow(shift, duty.fromMs)).map(({ person_ids: ids }) => ids.join()),
    );
    if (several.size > 1) found.push(duty);
  }
  return found;
}

const weekdays = ['周一', '周二', '周三', '周四', '周五', '周六', '周日'];
export const weekdayWord = (day: number): string => weekdays[day - 1] ?? '';
const clockWord = (atMs: number): string => new Date(atMs + chinaOffsetMs).toISOString().slice(11, 16);

/** 周六 02:00–06:00, 周六 22:00–周日 06:00, 周六 22:00–24:00. */
export function periodWords({ fromMs, toMs }: Period): string {
  const from = `${weekdayWord(weekdayOf(fromMs))} ${clockWord(fromMs)}`;
  if (toMs - fromMs >= 7 * dayMs) return '未来 7 天';
  if (toMs <= startOfDayMs(fromMs) + dayMs)
    return `${from}–${toMs === startOfDayMs(fromMs) + dayMs ? '24:00' : clockWord(toMs)}`;
  return `${from}–${weekdayWord(weekdayOf(toMs))} ${clockWord(toMs)}`;
}
export const gapWords = (gap: Period): string => `${periodWords(gap)} 无人`;
