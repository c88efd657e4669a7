import { sql, type Expression, type RawBuilder, type SqlBool } from 'kysely';
import { companyScopeCondition, type CompanyColumn } from './companyScope.ts';
import { elevatorScopeBesideArea, elevatorScopeCondition, type Scope } from './scope.ts';

const companyColumns: Readonly<Record<3 | 4 | 5, CompanyColumn>> = {
  3: 'brand_id',
  4: 'property_id',
  5: 'maintenance_id',
};

/** The column of a lift that names an organisation of the type; an area is its community's. */
const liftColumns = [
  [2, 'community_id'],
  [3, 'brand_id'],
  [4, 'property_id'],
  [5, 'maintenance_id'],
] as const;

/** `communities` as `c`: one of the caller's areas, the caller's own, or one with a lift in scope. */
export function communityScopeCondition(scope: Scope): Expression<SqlBool> {
  if (scope.kind === 'all') return sql<SqlBool>`1 = 1`;
  const served = elevatorScopeBesideArea(scope);
  const conditions = [
    ...(scope.areaIds.length === 0 ? [] : [sql<SqlBool>`c.area_id in (${sql.join(scope.areaIds)})`]),
    ...(scope.communityIds.length === 0 ? [] : [sql<SqlBool>`c.id in (${sql.join(scope.communityIds)})`]),
    ...(served === undefined ? [] : [sql<SqlBool>`c.id in (select e.community_id from elevators e where ${served})`]),
  ];
  return conditions.length === 0 ? sql<SqlBool>`1 = 0` : sql<SqlBool>`(${sql.join(conditions, sql` or `)})`;
}

/** A row that belongs to one organisation (`org_type`, `org_id`), under `alias`: visible where the organisation is. */
export function organizationScopeCondition(scope: Scope, alias: string): Expression<SqlBool> {
  if (scope.kind === 'all') return sql<SqlBool>`1 = 1`;
  const type = sql.ref(`${alias}.org_type`);
  const id = sql.ref(`${alias}.org_id`);
  const areas =
    scope.areaIds.length === 0 ? [] : [sql<SqlBool>`(${type} = 1 and ${id} in (${sql.join(scope.areaIds)}))`];
  const companies = ([3, 4, 5] as const).map(
    (company) =>
      sql<SqlBool>`(${type} = ${sql.lit(company)} and ${id} in (select o.id from organizations o where o.org_type = ${sql.lit(company)} and ${companyScopeCondition(scope, companyColumns[company])}))`,
  );
  const communities = sql<SqlBool>`(${type} = 2 and ${id} in (select c.id from communities c where ${communityScopeCondition(scope)}))`;
  return sql<SqlBool>`(${sql.join([...areas, communities, ...companies], sql` or `)})`;
}

/**
 * `users` as `u` with their `roles` as `r`: accounts that the caller may manage, because every lift that they see is in
 * scope and they see one. An account without an organisation, or without limits, is managed only by those who see
 * everything.
 */
export function accountScopeCondition(scope: Scope): Expression<SqlBool> {
  if (scope.kind === 'all') return sql<SqlBool>`1 = 1`;
  const own = sql`select 1 from user_organizations uo where uo.user_id = u.id`;
  return sql<SqlBool>`(r.is_unscoped = 0 and exists (${own} and ${seesLifts(scope, 'inside')}) and not exists (${own} and ${seesLifts(scope, 'outside')}))`;
}

/** `user_organizations` as `uo`: an organisation that sees a lift inside the scope, or one outside it. An area counts as a whole. */
function seesLifts(scope: Exclude<Scope, { kind: 'all' }>, where: 'inside' | 'outside'): Expression<SqlBool> {
  const isThere = where === 'inside' ? sql`is true` : sql`is not true`;
  const areas = scope.areaIds.length === 0 ? sql`1 = 0` : sql`uo.org_id in (${sql.join(scope.areaIds)})`;
  const others = liftColumns.map(([type, column]) => {
    const lifts = sql`select ${sql.ref(`e.${column}`)} from elevators e join communities c on c.id = e.community_id where (${elevatorScopeCondition(scope)}) ${isThere}`;
    return sql<SqlBool>`(uo.org_type = ${sql.lit(type)} and uo.org_id in (${lifts}))`;
  });
  return sql<SqlBool>`(${sql.join([sql`(uo.org_type = 1 and (${areas}) ${isThere})`, ...others], sql` or `)})`;
}

/**
 * `users` as `u` with their `roles` as `r`: people who see at least one lift in the caller's scope, to whom the caller
 * may hand something over.
 */
export function colleagueScopeCondition(scope: Scope): Expression<SqlBool> {
  if (scope.kind === 'all') return sql<SqlBool>`1 = 1`;
  const lifts = (column: RawBuilder<unknown>) =>
    sql`select ${column} from elevators e join communities c on c.id = e.community_id where ${elevatorScopeCondition(scope)}`;
  const areas = sql<SqlBool>`(uo.org_type = 1 and uo.org_id in (select top.id from areas top join areas a on a.path like top.path || '%' where a.id in (${lifts(sql`c.area_id`)})))`;
  const others = liftColumns.map(
    ([type, column]) =>
      sql<SqlBool>`(uo.org_type = ${sql.lit(type)} and uo.org_id in (${lifts(sql.ref(`e.${column}`))}))`,
  );
  return sql<SqlBool>`(r.is_unscoped = 1 or exists (select 1 from user_organizations uo where uo.user_id = u.id and (${sql.join([areas, ...others], sql` or `)})))`;
}
