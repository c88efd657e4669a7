import { sql } from 'kysely';
import type { OutputOf, ParsedInputOf } from '../../src/contract/endpoint.ts';
import type { ladderOrganizations, ladderPeople } from '../../src/contract/endpoints/ladder.ts';
import { organizationCoveredCondition, organizationScopeCondition } from '../access/organizationScope.ts';
import type { Principal } from '../access/principal.ts';
import { maskTelephone } from '../domain/base/maskTelephone.ts';
import type { EventStore } from '../store/eventStore.ts';
import { readsOf } from '../store/readsOf.ts';
import { findOrganizationChoices, mostChoices } from './organizationChoices.ts';
import { containsKeyword } from './page.ts';

/** Companies that look after lifts, and areas, which the caller looks after. */
export async function listOwners(
  store: EventStore,
  by: Principal,
  { keyword = '' }: ParsedInputOf<typeof ladderOrganizations>,
): Promise<OutputOf<typeof ladderOrganizations>> {
  return findOrganizationChoices(readsOf(store, by), {
    keyword,
    scope: by.scope,
    types: [1, 4, 5],
    isShown: (alias) => organizationCoveredCondition(by.scope, alias),
  });
}

/** People in the caller's scope by name or organisation; their numbers are masked. */
export async function listDutyPeople(
  store: EventStore,
  by: Principal,
  { keyword = '' }: ParsedInputOf<typeof ladderPeople>,
): Promise<OutputOf<typeof ladderPeople>> {
  const found = await readsOf(store, by)
    .selectFrom('people as p')
    .leftJoin('organizations as o', (join) => join.onRef('o.id', '=', 'p.org_id').on('p.org_type', '>', 2))
    .select(['p.id', 'p.name', 'p.mobile', sql<string>`coalesce(o.name, '')`.as('organization_name')])
    .where(() => containsKeyword(['p.name', 'o.name'], keyword))
    .where(() => organizationScopeCondition(by.scope, 'p'))
    .orderBy('p.name')
    .orderBy('p.id')
    .limit(mostChoices)
    .execute();
  return found.map(({ id, name, mobile, organization_name: organization }) => ({
    value: id,
    label: name,
    detail: [organization, mobile === '' ? '没有电话' : maskTelephone(mobile)].filter(Boolean).join(' '),
  }));
}
