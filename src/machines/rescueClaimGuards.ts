import { isOfEarlierRules, isPerson, isSuperior, isSystem } from './actors.ts';
import type { GuardArgs, RescueContext } from './rescueContext.ts';

/** The number of times that the claimer may ask for more time. */
export const mostExtensions = 2;

/** Returns the time at which a claim without progress lapses; null while nobody has the order. */
export function lapseDueAtMs({ progressAtMs, lapseAfterMs, extendedMs }: RescueContext): number | null {
  return progressAtMs === null ? null : progressAtMs + lapseAfterMs + extendedMs;
}

/** Returns the time by which the receiver must answer; null while nothing is offered. */
export function handOverDueAtMs({ handOver, handOverAtMs }: RescueContext): number | null {
  return handOver?.outcome === 'offered' && handOverAtMs !== null ? handOverAtMs + handOver.answerWithinMs : null;
}

const isByClaimer = ({ context, event }: GuardArgs): boolean =>
  isPerson(event.actor) && event.actor.id === context.claimer?.id;

const isByClaimerOrSuperior = ({ context, event }: GuardArgs): boolean =>
  isByClaimer({ context, event }) || (isPerson(event.actor) && isSuperior(event.actor));

/** Nobody closes a call that he has not taken, unless he supervises. */
const canJudgeFalse = ({ context, event }: GuardArgs): boolean =>
  isByClaimerOrSuperior({ context, event }) || (isPerson(event.actor) && isOfEarlierRules(event.actor));

const canExtend = ({ context, event }: GuardArgs): boolean =>
  isByClaimer({ context, event }) && context.extensionCount < mostExtensions;

const canHandOver = ({ context, event }: GuardArgs): boolean =>
  (event.type === 'rescue.handedOver' || event.type === 'rescue.handOverOffered') &&
  isByClaimerOrSuperior({ context, event }) &&
  event.data.toUserId !== context.claimer?.id;

/** Another colleague may be asked instead; the same one is asked already. */
const canOffer = ({ context, event }: GuardArgs): boolean =>
  event.type === 'rescue.handOverOffered' &&
  canHandOver({ context, event }) &&
  !(handOverDueAtMs(context) !== null && context.handOver?.to.id === event.data.toUserId);

const isByReceiver = ({ context, event }: GuardArgs): boolean =>
  isPerson(event.actor) && handOverDueAtMs(context) !== null && event.actor.id === context.handOver?.to.id;

const offerHasExpired = ({ context, event }: GuardArgs): boolean => {
  const dueAtMs = handOverDueAtMs(context);
  return isSystem(event.actor) && dueAtMs !== null && event.receivedAtMs >= dueAtMs;
};

/** A claim by telephone needs no page of the platform, but an account that may still answer. */
const claimerHasLeft = ({ context, event }: GuardArgs): boolean =>
  event.type === 'rescue.claimLapsed' &&
  isSystem(event.actor) &&
  event.data.cause === 'claimerLeft' &&
  (context.claimVia === 'console' || event.data.isBarred === true);

const claimHasLapsed = ({ context, event }: GuardArgs): boolean =>
  event.type === 'rescue.claimLapsed' &&
  (event.data.cause === 'claimerLeft'
    ? claimerHasLeft({ context, event })
    : isSystem(event.actor) && event.receivedAtMs >= (lapseDueAtMs(context) ?? 0));

/** Once help was sent a call rings again only where its claimer had asked a colleague to take over, who has not, and has left. */
const isLeftWithOffer = ({ context, event }: GuardArgs): boolean =>
  context.handOver !== null && claimerHasLeft({ context, event });

/** The guards of taking, keeping, handing over and losing a claim. */
export const claimGuards = {
  canJudgeFalse,
  canExtend,
  canHandOver,
  canOffer,
  isByReceiver,
  offerHasExpired,
  claimHasLapsed,
  isLeftWithOffer,
};
