import type { RuleAction } from '../../src/contract/rules/alarmRule.ts';
import { addDays, dayOf } from '../../src/contract/time.ts';
import { rulesActor } from '../domain/actors.ts';
import { orderExtraVisit } from '../domain/visits/orderExtraVisit.ts';
import type { FiredAction, RuleActionParts } from './ruleFiring.ts';

/** Auto-action 5: plans an extra visit to the lift; one that is open already is enough. */
export async function orderVisitByRule(
  parts: RuleActionParts,
  { firing, action, messageId, position }: FiredAction<Extract<RuleAction, { no: 5 }>>,
): Promise<void> {
  await orderExtraVisit(parts, {
    elevatorId: firing.elevatorId,
    dueOn: addDays(dayOf(parts.clock.nowMs()), action.due_in_days),
    reason: `报警规则“${firing.name}”：${firing.reason}`,
    actor: rulesActor,
    messageId,
    causationPosition: position,
  });
}
