import { streamName } from '../../../src/contract/streamName.ts';
import type { EventDraft } from '../../../src/machines/lifecycle.ts';
import { rescueLifecycle } from '../../../src/machines/rescueOrderLifecycle.ts';
import type { RescueSnapshot } from '../../../src/machines/rescueOrderMachine.ts';
import { rulesActor } from '../actors.ts';
import { findAnswererOf } from './answerers.ts';
import { findOrderRow } from './currentRows.ts';
import { decide, type DecisionParts } from '../decide.ts';
import { unlessRefused } from '../refusal.ts';
import { responsibilityOf } from '../city/responsible.ts';

export interface Claim {
  readonly orderId: number;
  readonly userId: number;
  /** No help was sent yet: such an order always rings again when its claimer leaves. */
  readonly isIdle: boolean;
  /** The position of the order's last event. */
  readonly position: number;
}

/** Open orders that someone has, oldest first. */
export async function openClaims({ store }: Pick<DecisionParts, 'store'>): Promise<readonly Claim[]> {
  const rows = await store.rows
    .selectFrom('open_rescues as o')
    .innerJoin('rescue_orders as r', 'r.id', 'o.order_id')
    .select(['r.id', 'r.accepted_by_id', 'r.stage', 'r.position'])
    .orderBy('r.id')
    .execute();
  return rows.flatMap(({ id, accepted_by_id: userId, stage, position }) =>
    userId === null ? [] : [{ orderId: id, userId, isIdle: stage === 'accepted', position }],
  );
}

/** Returns the event that ends the claim of somebody who has left; undefined where it stays: help is on its way, or they took it by telephone. */
function endOfClaim(
  { context, ...state }: RescueSnapshot,
  { isBarred, endsOffer }: { readonly isBarred: boolean; readonly endsOffer: boolean },
): EventDraft | undefined {
  const { claimVia, handOver } = context;
  if (claimVia === 'phone' && !isBarred) return undefined;
  const isIdle = state.matches({ rescuing: 'accepted' });
  const isOnItsWay = state.matches({ rescuing: 'dispatched' }) || state.matches({ rescuing: 'arrived' });
  const isOffered = handOver !== null && (endsOffer || handOver.outcome !== 'offered');
  if (!isIdle && !(isOnItsWay && isOffered)) return undefined;
  return {
    type: 'rescue.claimLapsed',
    data: {
      cause: 'claimerLeft',
      ...(isBarred ? { isBarred } : {}),
      ...(handOver === null ? {} : { offeredTo: handOver.to.name.slice(0, 100) }),
    },
  };
}

/**
 * The user who claimed it has left: it rings again while no help was sent, and after that where a colleague was asked to take over and
 * has not. A step or a hand-over that came first keeps it. A claim by telephone needs no console; it ends when the account may no longer
 * answer. `endsOffer: false` waits for the answer to an offer that stands. Returns whether it rings.
 */
export async function releaseClaim(
  parts: DecisionParts,
  { orderId, userId }: Pick<Claim, 'orderId' | 'userId'>,
  { endsOffer = true }: { readonly endsOffer?: boolean } = {},
): Promise<boolean> {
  const order = await findOrderRow(parts.store, orderId);
  if (order === undefined) return false;
  const isBarred = (await findAnswererOf(parts.store, userId, responsibilityOf(order))) === undefined;
  // Closed, or taken by someone else, in the meantime: then it is not this person's to lose.
  const decision = await unlessRefused(
    decide(parts, rescueLifecycle, {
      stream: streamName('rescue', orderId),
      actor: rulesActor,
      choose: (state) =>
        state.context.claimer?.id === userId ? endOfClaim(state, { isBarred, endsOffer }) : undefined,
    }),
  );
  return decision?.result !== undefined;
}

/** Everything of this person's that must ring again. One that fails keeps no other; then the first failure is thrown. */
export async function releaseClaimsOf(parts: DecisionParts, userId: number): Promise<void> {
  const failures: unknown[] = [];
  for (const claim of await openClaims(parts))
    if (claim.userId === userId) await releaseClaim(parts, claim).catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw failures[0];
}
