import { elevatorScopeCondition, type Scope } from '../access/scope.ts';
import { run, type Queries, type TransactionSteps } from '../store/eventStore.ts';

/** Whether the lift exists and lies in this scope: asked inside the change of a record that stands in the lift. */
export function* isLiftInScope(queries: Queries, scope: Scope, elevatorId: number): TransactionSteps<boolean> {
  const lifts = yield* run(
    queries
      .selectFrom('elevators as e')
      .innerJoin('communities as c', 'c.id', 'e.community_id')
      .select('e.id')
      .where('e.id', '=', elevatorId)
      .where(() => elevatorScopeCondition(scope)),
  );
  return lifts.length > 0;
}
