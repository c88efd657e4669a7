import { asyncScheduler, scan, type Observable, type ObservableInput, type SchedulerLike } from 'rxjs';
import type { LatestData } from '../contract/entities/elevator.ts';
import { pollLatest } from './pollLatest.ts';

export interface PolledData {
  /** The last report that we were told; null until the first answer. */
  readonly data: LatestData | null;
  /** How many polls in a row got no answer: 0 means that the link works. */
  readonly missedPolls: number;
}

export const nothingPolled: PolledData = { data: null, missedPolls: 0 };

/** A lift's latest report, asked for again and again; a slow answer is waited for, a failed one is counted. */
export function pollLatestData(
  load: () => ObservableInput<LatestData>,
  { everyMs = 1_000, scheduler = asyncScheduler }: { readonly everyMs?: number; readonly scheduler?: SchedulerLike } = {},
): Observable<PolledData> {
  return pollLatest(load, { everyMs, scheduler }).pipe(
    scan((before: PolledData, polled) => (polled.kind === 'failed' ? { ...before, missedPolls: before.missedPolls + 1 } : { data: polled.value, missedPolls: 0 }), nothingPolled),
  );
}
