import { dropMinutesBefore, keepMinute } from '../domain/devices/minuteRows.ts';
import type { Clock } from '../runtime/clock.ts';
import type { OnTrouble } from '../runtime/troubleLog.ts';
import type { EventStore } from '../store/eventStore.ts';
import type { FleetReader } from '../ports/fleetReader.ts';
import { encodeMinute, sampleFleet } from './minuteFrame.ts';

export const minuteMs = 60_000;
/** The time for which the city can be played back (design: decisions, history for replay). */
const samplesKeptMs = 7 * 86_400_000;
const pruneEveryMinutes = 60;

export interface MinuteSampler {
  close(): Promise<void>;
}

/** Keeps the whole fleet once a minute, for seven days. */
export function startMinuteSampler({
  store,
  clock,
  fleet,
  onTrouble,
}: {
  readonly store: EventStore;
  readonly clock: Clock;
  readonly fleet: FleetReader;
  readonly onTrouble: OnTrouble;
}): MinuteSampler {
  let cancel: (() => void) | undefined;
  let working = Promise.resolve();
  let isClosed = false;

  async function sample(atMs: number): Promise<void> {
    const minute = await sampleFleet(fleet);
    const liftNum = minute.id.length;
    const frame = liftNum === 0 ? undefined : await encodeMinute(minute);
    const isTimeToPrune = Math.floor(atMs / minuteMs) % pruneEveryMinutes === 0;
    if (frame === undefined && !isTimeToPrune) return;
    await store.write(function* (queries) {
      if (frame !== undefined) yield* keepMinute(queries, { atMs, liftNum, frame });
      if (isTimeToPrune) yield* dropMinutesBefore(queries, atMs - samplesKeptMs);
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
