import { distinctUntilChanged, map, Observable, type OperatorFunction } from 'rxjs';
import type { MinuteFrame } from '../../contract/endpoints/replay.ts';
import { createFleet, relook, type LiftFleet } from '../fleet/liftFleet.ts';
import type { FleetState } from '../fleet/watchLiftStates.ts';
import type { LiftColumns } from '../../contract/fleetColumns.ts';

const minuteMs = 60_000;

/** The interval between frames if none is missing: a minute, or more for a fleet so large that minutes are skipped. */
function spacingMs(frames: readonly MinuteFrame[]): number {
  let least = Number.POSITIVE_INFINITY;
  for (let index = 1; index < frames.length; index += 1)
    least = Math.min(least, (frames[index]?.at_ms ?? 0) - (frames[index - 1]?.at_ms ?? 0));
  return Number.isFinite(least) ? Math.max(minuteMs, least) : minuteMs;
}

/**
 * The last frame at or before a moment; undefined before the first, and where the next ones are missing:
 * what was true then is not known. Frames are in the order of their time.
 */
export function frameAt(frames: readonly MinuteFrame[], atMs: number): MinuteFrame | undefined {
  let low = 0;
  let high = frames.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((frames[middle]?.at_ms ?? Number.POSITIVE_INFINITY) <= atMs) low = middle + 1;
    else high = middle;
  }
  const frame = frames[low - 1];
  return frame === undefined || atMs - frame.at_ms > 2 * spacingMs(frames) ? undefined : frame;
}

/** Writes a whole minute; lifts that it does not include had not reported yet and are silent. Returns which pictures changed. */
function applyFrame(fleet: LiftFleet, frame: MinuteFrame | undefined): Uint32Array {
  const before = Uint8Array.from(fleet.looks);
  fleet.statuses.fill(2);
  fleet.calls.fill(0);
  fleet.carStatuses.fill(0);
  for (let row = 0; row < (frame?.id.length ?? 0); row += 1) {
    const index = fleet.indexOf.get(frame?.id[row] ?? -1);
    if (frame === undefined || index === undefined) continue;
    fleet.statuses[index] = frame.status[row] ?? 0;
    fleet.serviceModes[index] = frame.service_mode[row] ?? 1;
    fleet.floors[index] = frame.floor[row] ?? 0;
    fleet.doors[index] = frame.door[row] ?? 0;
    fleet.directions[index] = frame.direction[row] ?? 0;
    // A minute's sample does not record movement, only its direction.
    fleet.carStatuses[index] = (frame.direction[row] ?? 0) === 0 ? 0 : 1;
    fleet.people[index] = frame.people[row] ?? 0;
    fleet.calls[index] = frame.call[row] ?? 0;
    fleet.seenMs[index] = frame.at_ms;
  }
  const changed: number[] = [];
  for (let index = 0; index < fleet.count; index += 1) {
    relook(fleet, index);
    if (fleet.looks[index] !== before[index]) changed.push(index);
  }
  return Uint32Array.from(changed);
}

export interface ReplayMoment {
  readonly atMs: number;
  /** The loaded frames around it, in chronological order. */
  readonly frames: readonly MinuteFrame[];
}

/** The past fleet in the shape of the live one: one value per replayed minute, however fast it plays. */
export function replayFleet(lifts: LiftColumns): OperatorFunction<ReplayMoment, FleetState> {
  return (moments$) =>
    new Observable<FleetState>((subscriber) => {
      const fleet = createFleet(lifts);
      let isFirst = true;
      return moments$
        .pipe(
          map(({ atMs, frames }) => frameAt(frames, atMs)),
          distinctUntilChanged(),
          map((frame): FleetState => {
            const changed = applyFrame(fleet, frame);
            const atMs = frame?.at_ms ?? 0;
            const state: FleetState = {
              kind: 'ready',
              fleet,
              changed: isFirst ? null : changed,
              answeredAtMs: atMs,
              serverTimeMs: atMs,
              problem: null,
            };
            isFirst = false;
            return state;
          }),
        )
        .subscribe(subscriber);
    });
}
