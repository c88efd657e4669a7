import {
  asyncScheduler,
  catchError,
  concat,
  defer,
  map,
  of,
  switchMap,
  timer,
  type Observable,
  type ObservableInput,
  type SchedulerLike,
} from 'rxjs';
import { ready, toFailure, type LoadState } from './loadState.ts';

/**
 * Loads once and emits a value or a failure; after a failure it retries until it has a value, except after failures that a retry
 * cannot mend (denied, not found, signed out).
 */
export function loadWithRetry<T>(
  load: () => ObservableInput<T>,
  {
    retryAfterMs = 3_000,
    scheduler = asyncScheduler,
  }: { readonly retryAfterMs?: number; readonly scheduler?: SchedulerLike } = {},
): Observable<LoadState<T>> {
  return defer(load).pipe(
    map((value): LoadState<T> => ready(value)),
    catchError((error: unknown) => {
      const failure = toFailure(error);
      const isFinal = failure.failure === 'denied' || failure.failure === 'notFound' || failure.failure === 'expired';
      if (isFinal) return of(failure);
      return concat(
        of(failure),
        timer(retryAfterMs, scheduler).pipe(switchMap(() => loadWithRetry(load, { retryAfterMs, scheduler }))),
      );
    }),
  );
}
