import { isSignedIn } from '../access/accounts.ts';
import type { DecisionParts } from '../domain/decide.ts';
import type { ConsolePresence } from '../ports/consolePresence.ts';
import { noticeOfLeaving } from '../domain/records/noticeOfLeaving.ts';
import { NotifiedPeople } from '../domain/records/notifiedPeople.ts';
import { openClaims, releaseClaim, type Claim } from '../domain/records/releaseClaims.ts';
import { every } from '../runtime/clock.ts';

/** A console that is back within this time had a dropped link and did not leave. */
const claimerAwayLimitMs = 60_000;
const lookPeriodMs = 1_000;

export interface ClaimerWatch {
  close(): Promise<void>;
}

/** Someone who has an open order and no console. */
interface Absence {
  readonly sinceMs: number;
  /** The orders for which others were notified, each with the position of its last event that was looked at. */
  readonly toldOf: Map<number, number>;
}

/**
 * Calls ring again when the user who claimed them has had no console for 60 s and has sent no help. Once help is on its way, a call rings
 * where its holder had asked a colleague to take over, who has not; otherwise others get a notice instead: once for each absence, and
 * immediately where the user has logged out. After a restart everyone is away until seen, so the
 * same limit runs from there and nothing needs to be stored.
 */
export function watchClaimers(
  parts: DecisionParts & { readonly consoles: Pick<ConsolePresence, 'isOnline'> },
  onError: (error: unknown) => void,
): ClaimerWatch {
  const { store, clock, consoles } = parts;
  const people = new NotifiedPeople(parts);
  const absences = new Map<number, Absence>();
  let looking = Promise.resolve();

  /** The claims of users without a console, each with the absence. */
  function unattended(claims: readonly Claim[], nowMs: number) {
    const claimers = new Set(claims.map(({ userId }) => userId));
    for (const userId of absences.keys())
      if (!claimers.has(userId) || consoles.isOnline(userId)) absences.delete(userId);
    for (const userId of claimers)
      if (!consoles.isOnline(userId) && !absences.has(userId))
        absences.set(userId, { sinceMs: nowMs, toldOf: new Map() });
    return claims.flatMap((claim) => {
      const absence = absences.get(claim.userId);
      return absence === undefined ? [] : [{ claim, absence, isGone: nowMs - absence.sinceMs >= claimerAwayLimitMs }];
    });
  }

  /** Ends the holder's own offer and reports the leaving. An offer that a superior makes after the notice keeps the time that every offer has. */
  async function tell(claim: Claim, { toldOf }: Absence): Promise<void> {
    const isTold = toldOf.has(claim.orderId);
    if (!(await releaseClaim(parts, claim, { endsOffer: !isTold })) && !isTold)
      await noticeOfLeaving({ ...parts, people }, claim);
    toldOf.set(claim.orderId, claim.position);
  }

  async function look(): Promise<void> {
    const left = unattended(await openClaims(parts), clock.monotonicMs());
    // What rings comes first. One that fails is tried again with the next look, and keeps no other from ringing.
    for (const { claim, isGone } of left) if (claim.isIdle && isGone) await releaseClaim(parts, claim).catch(onError);
    for (const { claim, absence, isGone } of left) {
      if (claim.isIdle || absence.toldOf.get(claim.orderId) === claim.position) continue;
      if (!isGone && (await isSignedIn(store, claim.userId))) continue;
      await tell(claim, absence).catch(onError);
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
