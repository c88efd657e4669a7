import type { VisitFlag } from '../../../src/contract/visits/visitKinds.ts';

/** Proposals of our own, not of the rule book: a record beyond them is marked, never refused. */
export const farAwayM = 200;
export const shortStayMs = 30 * 60_000;
export const mostApartMs = 30 * 60_000;
const clockOffMs = 2 * 60_000;
const lateAfterMs = 10 * 60_000;

/** A moment as a telephone states it, brought to the server's clock. */
export interface StatedMoment {
  /** Epoch ms by our clock, never after now. */
  readonly atMs: number;
  readonly flags: readonly VisitFlag[];
}

/**
 * When something happened, by the telephone's clock less its measured offset. A moment that lies ahead of ours is our own: the
 * telephone's clock has been set since, and ours counts.
 */
export function statedMoment(
  { statedAtMs, clockOffsetMs }: { readonly statedAtMs: number | undefined; readonly clockOffsetMs: number },
  nowMs: number,
): StatedMoment {
  if (statedAtMs === undefined) return { atMs: nowMs, flags: [] };
  const corrected = statedAtMs - clockOffsetMs;
  const isAhead = corrected > nowMs + clockOffMs;
  const atMs = Math.min(corrected, nowMs);
  const flags: VisitFlag[] = [];
  if (isAhead || Math.abs(clockOffsetMs) > clockOffMs) flags.push('clockOff');
  if (nowMs - atMs > lateAfterMs) flags.push('lateEntry');
  return { atMs, flags };
}

const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/** The way between two places over the ground, in metres (haversine). */
export function metresBetween(
  a: { readonly lng: number; readonly lat: number },
  b: { readonly lng: number; readonly lat: number },
): number {
  const half = (from: number, to: number): number => Math.sin(radians(to - from) / 2) ** 2;
  const chord = half(a.lat, b.lat) + Math.cos(radians(a.lat)) * Math.cos(radians(b.lat)) * half(a.lng, b.lng);
  return 2 * 6_371_000 * Math.asin(Math.sqrt(chord));
}
