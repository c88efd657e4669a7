import { scan, type OperatorFunction } from 'rxjs';
import { doorStates } from '../contract/labels.ts';
import type { PolledData } from './pollLatestData.ts';

/** Speed and door of the last minutes in the order of time; only the first `length` of each array count. */
export interface LiftTrail {
  readonly length: number;
  /** When the report was received, server's epoch ms. */
  readonly timesMs: Float64Array;
  /** Speed in m/s (NaN where not reported), and the door from 0 (closed) to 1 (open). */
  readonly values: readonly [speedMps: Float32Array, door: Float32Array];
}

const doorShare = { closed: 0, opening: 0.5, open: 1, closing: 0.5 } as const satisfies Readonly<Record<(typeof doorStates)[number], number>>;

export const emptyTrail: LiftTrail = { length: 0, timesMs: new Float64Array(0), values: [new Float32Array(0), new Float32Array(0)] };

/** Remembers a lift's reports as curves, at most `capacity` of them; the oldest leave first, and a report told twice counts once. */
export function liftTrail({ capacity = 600 }: { readonly capacity?: number } = {}): OperatorFunction<PolledData, LiftTrail> {
  return scan((trail: LiftTrail, { data }) => {
    const atMs = data?.received_at == null ? null : Date.parse(data.received_at);
    const lastMs = trail.timesMs[trail.length - 1] ?? Number.NEGATIVE_INFINITY;
    if (data === null || atMs === null || atMs <= lastMs) return trail;
    const { timesMs, values } = trail.timesMs.length === 0 ? { timesMs: new Float64Array(capacity), values: [new Float32Array(capacity), new Float32Array(capacity)] as const } : trail;
    let { length } = trail;
    if (length === capacity) {
      timesMs.copyWithin(0, 1);
      for (const value of values) value.copyWithin(0, 1);
      length -= 1;
    }
    timesMs[length] = atMs;
    values[0][length] = data.speed ?? Number.NaN;
    values[1][length] = data.door === null ? Number.NaN : doorShare[data.door];
    return { length: length + 1, timesMs, values };
  }, emptyTrail);
}
