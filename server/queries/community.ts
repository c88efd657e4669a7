import { sql } from 'kysely';
import type { OutputOf, ParsedInputOf } from '../../src/contract/endpoint.ts';
import type { communityList, communityMembers, communityPeople } from '../../src/contract/endpoints/community.ts';
import { communityMemberFields } from '../../src/contract/entities/community.ts';
import { communityScopeCondition, organizationScopeCondition } from '../access/organizationScope.ts';
import type { Principal } from '../access/principal.ts';
import { elevatorScopeCondition } from '../access/scope.ts';
import { communityValues } from '../domain/base/community.ts';
import { ofCommunity } from '../domain/base/communityMember.ts';
import { NotFound } from '../domain/refusal.ts';
import type { EventStore } from '../store/eventStore.ts';
import { readsOf } from '../store/readsOf.ts';
import { inFleet } from './inFleet.ts';
import { listRows } from './listRows.ts';
import { containsKeyword } from './page.ts';
import { rowVersion } from './rowVersion.ts';

/** The communities in the caller's scope, with the number of their lifts there. */
export async function listCommunities(
  store: EventStore,
  by: Principal,
  query: ParsedInputOf<typeof communityList>,
): Promise<OutputOf<typeof communityList>> {
  const { area_id: areaId, group_id: groupId, property_id: propertyId, site_type: siteType } = query;
  const reads = readsOf(store, by);
  const lifts = sql<number>`(select count(*) from elevators e where e.community_id = c.id and ${inFleet} and ${elevatorScopeCondition(by.scope)})`;
  const page = await listRows(query, {
    from: reads
      .selectFrom('communities as c')
      .innerJoin('areas as a', 'a.id', 'c.area_id')
      .leftJoin('organizations as p', 'p.id', 'c.property_id')
      .where(() => communityScopeCondition(by.scope))
      .$if(areaId !== undefined, (from) =>
        from.where(
          () => sql<boolean>`exists (select 1 from areas top where top.id = ${areaId} and a.path like top.path || '%')`,
        ),
      )
      .$if(groupId !== undefined, (from) =>
        from.where(
          () => sql<boolean>`c.id in (select g.community_id from grouped_communities g where g.group_id = ${groupId})`,
        ),
      )
      .$if(propertyId !== undefined, (from) => from.where('c.property_id', '=', propertyId ?? 0))
      .$if(siteType !== undefined, (from) => from.where('c.site_type', '=', siteType ?? '')),
    select: (from) =>
      from
        .selectAll('c')
        .select(['a.full_name as full_area', sql<string>`coalesce(p.name, '')`.as('property_name')])
        .select(rowVersion('community', 'c.id').as('version'))
        .select(lifts.as('elevator_num'))
        .select(sql<number>`(select count(*) from community_members m where m.community_id = c.id)`.as('member_num')),
    toRow: (row) => row,
    id: 'c.id',
    cache: { store, pages: true },
    sorts: { id: 'c.id', name: 'c.name', full_area: 'a.full_name', elevator_num: 'elevator_num' },
    keyword: ['c.name', 'c.address', 'a.full_name', 'p.name'],
  });
  const groups = await groupsOf(
    reads,
    page.list.map(({ id }) => id),
  );
  return {
    ...page,
    list: page.list.map((row) => {
      const own = groups.filter((group) => group.community_id === row.id);
      return {
        ...communityValues(
          row,
          own.map(({ id }) => id),
        ),
        id: row.id,
        version: row.version,
        full_area: row.full_area,
        property_name: row.property_name,
        group_names: own.map(({ name }) => name),
        member_num: row.member_num,
        elevator_num: row.elevator_num,
      };
    }),
  };
}

async function groupsOf(reads: EventStore['reads'], communityIds: readonly number[]) {
  if (communityIds.length === 0) return [];
  return reads
    .selectFrom('grouped_communities as l')
    .innerJoin('community_groups as g', 'g.id', 'l.group_id')
    .select(['l.community_id', 'g.id', 'g.name'])
    .where('l.community_id', 'in', communityIds)
    .orderBy('g.id')
    .execute();
}

/** Throws NotFound, also for one out of scope. */
export async function findCommunity(store: EventStore, by: Principal, id: number) {
  const { list } = await listCommunities(store, by, { id, page: 1, page_size: 1, order: 'asc' });
  const [community] = list;
  if (community === undefined) throw new NotFound('小区不存在，或您无权查看');
  return community;
}

/** The people who look after the communities in the caller's scope. */
export function listCommunityMembers(
  store: EventStore,
  by: Principal,
  query: ParsedInputOf<typeof communityMembers>,
): Promise<OutputOf<typeof communityMembers>> {
  const { community_id: communityId, role } = query;
  return listRows(query, {
    from: readsOf(store, by)
      .selectFrom('community_members as m')
      .innerJoin('communities as c', 'c.id', 'm.community_id')
      .innerJoin('people as p', 'p.id', 'm.person_id')
      .where(() => ofCommunity.condition(by.scope, 'm'))
      .$if(communityId !== undefined, (from) => from.where('m.community_id', '=', communityId ?? 0))
      .$if(role !== undefined, (from) => from.where('m.role', '=', role ?? '')),
    select: (from) =>
      from
        .select(['m.id', 'm.community_id', 'm.person_id', 'm.role', 'c.name as community_name'])
        .select(['p.name as person_name', 'p.mobile'])
        .select(rowVersion('communityMember', 'm.id').as('version')),
    toRow: (row) => ({ ...row, role: communityMemberFields.shape.role.parse(row.role) }),
    id: 'm.id',
    cache: { store, pages: true },
    sorts: { id: 'm.id', community_name: 'c.name', person_name: 'p.name' },
    keyword: ['c.name', 'p.name', 'p.mobile'],
  });
}

const mostChoices = 20;

/** People in scope whose name contains the keyword, with the telephone number that tells two of one name apart. */
export function listCommunityPeople(
  store: EventStore,
  by: Principal,
  { keyword = '' }: ParsedInputOf<typeof communityPeople>,
): Promise<OutputOf<typeof communityPeople>> {
  return readsOf(store, by)
    .selectFrom('people as p')
    .select(['p.id as value', 'p.name as label', 'p.mobile as detail'])
    .where(() => containsKeyword(['p.name', 'p.mobile'], keyword))
    .where(() => organizationScopeCondition(by.scope, 'p'))
    .orderBy('p.name')
    .orderBy('p.id')
    .limit(mostChoices)
    .execute();
}
