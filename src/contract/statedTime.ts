import { startOfDayMs, toDisplayTime, toWireTime } from './time.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/** The minute in which a moment lies: what a person states has no seconds. */
export const minuteOf = (epochMs: number): number => Math.floor(epochMs / minuteMs) * minuteMs;

/** The time of day as a person types it: 18:40. */
export const timeOfDay = (epochMs: number): string => toDisplayTime(toWireTime(epochMs)).slice(11, 16);

/**
 * Returns the moment that a person means by a time of day (18:40, 18：40 or 1840): its first occurrence from the minute of `fromMs` on, in the
 * site's calendar. Epoch ms; undefined for text that is not a time of day.
 */
export function statedTimeMs(text: string, fromMs: number): number | undefined {
  const [, hours, minutes] = /^(\d{1,2})[:：]?(\d{2})$/.exec(text.trim()) ?? [];
  if (hours === undefined || minutes === undefined || Number(hours) > 23 || Number(minutes) > 59) return undefined;
  const today = startOfDayMs(fromMs) + (Number(hours) * 60 + Number(minutes)) * minuteMs;
  return today < minuteOf(fromMs) ? today + dayMs : today;
}

/** Says between which times an arrival may be stated. */
export const arrivalBoundsText = (raisedAtMs: number, nowMs: number): string =>
  `到场时间应在呼叫（${timeOfDay(raisedAtMs)}）与现在（${timeOfDay(nowMs)}）之间`;
