import { distinctUntilChanged, filter, map, pairwise, scan, type Observable } from 'rxjs';
import { heartbeatDeadAfterMs } from '../../contract/push.ts';
import type { LinkState, LinkStatus } from './liveFeed.ts';

/** The push link, and since when nothing has come through it, however often it was retried meanwhile. */
export interface LinkHealth {
  readonly state: LinkState;
  /** By this machine's clock, epoch ms; null while live. */
  readonly lostSinceMs: number | null;
  /** With `refused`: only this page had to give way; the session continues. */
  readonly isCrowdedOut?: boolean;
  /** The page's first attempt is still under way: nothing has been lost yet. */
  readonly isFirst?: boolean;
  /** While live: no synthetic call has come for so long that a real one might not come either. */
  readonly isUntested?: boolean;
}

export const initialLinkHealth: LinkHealth = { state: 'connecting', lostSinceMs: null, isFirst: true };

/** Returns the time since when nothing has come through: we notice a silence only after it has lasted for a while. */
const lostAtMs = ({ state, sinceMs }: LinkStatus): number =>
  state === 'stale' ? sinceMs - heartbeatDeadAfterMs : sinceMs;

/** A retry restarts its own clock; people want to know since when calls may have been missed. */
export function watchLinkHealth(link$: Observable<LinkStatus>): Observable<LinkHealth> {
  return link$.pipe(
    scan(
      (before: LinkHealth, status): LinkHealth => ({
        state: status.state,
        lostSinceMs: status.state === 'live' ? null : (before.lostSinceMs ?? lostAtMs(status)),
        ...(before.isFirst === true && status.state === 'connecting' ? { isFirst: true } : {}),
        ...(status.isCrowdedOut === true ? { isCrowdedOut: true } : {}),
      }),
      initialLinkHealth,
    ),
  );
}

/** Emits the number of times that the link has become live again after it was lost, from 1. The page's first attempt is no return. */
export function countReconnects(health$: Observable<LinkHealth>): Observable<number> {
  return health$.pipe(
    filter(({ isFirst }) => isFirst !== true),
    map(({ state }) => state === 'live'),
    distinctUntilChanged(),
    pairwise(),
    filter(([, isLive]) => isLive),
    scan((times) => times + 1, 0),
  );
}

/** A blip is only shown in the header; a longer loss is announced across the page. */
const bannerAfterMs = 5_000;

export type LinkAlarm = 'none' | 'lost' | 'refused' | 'crowdedOut';

/** Returns the alarm that the page must announce prominently because calls may not arrive; once announced, until the link is live again. */
export function linkAlarm({ state, lostSinceMs, isCrowdedOut }: LinkHealth, nowMs: number): LinkAlarm {
  if (state === 'refused') return isCrowdedOut === true ? 'crowdedOut' : 'refused';
  if (lostSinceMs === null || state === 'closed') return 'none';
  return nowMs - lostSinceMs >= bannerAfterMs ? 'lost' : 'none';
}
