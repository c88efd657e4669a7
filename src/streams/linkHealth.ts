import { scan, type Observable } from 'rxjs';
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
}

export const initialLinkHealth: LinkHealth = { state: 'connecting', lostSinceMs: null, isFirst: true };

/** A retry restarts its own clock; people want to know since when calls may have been missed. */
export function watchLinkHealth(link$: Observable<LinkStatus>): Observable<LinkHealth> {
  return link$.pipe(
    scan(
      (before: LinkHealth, { state, sinceMs, isCrowdedOut }): LinkHealth => ({
        state,
        lostSinceMs: state === 'live' ? null : (before.lostSinceMs ?? sinceMs),
        ...(before.isFirst === true && state === 'connecting' ? { isFirst: true } : {}),
        ...(isCrowdedOut === true ? { isCrowdedOut } : {}),
      }),
      initialLinkHealth,
    ),
  );
}

/** A blip is only shown in the header; a longer loss is announced across the page. */
export const bannerAfterMs = 5_000;

export type LinkAlarm = 'none' | 'lost' | 'refused' | 'crowdedOut';

/** Whether the page must announce prominently that calls may not arrive. `stale` means already silent for 12 s. */
export function linkAlarm({ state, lostSinceMs, isCrowdedOut }: LinkHealth, nowMs: number): LinkAlarm {
  if (state === 'refused') return isCrowdedOut === true ? 'crowdedOut' : 'refused';
  if (lostSinceMs === null || state === 'closed') return 'none';
  return state === 'stale' || nowMs - lostSinceMs >= bannerAfterMs ? 'lost' : 'none';
}
