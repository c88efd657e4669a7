import { startOfDayMs, startOfMonthMs } from './formatTime.ts';

/** From and to, both inclusive, in epoch ms; null leaves that side open. */
export interface TimeRange {
  fromMs: number | null;
  toMs: number | null;
}

export const anyTime: TimeRange = { fromMs: null, toMs: null };

const DAY_MS = 86_400_000;

/** The last second of the day (UTC+8) that holds `ms`: ranges are inclusive and the wire carries seconds. */
export function endOfDayMs(ms: number): number {
  return startOfDayMs(ms) + DAY_MS - 1000;
}

export interface TimePreset {
  label: string;
  range: (nowMs: number) => TimeRange;
}

/** The ranges people ask for most. "This month" starts on the 1st at 00:00:00 (specification, section 9). */
export const timePresets: readonly TimePreset[] = [
  { label: '今天', range: (nowMs) => ({ fromMs: startOfDayMs(nowMs), toMs: endOfDayMs(nowMs) }) },
  { label: '昨天', range: (nowMs) => ({ fromMs: startOfDayMs(nowMs - DAY_MS), toMs: endOfDayMs(nowMs - DAY_MS) }) },
  { label: '近 7 天', range: (nowMs) => ({ fromMs: startOfDayMs(nowMs - 6 * DAY_MS), toMs: endOfDayMs(nowMs) }) },
  { label: '近 30 天', range: (nowMs) => ({ fromMs: startOfDayMs(nowMs - 29 * DAY_MS), toMs: endOfDayMs(nowMs) }) },
  { label: '本月', range: (nowMs) => ({ fromMs: startOfMonthMs(nowMs), toMs: endOfDayMs(nowMs) }) },
];
