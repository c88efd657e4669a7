import { sql, type Expression, type RawBuilder, type SqlBool } from 'kysely';
import { companyScopeCondition, type CompanyColumn } from './companyScope.ts';
import { elevatorScopeBesideArea, elevatorScopeCondition, mostNarrowAreas, type Scope } from './scope.ts';

export const companyTypes = [3, 4, 5] as const;
export type CompanyType = (typeof companyTypes)[number];

export const companyColumns: Readonly<Record<CompanyType, CompanyColumn>> = {
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
  // The plus keeps a wide scope from gathering and sorting all its communities for one page of them.
  const area = scope.areaIds.length > mostNarrowAreas ? sql`+c.area_id` : sql`c.area_id`;
  const conditions = [
    ...(scope.areaIds.length === 0 ? [] : [sql<SqlBool>`${area} in (${sql.join(scope.areaIds)})`]),
    ...(scope.communityIds.length === 0 ? [] : [sql<SqlBool>`c.id in (${sql.join(scope.communityIds)})`]),
    ...(served === undefined ? [] : [sql<SqlBool>`c.id in (select e.community_id from elevators e where ${served})`]),
  ];
  return conditions.length === 0 ? sql<SqlBool>`1 = 0` : sql<SqlBool>`(${sql.join(conditions, sql` or `)})`;
}

/** `select o.id`: the companies of a type that are in scope. */
const companiesInScope = (scope: Scope, type: CompanyType): RawBuilder<unknown> =>
  sql`select o.id from organizations o where o.org_type = ${sql.lit(type)} and ${companyScopeCondition(scope, companyColumns[type])}`;

/**
 * A row that belongs to one organisation (`org_type`, `org_id`), under `alias`: visible where the organisation is. `companiesOf` lists the
 * companies of a type in scope where the caller knows them.
 */
export function organizationScopeCondition(
  scope: Scope,
  alias: string,
  companiesOf = (type: CompanyType) => companiesInScope(scope, type),
): Expression<SqlBool> {
  if (scope.kind === 'all') return sql<SqlBool>`1 = 1`;
  const column = sql.ref(`${alias}.org_type`);
  // The plus, as above, lets a wide scope find its rows in the order of the list.
  const type = scope.areaIds.length > mostNarrowAreas ? sql`+${column}` : column;
  const id = sql.ref(`${alias}.org_id`);
  const areas =
    scope.areaIds.length === 0 ? [] : [sql<SqlBool>`(${type} = 1 and ${id} in (${sql.join(scope.areaIds)}))`];
  const companies = companyTypes.map(
    (company) => sql<SqlBool>`(${type} = ${sql.lit(company)} and ${id} in (${companiesOf(company)}))`,
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
  return sql<SqlBool>`(r.is_unscoped = 0 and exists (${own} and ${seesLifts(scope, 'inside')})
    and not exists (${own} and ${seesLifts(scope, 'outside')}))`;
}

/** `user_organizations` as `uo`: an organisation that sees a lift inside the scope, or one outside it. An area counts as a whole. */
function seesLifts(scope: Exclude<Scope, { kind: 'all' }>, where: 'inside' | 'outside'): Expression<SqlBool> {
  const isThere = where === 'inside' ? sql`is true` : sql`is not true`;
  const areas = scope.areaIds.length === 0 ? sql`1 = 0` : sql`uo.org_id in (${sql.join(scope.areaIds)})`;
  const others = liftColumns.map(([type, column]) => {
    const lifts = sql`select ${sql.ref(`e.${column}`)} from elevators e join communities c on c.id = e.community_id
      where (${elevatorScopeCondition(scope)}) ${isThere}`;
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
  const areas = sql<SqlBool>`(uo.org_type = 1 and uo.org_id in (
    select top.id from areas top join areas a on a.path like top.path || '%' where a.id in (${lifts(sql`c.area_id`)})))`;
  const others = liftColumns.map(
    ([type, column]) =>
      sql<SqlBool>`(uo.org_type = ${sql.lit(type)} and uo.org_id in (${lifts(sql.ref(`e.${column}`))}))`,
  );
  return sql<SqlBool>`(r.is_unscoped = 1 or exists (
    select 1 from user_organizations uo where uo.user_id = u.id and (${sql.join([areas, ...others], sql` or `)})))`;
}

/**
 * The same row, visible to users who look after the organisation: their own, or one of which they see every lift, and one at least.
 * Others see the organisation because it serves one of their lifts, which gives them no say in how it is reached.
 */
export function organizationCoveredCondition(scope: Scope, alias: string): Expression<SqlBool> {
  if (scope.kind === 'all') return sql<SqlBool>`1 = 1`;
  const type = sql.ref(`${alias}.org_type`);
  const id = sql.ref(`${alias}.org_id`);
  const own: readonly (readonly [type: number, ids: readonly number[]])[] = [
    [1, scope.areaIds],
    [2, scope.communityIds],
    [3, scope.brandIds],
    [4, scope.propertyIds],
    [5, scope.maintenanceIds],
  ];
  const ownConditions = own.flatMap(([kind, ids]) =>
    ids.length === 0 ? [] : [sql<SqlBool>`(${type} = ${sql.lit(kind)} and ${id} in (${sql.join(ids)}))`],
  );
  const served = liftColumns.map(([kind, column]) => {
    const lifts = (isThere: RawBuilder<unknown>) =>
      sql`select 1 from elevators e join communities c on c.id = e.community_id
        where ${sql.ref(`e.${column}`)} = ${id} and (${elevatorScopeCondition(scope)}) ${isThere}`;
    return sql<SqlBool>`(${type} = ${sql.lit(kind)} and exists (${lifts(sql`is true`)}) and not exists (${lifts(sql`is not true`)}))`;
  });
  return sql<SqlBool>`(${sql.join([...ownConditions, ...served], sql` or `)})`;
}
