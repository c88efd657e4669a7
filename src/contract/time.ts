/** China has one time zone and no summer time: the day starts at 16:00 UTC. */
export const chinaOffsetMs = 8 * 3_600_000;

/** Epoch ms as ISO 8601 with the city's offset: `2026-11-21T08:30:00.000+08:00`. */
export function toWireTime(epochMs: number): string {
  return `${new Date(epochMs + chinaOffsetMs).toISOString().slice(0, -1)}+08:00`;
}

/** The same, for a time that is not known yet. */
export const toWireTimeOrNull = (epochMs: number | null): string | null =>
  epochMs === null ? null : toWireTime(epochMs);

/** Whole seconds, rounded; null while there is no end. */
export const secondsBetween = (fromMs: number, untilMs: number | null): number | null =>
  untilMs === null ? null : Math.round((untilMs - fromMs) / 1_000);

/** `2026-11-21 08:30:00` in the city's time, for screens and exports. */
export function toDisplayTime(time: number | string): string {
  const epochMs = typeof time === 'number' ? time : Date.parse(time);
  return new Date(epochMs + chinaOffsetMs).toISOString().slice(0, 19).replace('T', ' ');
}

/** Epoch ms of the city's midnight that began the day of `epochMs`. */
export function startOfDayMs(epochMs: number): number {
  const dayMs = 86_400_000;
  return Math.floor((epochMs + chinaOffsetMs) / dayMs) * dayMs - chinaOffsetMs;
}

/** The city's day, `2026-11-30`. */
export const dayOf = (epochMs: number): string => toWireTime(epochMs).slice(0, 10);

/** Epoch ms of the midnight with which a day of the city begins. */
export const dayStartMs = (day: string): number => Date.parse(`${day}T00:00:00.000+08:00`);

/** The day so many days later, of the calendar: `addDays('2028-02-28', 1)` is `2028-02-29`. */
export const addDays = (day: string, days: number): string => dayOf(dayStartMs(day) + days * 86_400_000);

/** Days from the first to the second; negative where the second is earlier. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((dayStartMs(to) - dayStartMs(from)) / 86_400_000);

/** The month so many months later: `addMonths('2026-11', 2)` is `2027-01`. */
export function addMonths(month: string, months: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 1 + months, 1)).toISOString().slice(0, 7);
}
