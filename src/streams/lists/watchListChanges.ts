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
import type { PushEvent } from '../../contract/push.ts';
import type { LinkStatus } from '../link/liveFeed.ts';

export interface ListChangeSources {
  readonly events$: Observable<PushEvent>;
  /** Returns true if a push may have changed the list. */
  readonly concerns: (event: PushEvent) => boolean;
  readonly snapshotNeeded$: Observable<void>;
  readonly link$: Observable<LinkStatus>;
}

export interface ListChangeTiming {
  readonly atMostEveryMs?: number;
  /** After this long without a link the list says that it may be old. */
  readonly graceMs?: number;
  readonly scheduler?: SchedulerLike;
}

/** The next change of a live list beside receiving rows. */
export interface ReloadOrAge {
  readonly kind: 'refetch' | 'stale' | 'fresh';
}

/**
 * Emits when to load a live list again, and its age: a push that concerns it loads it, at most every second however many come; a link that
 * stays down for three seconds makes it stale until the link is back.
 */
export function watchListChanges(
  { events$, concerns, snapshotNeeded$, link$ }: ListChangeSources,
  { atMostEveryMs = 1_000, graceMs = 3_000, scheduler = asyncScheduler }: ListChangeTiming = {},
): Observable<ReloadOrAge> {
  const pushed$ = events$.pipe(
    filter(concerns),
    throttleTime(atMostEveryMs, scheduler, { leading: true, trailing: true }),
  );
  const age$ = link$.pipe(
    map(({ state }) => state === 'live'),
    distinctUntilChanged(),
    switchMap((isLive) =>
      isLive
        ? of<ReloadOrAge>({ kind: 'fresh' })
        : timer(graceMs, scheduler).pipe(map((): ReloadOrAge => ({ kind: 'stale' }))),
    ),
  );
  return merge(merge(pushed$, snapshotNeeded$).pipe(map((): ReloadOrAge => ({ kind: 'refetch' }))), age$);
}
