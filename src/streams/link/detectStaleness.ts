import {
  asyncScheduler,
  distinctUntilChanged,
  map,
  merge,
  of,
  startWith,
  switchMap,
  timer,
  type Observable,
  type SchedulerLike,
} from 'rxjs';

export type Freshness = 'fresh' | 'stale';

/** Emits whether a source has emitted within `afterMs`; one that never has is stale after that time too. */
export function detectStaleness<T>(
  source$: Observable<T>,
  { afterMs, scheduler = asyncScheduler }: { readonly afterMs: number; readonly scheduler?: SchedulerLike },
): Observable<Freshness> {
  const silence$ = timer(afterMs, scheduler).pipe(map((): Freshness => 'stale'));
  return source$.pipe(
    map(() => true),
    startWith(false),
    switchMap((hasSpoken) => (hasSpoken ? merge(of<Freshness>('fresh'), silence$) : silence$)),
    distinctUntilChanged(),
  );
}
