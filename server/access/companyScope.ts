import { sql, type Expression, type SqlBool } from 'kysely';
import { elevatorScopeCondition, mostNarrowAreas, type Scope } from './scope.ts';

/** The column of `elevators` that names a company of the kind. */
export type CompanyColumn = 'brand_id' | 'property_id' | 'maintenance_id';

const ownIds = (scope: Exclude<Scope, { kind: 'all' }>, column: CompanyColumn): readonly number[] =>
  ({ brand_id: scope.brandIds, property_id: scope.propertyIds, maintenance_id: scope.maintenanceIds })[column];

/**
 * `organizations` as `o`, of the kind that the column names: the caller's own company, one that serves a lift in scope, and for users who
 * look after an area also one that serves no lift yet: a company is entered before its first lift is.
 */
export function companyScopeCondition(scope: Scope, column: CompanyColumn): Expression<SqlBool> {
  if (scope.kind === 'all') return sql<SqlBool>`1 = 1`;
  const served = sql.ref(`e.${column}`);
  const own = ownIds(scope, column);
  const inScope = elevatorScopeCondition(scope);
  // Asks for the same lifts in the cheaper way: a wide scope has a lift of almost every company, a narrow one has few lifts.
  const serving =
    scope.areaIds.length > mostNarrowAreas
      ? sql<SqlBool>`exists (select 1 from elevators e join communities c on c.id = e.community_id where ${served} = o.id and ${inScope})`
      : sql<SqlBool>`o.id in (select ${served} from elevators e join communities c on c.id = e.community_id where ${inScope})`;
  const conditions = [
    serving,
    ...(own.length === 0 ? [] : [sql<SqlBool>`o.id in (${sql.join(own)})`]),
    ...(scope.areaIds.length === 0
      ? []
      : [sql<SqlBool>`not exists (select 1 from elevators e where ${served} = o.id)`]),
  ];
  return sql<SqlBool>`(${sql.join(conditions, sql` or `)})`;
}
