import { sql, type Expression, type SqlBool } from 'kysely';
import type { Responsible } from '../../src/contract/events/responsible.ts';

/** The records that a user may see: everything, or the union of the organisations the user belongs to (none means nothing). */
export type Scope =
  | { readonly kind: 'all' }
  | {
      readonly kind: 'organizations';
      /** Including every area below them. */
      readonly areaIds: readonly number[];
      readonly communityIds: readonly number[];
      readonly brandIds: readonly number[];
      readonly propertyIds: readonly number[];
      readonly maintenanceIds: readonly number[];
    };

/** The organisations of a lift, an order or an alarm, as its events and rows name them. */
export type Responsibility = Pick<Responsible, 'areaId' | 'communityId' | 'brandId' | 'propertyId' | 'maintenanceId'>;

/** A scope of more areas is likely to hold most of the city, one of fewer a small part. Only the way to ask depends on it. */
export const mostNarrowAreas = 20;

const holds = (ids: readonly number[], id: number | null) => id !== null && ids.includes(id);

const scopedColumns = [
  ['area_id', 'areaIds'],
  ['community_id', 'communityIds'],
  ['brand_id', 'brandIds'],
  ['property_id', 'propertyIds'],
  ['maintenance_id', 'maintenanceIds'],
] as const;

/** Does `scope` hold everything that `other` holds, by their organisations? */
export function holdsScope(scope: Scope, other: Scope): boolean {
  if (scope.kind === 'all') return true;
  if (other.kind === 'all') return false;
  return scopedColumns.every(([, ids]) => {
    const held = new Set(scope[ids]);
    return other[ids].every((id) => held.has(id));
  });
}

/** For commands and pushes. Queries use `scopeCondition`, the same rule in SQL. */
export function isInScope(scope: Scope, of: Responsibility): boolean {
  if (scope.kind === 'all') return true;
  return (
    holds(scope.areaIds, of.areaId) ||
    holds(scope.communityIds, of.communityId) ||
    holds(scope.brandIds, of.brandId) ||
    holds(scope.propertyIds, of.propertyId) ||
    holds(scope.maintenanceIds, of.maintenanceId)
  );
}

function holdsAny(scope: Exclude<Scope, { kind: 'all' }>, alias: string): Expression<SqlBool>[] {
  return scopedColumns.flatMap(([column, ids]) =>
    scope[ids].length === 0 ? [] : [sql<SqlBool>`${sql.ref(`${alias}.${column}`)} in (${sql.join(scope[ids])})`],
  );
}

/** `elevators` joined with `communities` as `e` and `c`: a lift as it is now. */
export function elevatorScopeCondition(scope: Scope): Expression<SqlBool> {
  if (scope.kind === 'all') return sql<SqlBool>`1 = 1`;
  const conditions = scopedColumns.flatMap(([column, ids]) =>
    scope[ids].length === 0
      ? []
      : [sql<SqlBool>`${sql.ref(column === 'area_id' ? 'c.area_id' : `e.${column}`)} in (${sql.join(scope[ids])})`],
  );
  return conditions.length === 0 ? sql<SqlBool>`1 = 0` : sql<SqlBool>`(${sql.join(conditions, sql` or `)})`;
}

/** The same of `elevators` as `e` without a join: for counting and searching many. */
export function elevatorScopeAlone(scope: Scope): Expression<SqlBool> {
  if (scope.kind === 'all') return sql<SqlBool>`1 = 1`;
  const beside = holdsAny({ ...scope, areaIds: [] }, 'e');
  // The plus keeps a wide scope from gathering and sorting all its lifts for one page of them.
  const community = scope.areaIds.length > mostNarrowAreas ? sql`+e.community_id` : sql`e.community_id`;
  const inArea =
    scope.areaIds.length === 0
      ? []
      : [
          sql<SqlBool>`${community} in (select c.id from communities c where c.area_id in (${sql.join(scope.areaIds)}))`,
        ];
  const conditions = [...inArea, ...beside];
  return conditions.length === 0 ? sql<SqlBool>`1 = 0` : sql<SqlBool>`(${sql.join(conditions, sql` or `)})`;
}

/**
 * `elevators` as `e`, as above without its area: a community stands in the area with every lift that it has, so a query for
 * communities need not look at those lifts.
 */
export function elevatorScopeBesideArea(scope: Exclude<Scope, { kind: 'all' }>): Expression<SqlBool> | undefined {
  const conditions = holdsAny({ ...scope, areaIds: [], communityIds: [] }, 'e');
  return conditions.length === 0 ? undefined : sql<SqlBool>`(${sql.join(conditions, sql` or `)})`;
}

/**
 * Rows that carry their organisations (records, `responsibilities`), under `alias`: those of which the user was in charge **then**. Who has a
 * lift now does not count, so that counts and the time in which they could happen belong to the same companies.
 */
export function thenScopeCondition(scope: Scope, alias: string): Expression<SqlBool> {
  if (scope.kind === 'all') return sql<SqlBool>`1 = 1`;
  const then = holdsAny(scope, alias);
  return then.length === 0 ? sql<SqlBool>`1 = 0` : sql<SqlBool>`(${sql.join(then, sql` or `)})`;
}

/**
 * Rows that carry their organisations as they were at the event (`rescue_orders`, `alarms`), under `alias`:
 * visible to users who were responsible then or are responsible for the lift now.
 */
export function recordScopeCondition(scope: Scope, alias: string): Expression<SqlBool> {
  return thenOrNow(scope, alias, responsibleNow(scope, alias));
}

/**
 * The same of `exceptions`. A part of a power cut has further lifts beside the one that its row names, and who is responsible for that one now
 * may not see the others: only users who were responsible then see it.
 */
export function exceptionScopeCondition(scope: Scope, alias: string): Expression<SqlBool> {
  const now = sql<SqlBool>`(${sql.ref(`${alias}.cut_id`)} is null and ${responsibleNow(scope, alias)})`;
  return thenOrNow(scope, alias, now);
}

const responsibleNow = (scope: Scope, alias: string) => sql<SqlBool>`${sql.ref(`${alias}.elevator_id`)} in (
    select e.id from elevators e join communities c on c.id = e.community_id where ${elevatorScopeCondition(scope)})`;

function thenOrNow(scope: Scope, alias: string, now: Expression<SqlBool>): Expression<SqlBool> {
  if (scope.kind === 'all') return sql<SqlBool>`1 = 1`;
  const then = holdsAny(scope, alias);
  if (then.length === 0) return sql<SqlBool>`1 = 0`;
  return sql<SqlBool>`(${sql.join([...then, now], sql` or `)})`;
}
