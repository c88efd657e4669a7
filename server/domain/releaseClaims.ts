import { rescueLifecycle } from '../../src/machines/rescueOrderLifecycle.ts';
import { rulesActor } from './actors.ts';
import { decide, type DecisionParts } from './decide.ts';
import { unlessRefused } from './refusal.ts';

export interface Claim {
  readonly orderId: number;
  readonly userId: number;
  /** No help was sent yet: only such an order rings again when its claimer leaves. */
  readonly isIdle: boolean;
}

/** Open orders that someone has, oldest first. */
export async function openClaims({ store }: Pick<DecisionParts, 'store'>): Promise<readonly Claim[]> {
  const rows = await store.rows
    .selectFrom('open_rescues as o')
    .innerJoin('rescue_orders as r', 'r.id', 'o.order_id')
    .select(['r.id', 'r.accepted_by_id', 'r.stage'])
    .orderBy('r.id')
    .execute();
  return rows.flatMap(({ id, accepted_by_id: userId, stage }) =>
    userId === null ? [] : [{ orderId: id, userId, isIdle: stage === 'accepted' }],
  );
}

/**
 * The user who claimed it has left: it rings again, unless a step or a hand-over came first. A claim by telephone needs no console, so
 * nobody can leave it.
 */
export async function releaseClaim(
  parts: DecisionParts,
  { orderId, userId }: Pick<Claim, 'orderId' | 'userId'>,
): Promise<void> {
  // Closed, or taken by someone else, in the meantime: then it is not this person's to lose.
  await unlessRefused(
    decide(parts, rescueLifecycle, {
      stream: `rescue-${orderId}`,
      actor: rulesActor,
      choose: (state) =>
        state.matches({ rescuing: 'accepted' }) &&
        state.context.claimer?.id === userId &&
        state.context.claimVia === 'console'
          ? { type: 'rescue.claimLapsed', data: { cause: 'claimerLeft' } }
          : undefined,
    }),
  );
}

/** Everything that this person claimed without acting on it. One that fails keeps no other; then the first failure is thrown. */
export async function releaseClaimsOf(parts: DecisionParts, userId: number): Promise<void> {
  const failures: unknown[] = [];
  for (const claim of await openClaims(parts))
    if (claim.isIdle && claim.userId === userId)
      await releaseClaim(parts, claim).catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw failures[0];
}
