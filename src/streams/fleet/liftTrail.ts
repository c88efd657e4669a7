import { scan, type OperatorFunction } from 'rxjs';
import type { LatestData } from '../../contract/entities/elevator.ts';
import { doorStates, type DoorState } from '../../contract/labels.ts';
import { nothingPolled, type PolledData } from '../loading/pollLatestData.ts';

/** Speed and door of the last minutes in the order of time; only the first `length` of each array count. */
export interface LiftTrail {
  readonly length: number;
  /** The time of each report's receipt, server's epoch ms. */
  readonly timesMs: Float64Array;
  /**
   * Speed in m/s (NaN where not reported), and the door from 0 (closed) to 1 (open). Both are NaN in a gap: no one
   * knows what happened there.
   */
  readonly values: readonly [speedMps: Float32Array, door: Float32Array];
}

/** A lift's latest report, and the curves that lead to it. */
export interface TrailedData {
  readonly polled: PolledData;
  readonly trail: LiftTrail;
}

interface Sample {
  readonly atMs: number;
  readonly speedMps: number;
  readonly door: number;
}

const doorShare = { closed: 0, opening: 0.5, open: 1, closing: 0.5 } as const satisfies Readonly<
  Record<(typeof doorStates)[number], number>
>;
const shareOf = (door: DoorState | null | undefined): number => (door == null ? Number.NaN : doorShare[door]);

export const emptyTrail: LiftTrail = {
  length: 0,
  timesMs: new Float64Array(0),
  values: [new Float32Array(0), new Float32Array(0)],
};
export const nothingTrailed: TrailedData = { polled: nothingPolled, trail: emptyTrail };

/** The time from the last known report to the beginning of a gap before any later one. */
const holeAfterMs = 0.5;

/**
 * Remembers a lift's reports as curves, at most `capacity` of them; the oldest leave first, and a repeated report counts once.
 * If a response says that reports are missing before it, the curves are broken, not joined.
 */
export function liftTrail({ capacity = 600 }: { readonly capacity?: number } = {}): OperatorFunction<
  PolledData,
  TrailedData
> {
  return scan(({ polled: before, trail }: TrailedData, polled): TrailedData => {
    const { data } = polled;
    return { polled, trail: data === null || data === before.data ? trail : extended(trail, data, capacity) };
  }, nothingTrailed);
}

function extended(known: LiftTrail, data: LatestData, capacity: number): LiftTrail {
  const told = samplesIn(data);
  const lastMs = known.timesMs[known.length - 1] ?? Number.NEGATIVE_INFINITY;
  const newestMs = told.at(-1)?.atMs;
  const isBroken = data.recent?.follows_on === false;
  // All new data is older than the known data: the server's clock was set back, and the curves start again with it.
  const isRestarted = isBroken && newestMs !== undefined && newestMs < lastMs;
  const news = told.filter(({ atMs }) => (isRestarted ? atMs <= newestMs : atMs > lastMs));
  const [first] = news;
  if (first === undefined) return known;
  const hole: readonly Sample[] =
    isBroken && !isRestarted && known.length > 0
      ? [{ atMs: lastMs + holeAfterMs, speedMps: Number.NaN, door: Number.NaN }]
      : [];
  return [...hole, ...news].reduce(
    (trail, sample) => pushed(trail, sample, capacity),
    isRestarted ? emptyTrail : known,
  );
}

/** Oldest first. */
function samplesIn({ recent, received_at: receivedAt, speed, door }: LatestData): readonly Sample[] {
  if (recent === undefined)
    return receivedAt === null
      ? []
      : [{ atMs: Date.parse(receivedAt), speedMps: speed ?? Number.NaN, door: shareOf(door) }];
  const { samples } = recent;
  return samples.at_ms.map((atMs, index) => {
    const cmps = samples.speed[index];
    return {
      atMs,
      speedMps: cmps == null ? Number.NaN : cmps / 100,
      door: shareOf(doorStates[samples.door[index] ?? -1]),
    };
  });
}

/**
 * Drops reports that are not newer than the newest. The arrays are kept and changed in place: a curve is drawn from them, not
 * from copies.
 */
function pushed(trail: LiftTrail, { atMs, speedMps, door }: Sample, capacity: number): LiftTrail {
  const { timesMs, values } =
    trail.timesMs.length === 0
      ? {
          timesMs: new Float64Array(capacity),
          values: [new Float32Array(capacity), new Float32Array(capacity)] as const,
        }
      : trail;
  let { length } = trail;
  if (length > 0 && atMs <= (timesMs[length - 1] ?? atMs)) return trail;
  if (length === capacity) {
    timesMs.copyWithin(0, 1);
    for (const value of values) value.copyWithin(0, 1);
    length -= 1;
  }
  timesMs[length] = atMs;
  values[0][length] = speedMps;
  values[1][length] = door;
  return { length: length + 1, timesMs, values };
}
