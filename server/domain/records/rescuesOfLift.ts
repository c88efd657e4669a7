import type { RescueStage } from '../../../src/contract/labels.ts';
import type { Principal } from '../../access/principal.ts';
import { recordScopeCondition } from '../../access/scope.ts';
import type { Queries } from '../../store/eventStore.ts';
import { rescueScope } from '../city/recordScope.ts';

/** The calls for help of this lift that the caller sees, without false ones: none without the permission for them. */
export const rescuesOfLift = (queries: Queries, by: Principal, elevatorId: number) =>
  queries
    .selectFrom('rescue_orders as o')
    .where('o.elevator_id', '=', by.permissions.has(rescueScope.viewedBy) ? elevatorId : 0)
    .where('o.is_hidden', '=', 0)
    .where('o.stage', '<>', 'falseCall' satisfies RescueStage)
    .where(() => recordScopeCondition(by.scope, 'o'));
