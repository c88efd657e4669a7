import { asyncScheduler, combineLatest, map, scan, startWith, timer, type Observable, type SchedulerLike } from 'rxjs';

const remembered = 12;
/** Delay does not explain a larger difference: somebody set a clock, here or there. */
const setByMs = 30_000;

/**
 * Emits the time by which the server's clock is ahead of ours, ms. Each sample is late by its way here, so the largest of the last minute's
 * is the nearest to the truth.
 */
export function clockOffset(
  serverTimesMs$: Observable<number>,
  { scheduler = asyncScheduler }: { readonly scheduler?: SchedulerLike } = {},
): Observable<number> {
  return serverTimesMs$.pipe(
    map((serverTimeMs) => serverTimeMs - scheduler.now()),
    scan(
      (offsets: readonly number[], offsetMs) =>
        [...offsets.filter((known) => Math.abs(known - offsetMs) < setByMs), offsetMs].slice(-remembered),
      [],
    ),
    map((offsets) => Math.max(...offsets)),
  );
}

/** The server's time, epoch ms, now and every `everyMs`; our own until the server has sent its. */
export function serverClock(
  serverTimesMs$: Observable<number>,
  {
    everyMs = 1_000,
    scheduler = asyncScheduler,
  }: { readonly everyMs?: number; readonly scheduler?: SchedulerLike } = {},
): Observable<number> {
  return combineLatest([
    clockOffset(serverTimesMs$, { scheduler }).pipe(startWith(0)),
    timer(0, everyMs, scheduler),
  ]).pipe(map(([offsetMs]) => scheduler.now() + offsetMs));
}
