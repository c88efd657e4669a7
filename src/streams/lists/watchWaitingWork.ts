import { asyncScheduler, defer, from, map, type Observable, type ObservableInput } from 'rxjs';
import type { OutputOf } from '../../contract/endpoint.ts';
import type { statsWorks } from '../../contract/endpoints/stats.ts';
import type { PushEvent } from '../../contract/push.ts';
import type { LoadState } from '../loading/loadState.ts';
import { watchLatest, type LatestTiming } from '../loading/watchLatest.ts';

export type Works = OutputOf<typeof statsWorks>;

/** Counts, and when they were true by this machine's clock. */
export interface DatedWorks {
  readonly works: Works;
  readonly loadedAtMs: number;
}

export interface WorksSources {
  readonly load: () => ObservableInput<Works>;
  readonly events$: Observable<PushEvent>;
  readonly reload$: Observable<unknown>;
}

const changesCounts = (event: PushEvent): boolean =>
  event.kind !== 'notice.raised' && !(event.kind === 'rescue.ringing' && event.reminder);

/** The to-do counts, asked for again whenever a push says that one of them may have changed, and each half minute. */
export function watchWaitingWork(
  { load, events$, reload$ }: WorksSources,
  { atLeastEveryMs = 30_000, scheduler = asyncScheduler, ...timing }: LatestTiming = {},
): Observable<LoadState<DatedWorks>> {
  const loadDated = () =>
    defer(() => from(load())).pipe(map((works): DatedWorks => ({ works, loadedAtMs: scheduler.now() })));
  return watchLatest(
    { load: loadDated, events$, concerns: changesCounts, reload$ },
    { ...timing, atLeastEveryMs, scheduler },
  );
}
