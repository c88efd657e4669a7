import { idleClaims, releaseClaim } from '../domain/releaseClaims.ts';
import type { DecisionParts } from '../domain/decide.ts';
import type { ConsoleRegistry } from '../domain/domain.ts';
import { every } from '../runtime/clock.ts';

/** A console that is back within this time had a dropped link and did not leave. */
export const claimerAwayLimitMs = 60_000;
const lookPeriodMs = 1_000;

export interface ClaimerWatch {
  close(): Promise<void>;
}

/**
 * Calls ring again when the user who claimed them has had no console for 60 s and has taken no step. After a restart
 * everyone is away until seen, so the same limit runs from there and nothing needs to be stored.
 */
export function watchClaimers(
  parts: DecisionParts & { readonly consoles: Pick<ConsoleRegistry, 'isOnline'> },
  onError: (error: unknown) => void,
): ClaimerWatch {
  const { clock, consoles } = parts;
  const awaySinceMs = new Map<number, number>();
  let looking = Promise.resolve();

  async function look(): Promise<void> {
    const claims = await idleClaims(parts);
    const nowMs = clock.monotonicMs();
    const claimers = new Set(claims.map(({ userId }) => userId));
    for (const userId of awaySinceMs.keys())
      if (!claimers.has(userId) || consoles.isOnline(userId)) awaySinceMs.delete(userId);
    for (const userId of claimers)
      if (!consoles.isOnline(userId) && !awaySinceMs.has(userId)) awaySinceMs.set(userId, nowMs);
    for (const claim of claims) {
      const sinceMs = awaySinceMs.get(claim.userId);
      if (sinceMs !== undefined && nowMs - sinceMs >= claimerAwayLimitMs) await releaseClaim(parts, claim);
    }
  }

  const stop = every(clock, lookPeriodMs, () => (looking = look().catch(onError)));
  return {
    async close() {
      stop();
      await looking;
    },
  };
}
