import { sql, type Expression, type SqlBool } from 'kysely';
import { elevatorScopeCondition, mostNarrowAreas, type Scope } from './scope.ts';

/**
 * `contracts` as `k`: one of the caller's own company, or one whose lifts are all in scope. A contract names its lifts,
 * so it is seen whole or not at all.
 */
export function contractScopeCondition(scope: Scope): Expression<SqlBool> {
  if (scope.kind === 'all') return sql<SqlBool>`1 = 1`;
  const own = [...scope.propertyIds, ...scope.maintenanceIds];
  const seen = elevatorScopeCondition(scope);
  const lifts = sql`contract_elevators ke join elevators e on e.id = ke.elevator_id join communities c on c.id = e.community_id`;
  const its = sql`select 1 from ${lifts} where ke.contract_id = k.id`;
  // A narrow scope has few lifts, so the contracts of these are fewer than those to look through.
  const some =
    scope.areaIds.length > mostNarrowAreas
      ? sql`exists (${its} and ${seen})`
      : sql`k.id in (select ke.contract_id from ${lifts} where ${seen})`;
  const whole = sql<SqlBool>`(${some} and not exists (${its} and (${seen}) is not true))`;
  return own.length === 0 ? whole : sql<SqlBool>`(k.org_id in (${sql.join(own)}) or ${whole})`;
}
