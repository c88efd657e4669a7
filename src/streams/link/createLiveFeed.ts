import {
  asyncScheduler,
  distinctUntilChanged,
  filter,
  map,
  share,
  shareReplay,
  type Observable,
  type SchedulerLike,
} from 'rxjs';
import type { PushEvent } from '../../contract/push.ts';
import { dedupeByPosition } from './dedupeByPosition.ts';
import type { LiveFeed, LinkStatus } from './liveFeed.ts';
import { openCalls } from './openCalls.ts';
import { framesOf } from './pushFrames.ts';
import type { PushReport } from './pushReport.ts';
import { serverClock } from './serverClock.ts';

const isDefined = <T>(value: T | undefined): value is T => value !== undefined;

/**
 * Creates the feed that the screens read, from the reports of one push link. App keeps `ringing$` and `link$` subscribed for as long as
 * someone is signed in: they know only what arrived while they had a subscriber.
 */
export function createLiveFeed(
  reports$: Observable<PushReport>,
  { scheduler = asyncScheduler }: { readonly scheduler?: SchedulerLike } = {},
): LiveFeed {
  const shared$ = reports$.pipe(share());
  // Here and not in the worker, so that nothing is repeated even after the worker had to be restarted.
  const frames$ = dedupeByPosition(framesOf(shared$)).pipe(share());
  const events$: Observable<PushEvent> = frames$.pipe(
    map(({ event }) => event),
    filter(isDefined),
  );
  const restarted$ = frames$.pipe(
    filter(({ welcome }) => welcome?.fresh === true),
    map(() => undefined),
  );
  const serverTimes$ = frames$.pipe(
    map(({ heartbeat, welcome }) => heartbeat?.serverTimeMs ?? welcome?.serverTimeMs),
    filter(isDefined),
  );
  return {
    link$: shared$.pipe(
      map((report): LinkStatus | undefined =>
        report.kind === 'link' ? { state: report.state, sinceMs: report.sinceMs } : undefined,
      ),
      filter(isDefined),
      distinctUntilChanged((before, after) => before.state === after.state),
      shareReplay({ bufferSize: 1, refCount: true }),
    ),
    events$,
    ringing$: openCalls({ events$, restarted$ }, { scheduler }).pipe(shareReplay({ bufferSize: 1, refCount: true })),
    serverNow$: serverClock(serverTimes$, { scheduler }).pipe(shareReplay({ bufferSize: 1, refCount: true })),
    snapshotNeeded$: restarted$,
  };
}
