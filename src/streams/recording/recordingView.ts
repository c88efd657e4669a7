import type { Recording } from '../../contract/endpoints/replay.ts';
import { directionOf, doorOf, type CarReport } from '../fleet/carReport.ts';

/** A recording as a player draws it: curves, and the car at any moment. */
export interface RecordingView {
  readonly fromMs: number;
  readonly toMs: number;
  /** The time of the call or the alarm. */
  readonly incidentMs: number;
  readonly floorMin: number;
  readonly floorMax: number;
  readonly curves: {
    readonly length: number;
    readonly timesMs: Float64Array;
    readonly values: readonly Float32Array[];
  };
  /** The last report at or before a moment; null before the first. */
  readonly carAt: (atMs: number) => CarReport | null;
}

const doorShares = [0, 0.5, 1, 0.5] as const;

/** Reads a recording: speed in m/s, the door from 0 (closed) to 1 (open), the floor. Samples are in the order of their time. */
export function recordingView({
  samples,
  floor_min: floorMin,
  floor_max: floorMax,
  from_ms: fromMs,
  incident_ms: incidentMs,
}: Recording): RecordingView {
  const times = samples.at_ms;
  const at = (index: number): CarReport => {
    const isMoving = samples.car_status[index] === 1;
    const speed = samples.speed[index];
    return {
      atMs: times[index] ?? 0,
      floor: samples.floor[index] ?? null,
      isMoving,
      direction: directionOf(samples.direction[index] ?? 0),
      speedMps: speed === null || speed === undefined ? null : speed / 100,
      door: doorOf(samples.door[index] ?? 0),
      people: samples.people[index] ?? null,
      isBetweenFloors: false,
    };
  };
  // One object for each report: the picture only moves with a new one.
  const reports = times.map((_, index) => at(index));
  return {
    fromMs: Math.min(fromMs, times[0] ?? fromMs),
    toMs: Math.max(times.at(-1) ?? fromMs, fromMs + 1),
    incidentMs,
    floorMin,
    floorMax: Math.max(floorMax, floorMin),
    curves: {
      length: times.length,
      timesMs: Float64Array.from(times),
      values: [
        Float32Array.from(samples.speed, (speed) => (speed === null ? Number.NaN : speed / 100)),
        Float32Array.from(samples.door, (door) => doorShares[door] ?? Number.NaN),
        Float32Array.from(samples.floor),
      ],
    },
    carAt: (atMs) => reports.findLast((report) => report.atMs <= atMs) ?? null,
  };
}
