import {
  asyncScheduler,
  catchError,
  combineLatest,
  concatMap,
  debounceTime,
  defer,
  distinctUntilChanged,
  filter,
  from,
  map,
  merge,
  of,
  skip,
  switchMap,
  take,
  timer,
  type Observable,
  type ObservableInput,
  type SchedulerLike,
} from 'rxjs';

export interface ReloadSources {
  /** Returns the deployed version; rejects while the server is unreachable. */
  readonly readVersion: () => ObservableInput<string>;
  /** A part of the page could not be fetched: after a deployment the old one is gone. */
  readonly partFailed$: Observable<unknown>;
  /** No one is calling for help and no one is using the page. */
  readonly isQuiet$: Observable<boolean>;
}

/**
 * Signals when a page that runs for weeks is to be reloaded: after a deployment, or when a part of it could not be
 * fetched; only while it is quiet, and only when the server answers, since a browser's error page would never come back.
 */
export function planReload(
  { readVersion, partFailed$, isQuiet$ }: ReloadSources,
  {
    everyMs = 300_000,
    quietForMs = 20_000,
    scheduler = asyncScheduler,
  }: { readonly everyMs?: number; readonly quietForMs?: number; readonly scheduler?: SchedulerLike } = {},
): Observable<void> {
  const version$ = (): Observable<string | null> => defer(readVersion).pipe(catchError(() => of(null)));
  const deployed$ = timer(0, everyMs, scheduler).pipe(
    concatMap(version$),
    filter((version) => version !== null),
    distinctUntilChanged(),
    skip(1),
  );
  const quiet$ = isQuiet$.pipe(
    distinctUntilChanged(),
    switchMap((isQuiet) => (isQuiet ? timer(quietForMs, scheduler).pipe(map(() => true)) : of(false))),
  );
  const wanted$ = merge(deployed$, partFailed$).pipe(debounceTime(0, scheduler));
  return combineLatest([wanted$, quiet$]).pipe(
    filter(([, isQuiet]) => isQuiet),
    // Unreachable now: retried until it answers, as long as it stays quiet.
    switchMap(() =>
      timer(0, quietForMs, scheduler).pipe(
        concatMap(() => from(version$())),
        filter((version) => version !== null),
        take(1),
      ),
    ),
    map(() => undefined),
    take(1),
  );
}
