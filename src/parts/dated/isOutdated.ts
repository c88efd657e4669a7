import type { LoadState } from '../../streams/loading/loadState.ts';

/** An answer that a page requests again and again, and when it came (epoch ms of this computer). */
export interface Dated {
  readonly loadedAtMs: number;
}

/**
 * Returns true if the data may be old: the link is gone, the last request failed, or no answer came for too long. False before the first
 * answer.
 */
export const isOutdated = (
  state: LoadState<Dated>,
  { isLinkLive, nowMs, staleAfterMs }: { isLinkLive: boolean; nowMs: number; staleAfterMs: number },
): boolean =>
  state.kind === 'ready' && (!isLinkLive || state.problem !== null || nowMs - state.value.loadedAtMs > staleAfterMs);
