import type { RescueOrderRow } from '../contract/entities/rescueOrder.ts';
import { toWireTime } from '../contract/time.ts';
import { knowerName } from './describeRescueEvent.ts';
import { isRescueClosed } from './rescueOrderLifecycle.ts';
import { handOverDueAtMs, lapseDueAtMs, mostExtensions } from './rescueClaimGuards.ts';
import type { RescueSnapshot } from './rescueOrderMachine.ts';

/** The members of an order's row that say who has it, for how long, who is asked to take over, and who knows of it. */
export type RescueClaim = Pick<
  RescueOrderRow,
  'accepted_via' | 'claim' | 'waiting_since' | 'lapsed_claim' | 'hand_over' | 'expected_at' | 'informed'
>;

export const noClaim: RescueClaim = {
  accepted_via: null,
  claim: null,
  waiting_since: null,
  lapsed_claim: null,
  hand_over: null,
  expected_at: null,
  informed: [],
};

type Holder = RescueSnapshot['context']['claimer'];

/** A person; null for the simulator, which no row names. */
const personOf = (holder: Holder): { readonly id: number; readonly name: string } | null =>
  typeof holder?.id === 'number' ? { id: holder.id, name: holder.name } : null;

/** The clock of a claim that must dispatch; it stops with the dispatch. */
function claimOf({ context, ...state }: RescueSnapshot): RescueOrderRow['claim'] {
  const { progressAtMs, extensionCount } = context;
  const lapsesAtMs = lapseDueAtMs(context);
  if (!state.matches({ rescuing: 'accepted' }) || progressAtMs === null || lapsesAtMs === null) return null;
  return {
    since: toWireTime(progressAtMs),
    lapses_at: toWireTime(lapsesAtMs),
    extensions_left: mostExtensions - extensionCount,
  };
}

function handOverOf(state: RescueSnapshot): RescueOrderRow['hand_over'] {
  const { handOver, handOverAtMs } = state.context;
  const to = personOf(handOver?.to ?? null);
  if (handOver === null || handOverAtMs === null || to === null || !state.matches('rescuing')) return null;
  const dueAtMs = handOverDueAtMs(state.context);
  return {
    to,
    outcome: handOver.outcome,
    at: toWireTime(handOverAtMs),
    answer_by: dueAtMs === null ? null : toWireTime(dueAtMs),
  };
}

/** Returns the claim of an order by its state; the server's row and the desk's are both made of it. */
export function rescueClaim(state: RescueSnapshot): RescueClaim {
  const { claimer, claimVia, firstAcceptedAtMs, ladderFromMs, lapsedClaim, expectedAtMs, arrivedAtMs, informed } =
    state.context;
  const waitsAgain = state.matches('pending') && firstAcceptedAtMs !== null;
  const lapsed = personOf(lapsedClaim);
  const isExpected = expectedAtMs !== null && arrivedAtMs === null && !isRescueClosed(state);
  return {
    accepted_via: claimer === null ? null : claimVia,
    claim: claimOf(state),
    waiting_since: waitsAgain ? toWireTime(ladderFromMs) : null,
    lapsed_claim:
      waitsAgain && lapsed !== null && lapsedClaim !== null ? { ...lapsed, cause: lapsedClaim.cause } : null,
    hand_over: handOverOf(state),
    expected_at: isExpected ? toWireTime(expectedAtMs) : null,
    informed: informed.map(knowerName),
  };
}
