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
