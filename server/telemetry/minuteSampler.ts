import type { Clock } from '../runtime/clock.ts';
import { run, type EventStore } from '../store/eventStore.ts';
import type { FleetState } from './fleetState.ts';
import { encodeMinute, sampleFleet } from './minuteFrame.ts';

export const minuteMs = 60_000;
/** How far back the city can be played (design: decisions, history for replay). */
export const samplesKeptMs = 7 * 86_400_000;
const pruneEveryMinutes = 60;

export interface MinuteSampler {
  close(): Promise<void>;
}

/** Keeps the whole fleet once a minute, for seven days. */
export function startMinuteSampler({ store, clock, fleet, onTrouble }: {
  readonly store: EventStore;
  readonly clock: Clock;
  readonly fleet: FleetState;
  readonly onTrouble: (trouble: string, error: unknown) => void;
}): MinuteSampler {
  let cancel: (() => void) | undefined;
  let working = Promise.resolve();
  let isClosed = false;

  async function sample(atMs: number): Promise<void> {
    const minute = sampleFleet(fleet);
    const liftNum = minute.id.length;
    const frame = liftNum === 0 ? undefined : await encodeMinute(minute);
    const isTimeToPrune = Math.floor(atMs / minuteMs) % pruneEveryMinutes === 0;
    if (frame === undefined && !isTimeToPrune) return;
    await store.write(function* (queries) {
      // Of several processes the first one's counts.
      if (frame !== undefined) yield* run(queries.insertInto('minute_samples').values({ at_ms: atMs, lift_num: liftNum, source: 'live', frame }).onConflict((conflict) => conflict.column('at_ms').doNothing()));
      if (isTimeToPrune) yield* run(queries.deleteFrom('minute_samples').where('at_ms', '<', atMs - samplesKeptMs));
    });
  }

  const arm = () => {
    const nowMs = clock.nowMs();
    cancel = clock.after(minuteMs - (nowMs % minuteMs), () => {
      const atMs = Math.floor(clock.nowMs() / minuteMs) * minuteMs;
      working = sample(atMs)
        .catch((error: unknown) => onTrouble('全城分钟数据未能保存', error))
        .then(() => {
          if (!isClosed) arm();
        });
    });
  };
  arm();
  return {
    async close() {
      isClosed = true;
      cancel?.();
      await working;
    },
  };
}
