/**
 * Times as people in China read them. The product lives in UTC+8 (no daylight saving), whatever the zone
 * of the machine that draws it, so the fields are computed by arithmetic and never by the local zone.
 */
const UTC8_MS = 8 * 3_600_000;

const two = (value: number): string => String(value).padStart(2, '0');

/** A time on the wire (ISO 8601) or epoch ms as epoch ms; null for nothing or for what is no time. */
export function toMs(time: string | number | null | undefined): number | null {
  if (time === null || time === undefined || time === '') return null;
  const ms = typeof time === 'number' ? time : Date.parse(time);
  return Number.isFinite(ms) ? ms : null;
}

/** `2026-03-04 15:06:07` in UTC+8. */
export function formatDateTime(ms: number): string {
  return `${formatDate(ms)} ${formatClockTime(ms)}`;
}

/** `2026-03-04` in UTC+8. */
export function formatDate(ms: number): string {
  const date = new Date(ms + UTC8_MS);
  return `${date.getUTCFullYear()}-${two(date.getUTCMonth() + 1)}-${two(date.getUTCDate())}`;
}

/** `15:06:07` in UTC+8. */
export function formatClockTime(ms: number): string {
  const date = new Date(ms + UTC8_MS);
  return `${two(date.getUTCHours())}:${two(date.getUTCMinutes())}:${two(date.getUTCSeconds())}`;
}

/** `2026-03-04T15:06:07+08:00`: epoch ms as the wire and the URL carry it. */
export function toWireTime(ms: number): string {
  return `${formatDate(ms)}T${formatClockTime(ms)}+08:00`;
}

/** Midnight in UTC+8 of the day that holds `ms`. */
export function startOfDayMs(ms: number): number {
  return Math.floor((ms + UTC8_MS) / 86_400_000) * 86_400_000 - UTC8_MS;
}

/** Midnight in UTC+8 of the first day of the month that holds `ms`. */
export function startOfMonthMs(ms: number): number {
  const date = new Date(ms + UTC8_MS);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1) - UTC8_MS;
}
