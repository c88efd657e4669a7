import { sql, type Expression, type SqlBool } from 'kysely';
import { organizationScopeCondition } from '../../access/organizationScope.ts';
import type { Principal } from '../../access/principal.ts';
import { isInScope, type Responsibility, type Scope } from '../../access/scope.ts';
import type { Directory } from '../city/directory.ts';
import type { Queries } from '../../store/eventStore.ts';
import { organizationExists, organizationOf } from '../base/person.ts';
import { readSteps } from '../rows/rowDesk.ts';

/** Does the lift belong to the organisation `4-301`? An area is that of the lift's community alone, without those above it. */
export const isLiftOf = (organization: string, of: Responsibility): boolean => {
  const { org_type, org_id } = organizationOf(organization);
  const member = ([of.areaId, of.communityId, of.brandId, of.propertyId, of.maintenanceId] as const)[org_type - 1];
  return member === org_id;
};

const ownIds = ['areaIds', 'communityIds', 'brandIds', 'propertyIds', 'maintenanceIds'] as const;

/**
 * Does the scope cover the organisation: is it one of the scope's own, or are all its lifts in it, and is there one? The whole city
 * ('') is covered only by a scope without limits.
 */
export function coversOrganization(
  directory: Pick<Directory, 'elevators'>,
  scope: Scope,
  organization: string,
): boolean {
  if (scope.kind === 'all') return true;
  if (organization === '') return false;
  const { org_type, org_id } = organizationOf(organization);
  const own = ownIds[org_type - 1];
  if (own === undefined) return false;
  if (scope[own].includes(org_id)) return true;
  // An area is more than the lifts that it has today.
  if (org_type === 1) return false;
  let isAny = false;
  for (const { responsible } of directory.elevators()) {
    if (!isLiftOf(organization, responsible)) continue;
    if (!isInScope(scope, responsible)) return false;
    isAny = true;
  }
  return isAny;
}

/** `alarm_rules` under `alias`: those of the whole city are seen by everyone who may see rules, others where their organisation is seen. */
export function ruleScopeCondition({ scope }: Principal, alias: string): Expression<SqlBool> {
  return sql<SqlBool>`(${sql.ref(`${alias}.org_type`)} = 0 or ${organizationScopeCondition(scope, alias)})`;
}

/** Is there such an organisation `4-301`, and may this person see it? */
export async function isOrganizationSeen(rows: Queries, by: Principal, ref: string): Promise<boolean> {
  const { org_type, org_id } = organizationOf(ref);
  const asked = rows.selectNoFrom([sql.lit(org_type).as('org_type'), sql.lit(org_id).as('org_id')]).as('o');
  const seen = await rows
    .selectFrom(asked)
    .select('o.org_id')
    .where(() => organizationScopeCondition(by.scope, 'o'))
    .executeTakeFirst();
  return seen !== undefined && readSteps(rows, organizationExists(rows, ref));
}
