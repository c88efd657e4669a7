import {
  asyncScheduler,
  distinctUntilChanged,
  filter,
  map,
  merge,
  of,
  switchMap,
  throttleTime,
  timer,
  type Observable,
  type SchedulerLike,
} from 'rxjs';
import type { ExceptionRow } from '../contract/entities/exception.ts';
import type { ExceptionType } from '../contract/exceptions.ts';
import type { PushEvent } from '../contract/push.ts';
import { changesExceptions } from './exceptionPush.ts';
import type { LinkStatus } from './liveFeed.ts';

export interface ExceptionListSources {
  readonly types: readonly ExceptionType[];
  readonly events$: Observable<PushEvent>;
  readonly snapshotNeeded$: Observable<void>;
  readonly link$: Observable<LinkStatus>;
  /** Rows that the server answered to steps taken on this page. */
  readonly answers$: Observable<ExceptionRow>;
}

/** What a list of exceptions does next. */
export type ExceptionListChange =
  { readonly kind: 'patch'; readonly row: ExceptionRow } | { readonly kind: 'refetch' | 'stale' | 'fresh' };

/**
 * What happens to a list of exceptions: it is loaded again when a push concerns it, at most every second however many come; an answered row is
 * replaced at once; a link that stays down for three seconds makes the list stale until it is back.
 */
export function watchExceptionList(
  { types, events$, snapshotNeeded$, link$, answers$ }: ExceptionListSources,
  {
    atMostEveryMs = 1_000,
    graceMs = 3_000,
    scheduler = asyncScheduler,
  }: { readonly atMostEveryMs?: number; readonly graceMs?: number; readonly scheduler?: SchedulerLike } = {},
): Observable<ExceptionListChange> {
  const pushed$ = events$.pipe(
    filter((event) => changesExceptions(event, types)),
    throttleTime(atMostEveryMs, scheduler, { leading: true, trailing: true }),
  );
  const link = link$.pipe(
    map(({ state }) => state === 'live'),
    distinctUntilChanged(),
    switchMap((isLive) =>
      isLive
        ? of<ExceptionListChange>({ kind: 'fresh' })
        : timer(graceMs, scheduler).pipe(map((): ExceptionListChange => ({ kind: 'stale' }))),
    ),
  );
  return merge(
    answers$.pipe(map((row): ExceptionListChange => ({ kind: 'patch', row }))),
    merge(pushed$, snapshotNeeded$).pipe(map((): ExceptionListChange => ({ kind: 'refetch' }))),
    link,
  );
}
