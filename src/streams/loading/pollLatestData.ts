import { asyncScheduler, defer, scan, type Observable, type ObservableInput, type SchedulerLike } from 'rxjs';
import type { LatestData } from '../../contract/entities/elevator.ts';
import { pollLatest } from './pollLatest.ts';

export interface PolledData {
  /** The last report received; null until the first answer. */
  readonly data: LatestData | null;
  /** The number of failed polls in a row: 0 means that the link works. */
  readonly missedPolls: number;
}

export const nothingPolled: PolledData = { data: null, missedPolls: 0 };

/** Returns the time at which the newest report in a response was received; undefined if it has none. */
function newestMsOf({ recent, received_at: receivedAt }: LatestData): number | undefined {
  return recent?.samples.at_ms.at(-1) ?? (receivedAt === null ? undefined : Date.parse(receivedAt));
}

/**
 * A lift's latest report, polled; a slow response is awaited, a failure is counted.
 * `load` gets the time up to which reports are known (server's epoch ms, 0 at first), so that it can request all later ones:
 * then a lost link or a throttled tab leaves no gap that the server could have filled.
 */
export function pollLatestData(
  load: (knownToMs: number) => ObservableInput<LatestData>,
  {
    everyMs = 1_000,
    scheduler = asyncScheduler,
  }: { readonly everyMs?: number; readonly scheduler?: SchedulerLike } = {},
): Observable<PolledData> {
  return defer(() => {
    let knownToMs = 0;
    return pollLatest(() => load(knownToMs), { everyMs, scheduler }).pipe(
      scan((before: PolledData, polled) => {
        if (polled.kind === 'failed') return { ...before, missedPolls: before.missedPolls + 1 };
        knownToMs = newestMsOf(polled.value) ?? knownToMs;
        return { data: polled.value, missedPolls: 0 };
      }, nothingPolled),
    );
  });
}
