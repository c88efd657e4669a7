import { sql } from 'kysely';
import type { OutputOf, ParsedInputOf } from '../../src/contract/endpoint.ts';
import type { personList, personOrganizations } from '../../src/contract/endpoints/person.ts';
import { organizationTypeLabels } from '../../src/contract/labels.ts';
import { communityScopeCondition, organizationScopeCondition } from '../access/organizationScope.ts';
import type { Principal } from '../access/principal.ts';
import { personValues } from '../domain/person.ts';
import type { EventStore } from '../store/eventStore.ts';
import { readsOf } from '../store/readsOf.ts';
import { listRows } from './listRows.ts';
import { containsKeyword } from './page.ts';
import { rowVersion } from './rowVersion.ts';

/** The people of the organisations in the caller's scope. */
export function listPeople(
  store: EventStore,
  by: Principal,
  query: ParsedInputOf<typeof personList>,
): Promise<OutputOf<typeof personList>> {
  const { duty, org_type: orgType } = query;
  return listRows(query, {
    from: readsOf(store, by)
      .selectFrom('people as p')
      .leftJoin('organizations as o', (join) => join.onRef('o.id', '=', 'p.org_id').on('p.org_type', '>', 2))
      .leftJoin('communities as c', (join) => join.onRef('c.id', '=', 'p.org_id').on('p.org_type', '=', 2))
      .leftJoin('areas as a', (join) => join.onRef('a.id', '=', 'p.org_id').on('p.org_type', '=', 1))
      .leftJoin('users as u', 'u.id', 'p.user_id')
      .where(() => organizationScopeCondition(by.scope, 'p'))
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
    countedOncePerChange: store,
    sorts: { id: 'p.id', name: 'p.name', certificate_expiry: 'p.certificate_expiry' },
    keyword: ['p.name', 'p.mobile', 'o.name', 'c.name', 'a.full_name'],
  });
}

const mostChoices = 20;

/** Companies, communities and areas in scope whose name contains the keyword. */
export async function listPersonOrganizations(
  store: EventStore,
  by: Principal,
  { keyword }: ParsedInputOf<typeof personOrganizations>,
): Promise<OutputOf<typeof personOrganizations>> {
  const reads = readsOf(store, by);
  const choices = reads
    .selectFrom('organizations as o')
    .select(['o.org_type', 'o.id as org_id', 'o.name'])
    .unionAll(
      reads
        .selectFrom('communities as c')
        .where(() => communityScopeCondition(by.scope))
        .select([sql.lit(2).as('org_type'), 'c.id as org_id', 'c.name']),
    )
    .unionAll(
      reads.selectFrom('areas as a').select([sql.lit(1).as('org_type'), 'a.id as org_id', 'a.full_name as name']),
    )
    .as('n');
  const found = await reads
    .selectFrom(choices)
    .selectAll()
    .where(() => containsKeyword(['n.name'], keyword))
    .where(() => organizationScopeCondition(by.scope, 'n'))
    .orderBy('n.name')
    .orderBy('n.org_type')
    .limit(mostChoices)
    .execute();
  const labels: Readonly<Record<number, string>> = organizationTypeLabels;
  return found.map(({ org_type, org_id, name }) => ({
    value: `${org_type}-${org_id}`,
    label: name,
    detail: labels[org_type] ?? '',
  }));
}
