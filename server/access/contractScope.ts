import { sql, type Expression, type SqlBool } from 'kysely';
import { elevatorScopeCondition, type Scope } from './scope.ts';

/**
 * `contracts` as `k`: one of the caller's own company, or one whose lifts are all in scope. A contract names its lifts,
 * so it is seen whole or not at all.
 */
export function contractScopeCondition(scope: Scope): Expression<SqlBool> {
  if (scope.kind === 'all') return sql<SqlBool>`1 = 1`;
  const own = [...scope.propertyIds, ...scope.maintenanceIds];
  const lifts = sql`select 1 from contract_elevators ke join elevators e on e.id = ke.elevator_id join communities c on c.id = e.community_id where ke.contract_id = k.id`;
  const seen = elevatorScopeCondition(scope);
  const whole = sql<SqlBool>`(exists (${lifts} and ${seen}) and not exists (${lifts} and (${seen}) is not true))`;
  return own.length === 0 ? whole : sql<SqlBool>`(k.org_id in (${sql.join(own)}) or ${whole})`;
}
