import * as z from 'zod';
import { wireFlag } from './envelope.ts';
import { chinaOffsetMs } from './time.ts';

const wholeYears = '梯龄须为 0 到 100 之间的整数（年）';
const years = z.coerce.number(wholeYears).int(wholeYears).min(0, wholeYears).max(100, wholeYears).optional();

/** Members of a query that choose lifts by age (specification, section 2): at least `yearsEnd` and less than `yearsStart` years old. */
export const ageFilterShape = {
  yearsStart: years,
  yearsEnd: years,
  /** Only those without an installation date. */
  install_unknown: wireFlag.optional(),
};

export interface AgeFilter {
  readonly yearsStart?: number | undefined;
  readonly yearsEnd?: number | undefined;
  readonly install_unknown?: boolean | undefined;
}

/** A range that some lift could lie in, or none at all. For `refine`, with `badAgeFilter`. */
export function isAgeFilter({ yearsStart, yearsEnd, install_unknown: isUnknown = false }: AgeFilter): boolean {
  if (isUnknown && (yearsStart !== undefined || yearsEnd !== undefined)) return false;
  return yearsStart === undefined || yearsStart > (yearsEnd ?? 0);
}
export const badAgeFilter = {
  path: ['yearsStart'],
  message: '梯龄上限须大于下限；“安装日期未登记”不能带梯龄范围',
};

/** Returns true if lifts of this age in full years are in the range. */
export const isInAgeRange = (fullYears: number, { yearsStart, yearsEnd }: AgeFilter): boolean =>
  (yearsStart === undefined || fullYears < yearsStart) && (yearsEnd === undefined || fullYears >= yearsEnd);

/** Year, month (from 0) and day in the city's calendar. */
function dateOf(epochMs: number): readonly [year: number, month: number, day: number] {
  const date = new Date(epochMs + chinaOffsetMs);
  return [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()];
}

/**
 * A lift is at least `ageYears` old today when it was installed before this moment (epoch ms). Counted by the city's
 * calendar: a lift turns five with the day of its fifth anniversary; one of 29 February with 1 March where that year
 * has none.
 */
export function installedBeforeMs(nowMs: number, ageYears: number): number {
  const [year, month, day] = dateOf(nowMs);
  // On 29 February of a leap year the 29th of the other year would run over into March.
  return Math.min(Date.UTC(year - ageYears, month, day + 1), Date.UTC(year - ageYears, month + 1, 1)) - chinaOffsetMs;
}

/**
 * Age in years to the day, cut (not rounded) to tenths, so that it never says an age that the lift has not reached. 0
 * before its installation.
 */
export function ageYearsAt(installAtMs: number, nowMs: number): number {
  const [installYear, month, day] = dateOf(installAtMs);
  const [year, ...today] = dateOf(nowMs);
  const isBeforeAnniversary = today[0] < month || (today[0] === month && today[1] < day);
  const whole = year - installYear - (isBeforeAnniversary ? 1 : 0);
  if (whole < 0) return 0;
  const last = Date.UTC(installYear + whole, month, day);
  const next = Date.UTC(installYear + whole + 1, month, day);
  return whole + Math.floor(((Date.UTC(year, ...today) - last) / (next - last)) * 10) / 10;
}
