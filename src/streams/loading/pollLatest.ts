import {
  asyncScheduler,
  catchError,
  defer,
  exhaustMap,
  map,
  of,
  switchMap,
  timer,
  type Observable,
  type ObservableInput,
  type SchedulerLike,
} from 'rxjs';

export type Polled<T> =
  { readonly kind: 'value'; readonly value: T } | { readonly kind: 'failed'; readonly error: unknown };

export interface PollOptions {
  readonly everyMs: number;
  /** A poll still in progress: `wait` for it and skip this turn, or `restart`, which drops its response. */
  readonly whenBusy?: 'wait' | 'restart';
  readonly scheduler?: SchedulerLike;
}

/** Requests immediately and then every period until unsubscribed; a failure is a value and does not end the stream. */
export function pollLatest<T>(
  load: () => ObservableInput<T>,
  { everyMs, whenBusy = 'wait', scheduler = asyncScheduler }: PollOptions,
): Observable<Polled<T>> {
  const poll = (): Observable<Polled<T>> =>
    defer(load).pipe(
      map((value): Polled<T> => ({ kind: 'value', value })),
      catchError((error: unknown) => of<Polled<T>>({ kind: 'failed', error })),
    );
  return timer(0, everyMs, scheduler).pipe(whenBusy === 'wait' ? exhaustMap(poll) : switchMap(poll));
}
