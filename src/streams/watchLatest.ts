import {
  asyncScheduler,
  EMPTY,
  filter,
  map,
  merge,
  of,
  scan,
  startWith,
  throttleTime,
  timer,
  type Observable,
  type ObservableInput,
  type SchedulerLike,
} from 'rxjs';
import type { PushEvent } from '../contract/push.ts';
import { exhaustLatest } from './exhaustLatest.ts';
import { loading, refreshed, type LoadState } from './loadState.ts';
import { loadWithRetry } from './loadWithRetry.ts';

export interface LatestSources<T> {
  readonly load: () => ObservableInput<T>;
  readonly events$: Observable<PushEvent>;
  /** Whether a push may have changed what is shown. */
  readonly concerns: (event: PushEvent) => boolean;
  /** Reload for another reason: another epoch, an action on this page. */
  readonly reload$: Observable<unknown>;
}

export interface LatestTiming {
  /** However many pushes come. */
  readonly atMostEveryMs?: number;
  /** Even when no push comes, so that the age is known. */
  readonly atLeastEveryMs?: number;
  readonly retryAfterMs?: number;
  readonly scheduler?: SchedulerLike;
}

/** A small value that pushes make stale: loaded once, and again when a push concerns it. A failed refresh keeps the last value. */
export function watchLatest<T>(
  { load, events$, concerns, reload$ }: LatestSources<T>,
  { atMostEveryMs = 1_000, atLeastEveryMs, retryAfterMs = 3_000, scheduler = asyncScheduler }: LatestTiming = {},
): Observable<LoadState<T>> {
  const changed$ = events$.pipe(
    filter(concerns),
    throttleTime(atMostEveryMs, scheduler, { leading: true, trailing: true }),
  );
  const regular$ = atLeastEveryMs === undefined ? EMPTY : timer(atLeastEveryMs, atLeastEveryMs, scheduler);
  return merge(of(null), changed$, reload$, regular$).pipe(
    map(() => null),
    exhaustLatest(() => loadWithRetry(load, { retryAfterMs, scheduler })),
    scan((before: LoadState<T>, result) => refreshed(before, result), loading),
    startWith(loading),
  );
}
