import type { ShaftReport } from './shaftTypes.ts';

/** A way between two places in the shaft (floors, with fractions). */
export interface Glide {
  readonly fromFloor: number;
  readonly toFloor: number;
  readonly startMs: number;
  readonly durationMs: number;
}

/** Reports further apart are not joined by a ride: what happened between is not known. */
const longestGapMs = 15_000;
const shortestMs = 200;

/** Returns the floor at which the car is drawn at `nowMs`. */
export function floorAt({ fromFloor, toFloor, startMs, durationMs }: Glide, nowMs: number): number {
  if (durationMs <= 0) return toFloor;
  const share = Math.min(1, Math.max(0, (nowMs - startMs) / durationMs));
  return fromFloor + (toFloor - fromFloor) * share;
}

export function isGliding({ startMs, durationMs }: Glide, nowMs: number): boolean {
  return nowMs < startMs + durationMs;
}

interface NextReport {
  /** The ride that is drawn now; null before the first. */
  readonly current: Glide | null;
  readonly previous: ShaftReport | null;
  readonly next: ShaftReport;
  readonly nowMs: number;
  readonly floorHeightM: number;
}

/**
 * The ride to the newly reported floor, at the reported speed or in the time since the last report. It never goes
 * beyond what was reported, so the picture is at most one report old and never ahead. Null while no floor is known.
 */
export function planGlide({ current, previous, next, nowMs, floorHeightM }: NextReport): Glide | null {
  if (next.floor === null) return current;
  const stand: Glide = { fromFloor: next.floor, toFloor: next.floor, startMs: nowMs, durationMs: 0 };
  if (current === null || previous === null) return stand;
  const sinceLastMs = next.atMs - previous.atMs;
  if (sinceLastMs <= 0 || sinceLastMs > longestGapMs) return stand;
  const fromFloor = floorAt(current, nowMs);
  const distance = Math.abs(next.floor - fromFloor);
  if (distance < 0.001) return stand;
  const speed = Math.abs(next.speedMps ?? previous.speedMps ?? 0);
  const bySpeedMs = speed > 0.1 ? ((distance * floorHeightM) / speed) * 1000 : sinceLastMs;
  // Never slower than the reports arrive, otherwise the picture would fall further and further behind.
  const durationMs = Math.max(shortestMs, Math.min(bySpeedMs, Math.max(sinceLastMs, 1000) * 1.25));
  return { fromFloor, toFloor: next.floor, startMs: nowMs, durationMs };
}
