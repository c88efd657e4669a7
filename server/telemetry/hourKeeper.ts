import { dropHoursBefore, keepHour, readHour } from '../domain/devices/hourRows.ts';
import type { Clock } from '../runtime/clock.ts';
import type { OnTrouble } from '../runtime/troubleLog.ts';
import type { EventStore } from '../store/eventStore.ts';
import { decodeHour, encodeHour } from './hourBlock.ts';
import { hourMs, type FinishedHour, type HourCounters } from './hourCounters.ts';

/** † Statistics and late visits look back so far. */
const hoursKeptMs = 35 * 86_400_000;
/** An hour that could not be written is tried again before the next one is over. */
const retryAfterMs = 60_000;

export interface HourKeeper {
  close(): Promise<void>;
}

/** Writes the counters of each hour once it is over, for 35 days, and those of the hour under way when the process ends in order. */
export async function startHourKeeper({
  store,
  clock,
  counters,
  onTrouble,
}: {
  readonly store: EventStore;
  readonly clock: Clock;
  readonly counters: HourCounters;
  readonly onTrouble: OnTrouble;
}): Promise<HourKeeper> {
  let cancel: (() => void) | undefined;
  let working = Promise.resolve();
  let isClosed = false;

  async function write(hour: FinishedHour): Promise<void> {
    const block = await encodeHour(hour);
    await store.write(function* (queries) {
      if (block.liftNum > 0) yield* keepHour(queries, { atMs: hour.atMs, ...block });
      yield* dropHoursBefore(queries, hour.atMs + hourMs - hoursKeptMs);
    });
    counters.written(hour.atMs);
  }

  const arm = () => {
    const nowMs = clock.nowMs();
    const leftMs = hourMs - (nowMs % hourMs);
    cancel = clock.after(counters.finished.length > 0 ? Math.min(leftMs, retryAfterMs) : leftMs, () => {
      counters.turnTo(clock.nowMs());
      working = (async () => {
        for (const hour of counters.finished) await write(hour);
      })()
        .catch((error: unknown) => onTrouble('电梯小时统计未能保存，将重试', error))
        .then(() => {
          if (!isClosed) arm();
        });
    });
  };

  // A damaged part of an hour is none: that time counts as one without reports.
  try {
    const kept = await readHour(store, counters.startMs);
    if (kept !== undefined) counters.continueWith(await decodeHour(counters.startMs, kept));
  } catch (error) {
    onTrouble('本小时较早的电梯统计无法读取，按无上报计', error);
  }
  arm();
  return {
    async close() {
      isClosed = true;
      cancel?.();
      await working;
      try {
        const nowMs = clock.nowMs();
        counters.turnTo(nowMs);
        for (const hour of [...counters.finished, counters.endingAt(nowMs)]) await write(hour);
      } catch (error) {
        onTrouble('电梯小时统计未能保存', error);
      }
    },
  };
}
