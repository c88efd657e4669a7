import { asyncScheduler, catchError, defer, exhaustMap, map, of, switchMap, timer, type Observable, type ObservableInput, type SchedulerLike } from 'rxjs';

export type Polled<T> = { readonly kind: 'value'; readonly value: T } | { readonly kind: 'failed'; readonly error: unknown };

export interface PollOptions {
  readonly everyMs: number;
  /** A poll that is still under way: `wait` for it and skip this turn, or `restart`, which drops its answer. */
  readonly whenBusy?: 'wait' | 'restart';
  readonly scheduler?: SchedulerLike;
}

/** Asks at once and then each period until unsubscribed; a failed answer is a value and ends nothing. */
export function pollLatest<T>(load: () => ObservableInput<T>, { everyMs, whenBusy = 'wait', scheduler = asyncScheduler }: PollOptions): Observable<Polled<T>> {
  const poll = (): Observable<Polled<T>> =>
    defer(load).pipe(
      map((value): Polled<T> => ({ kind: 'value', value })),
      catchError((error: unknown) => of<Polled<T>>({ kind: 'failed', error })),
    );
  return timer(0, everyMs, scheduler).pipe(whenBusy === 'wait' ? exhaustMap(poll) : switchMap(poll));
}
