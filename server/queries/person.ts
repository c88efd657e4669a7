import { sql, type RawBuilder } from 'kysely';
import type { OutputOf, ParsedInputOf } from '../../src/contract/endpoint.ts';
import type { personList, personOrganizations } from '../../src/contract/endpoints/person.ts';
import { companyScopeCondition } from '../access/companyScope.ts';
import {
  companyColumns,
  companyTypes,
  organizationScopeCondition,
  type CompanyType,
} from '../access/organizationScope.ts';
import type { Principal } from '../access/principal.ts';
import { personValues } from '../domain/base/person.ts';
import type { EventStore } from '../store/eventStore.ts';
import { readsOf } from '../store/readsOf.ts';
import { numbersOf } from './jsonList.ts';
import { cachedReads } from './cachedReads.ts';
import { listRows } from './listRows.ts';
import { findOrganizationChoices } from './organizationChoices.ts';
import { rowVersion } from './rowVersion.ts';

/** The companies of each type in the caller's scope, as a subquery of ids. To find them, the lifts of each company are looked at. */
async function companiesKnownTo(
  store: EventStore,
  by: Principal,
): Promise<undefined | ((type: CompanyType) => RawBuilder<unknown>)> {
  const { scope } = by;
  if (scope.kind === 'all') return undefined;
  const find = async (type: CompanyType) => {
    const rows = await readsOf(store, by)
      .selectFrom('organizations as o')
      .select('o.id')
      .where('o.org_type', '=', type)
      .where(() => companyScopeCondition(scope, companyColumns[type]))
      .execute();
    return [type, JSON.stringify(rows.map(({ id }) => id))] as const;
  };
  const keep = await cachedReads(store);
  const known = await keep(
    `companies in ${JSON.stringify(scope)}`,
    async () => new Map(await Promise.all(companyTypes.map(find))),
  );
  return (type) => numbersOf(store, known.get(type) ?? '[]');
}

/** The people of the organisations in the caller's scope. */
export async function listPeople(
  store: EventStore,
  by: Principal,
  query: ParsedInputOf<typeof personList>,
): Promise<OutputOf<typeof personList>> {
  const { duty, org_type: orgType } = query;
  const companiesOf = await companiesKnownTo(store, by);
  return listRows(query, {
    from: readsOf(store, by)
      .selectFrom('people as p')
      .leftJoin('organizations as o', (join) => join.onRef('o.id', '=', 'p.org_id').on('p.org_type', '>', 2))
      .leftJoin('communities as c', (join) => join.onRef('c.id', '=', 'p.org_id').on('p.org_type', '=', 2))
      .leftJoin('areas as a', (join) => join.onRef('a.id', '=', 'p.org_id').on('p.org_type', '=', 1))
      .leftJoin('users as u', 'u.id', 'p.user_id')
      .where(() => organizationScopeCondition(by.scope, 'p', companiesOf))
      .$if(orgType !== undefined, (from) => from.where('p.org_type', '=', orgType ?? 0))
      .$if(duty !== undefined, (from) => from.where('p.duties', 'like', `%"${duty ?? ''}"%`)),
    select: (from) =>
      from
        .selectAll('p')
        .select([
          rowVersion('person', 'p.id').as('version'),
          'u.name as user_name',
          sql<string>`coalesce(o.name, c.name, a.full_name, '')`.as('organization_name'),
        ]),
    toRow: (row) => ({
      ...personValues(row),
      id: row.id,
      version: row.version,
      organization_name: row.organization_name,
      user_name: row.user_name,
      certificate_expiry: row.certificate_expiry,
    }),
    id: 'p.id',
    cache: { store, pages: true },
    sorts: { id: 'p.id', name: 'p.name', certificate_expiry: 'p.certificate_expiry' },
    keyword: ['p.name', 'p.mobile', 'o.name', 'c.name', 'a.full_name'],
  });
}

/** Companies, communities and areas in scope whose name contains the keyword. */
export async function listPersonOrganizations(
  store: EventStore,
  by: Principal,
  { keyword }: ParsedInputOf<typeof personOrganizations>,
): Promise<OutputOf<typeof personOrganizations>> {
  return findOrganizationChoices(readsOf(store, by), {
    keyword,
    scope: by.scope,
    types: [1, 2, 3, 4, 5],
    isShown: (alias) => organizationScopeCondition(by.scope, alias),
  });
}
