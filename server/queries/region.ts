import { sql } from 'kysely';
import type { RegionNode } from '../../src/contract/entities/region.ts';
import { communityScopeCondition } from '../access/organizationScope.ts';
import type { Principal } from '../access/principal.ts';
import { visitWorkersOf } from '../domain/base/region.ts';
import { elevatorScopeCondition, type Scope } from '../access/scope.ts';
import type { EventStore, Queries } from '../store/eventStore.ts';
import { readsOf } from '../store/readsOf.ts';
import { inFleet } from './inFleet.ts';
import { cachedReads } from './cachedReads.ts';
import { rowVersion } from './rowVersion.ts';

type Counts = Pick<RegionNode, 'community_num' | 'elevator_num'>;
const countsOf = ({ community_num = 0, elevator_num = 0 }: Partial<Counts> = {}): Counts => ({
  community_num,
  elevator_num,
});

type FlatNode = Omit<RegionNode, 'children' | 'parent_name'>;

/**
 * The regions that the caller looks after, or has communities in, with their groups. A region whose parent the caller
 * does not see stands at the top. Regions count what is in them and below, groups what is in them.
 */
export async function loadRegionTree(store: EventStore, by: Principal, keyword = ''): Promise<RegionNode[]> {
  const reads = readsOf(store, by);
  const keep = await cachedReads(store);
  const [areas, groups, counted, grouped] = await keep(`regions of ${JSON.stringify(by.scope)}`, () =>
    Promise.all([
      readAreas(reads, by.scope),
      readGroups(reads, by.scope),
      countByArea(reads, by.scope),
      countByGroup(reads, by.scope),
    ]),
  );
  const inArea = new Map(counted.map((row) => [row.id, row]));
  const inGroup = new Map(grouped.map((row) => [row.id, row]));
  const tree = treeOf([
    ...areas.map((area) => ({ ...area, ...countsOf(inArea.get(area.id)) })),
    ...groups.map((group) => ({ ...group, ...countsOf(inGroup.get(group.id)) })),
  ]);
  const words = keyword.trim();
  return words === '' ? tree : tree.flatMap((node) => found(node, words));
}

/** The node if it or something below it is meant: whole if it is itself, else with only the branches that lead to what is. */
function found(node: RegionNode, words: string): RegionNode[] {
  if (node.name.includes(words) || node.code.includes(words)) return [node];
  const children = node.children.flatMap((child) => found(child, words));
  return children.length === 0 ? [] : [{ ...node, children }];
}

/** Nodes under their parents by code and name, regions counting what is below them. */
function treeOf(nodes: readonly FlatNode[]): RegionNode[] {
  const known = new Map(nodes.map((node) => [node.id, node]));
  const below = new Map<number | null, FlatNode[]>();
  for (const node of nodes) {
    const parent = node.parent_id !== null && known.has(node.parent_id) ? node.parent_id : null;
    below.set(parent, [...(below.get(parent) ?? []), node]);
  }
  const order = (a: FlatNode, b: FlatNode): number =>
    a.type.localeCompare(b.type) || a.code.localeCompare(b.code) || a.name.localeCompare(b.name, 'zh-CN');
  const branch = (parent: number | null): RegionNode[] =>
    (below.get(parent) ?? []).toSorted(order).map((node) => {
      const children = branch(node.id);
      const parts = children.filter(({ type }) => type === 'area');
      const sum = (count: (part: FlatNode) => number): number =>
        parts.reduce((total, part) => total + count(part), count(node));
      return {
        ...node,
        parent_name: known.get(node.parent_id ?? 0)?.full_name ?? '',
        community_num: sum((part) => part.community_num),
        elevator_num: sum((part) => part.elevator_num),
        children,
      };
    });
  return branch(null);
}

/** `areas` as `a`: those that the scope includes or has communities in. */
export const seenAreas = (scope: Scope) =>
  scope.kind === 'all'
    ? sql<boolean>`1 = 1`
    : sql<boolean>`(${scope.areaIds.length === 0 ? sql`1 = 0` : sql`a.id in (${sql.join(scope.areaIds)})`}
        or a.id in (select c.area_id from communities c where ${communityScopeCondition(scope)}))`;

async function readAreas(reads: Queries, scope: Scope) {
  const rows = await reads
    .selectFrom('areas as a')
    .select(['a.id', 'a.name', 'a.code', 'a.parent_id', 'a.is_city', 'a.visit_workers', 'a.full_name'])
    .select(rowVersion('region', 'a.id').as('version'))
    .where(() => seenAreas(scope))
    .execute();
  return rows.map((row) => ({
    ...row,
    type: 'area' as const,
    is_city: row.is_city === 1,
    visit_workers: visitWorkersOf(row.visit_workers),
  }));
}

async function readGroups(reads: Queries, scope: Scope) {
  const rows = await reads
    .selectFrom('community_groups as g')
    .innerJoin('areas as a', 'a.id', 'g.area_id')
    .select(['g.id', 'g.name', 'g.code', 'g.area_id', 'a.is_city', 'a.full_name'])
    .select(rowVersion('region', 'g.id').as('version'))
    .where(() => seenAreas(scope))
    .execute();
  return rows.map(({ area_id: parent, ...row }) => ({
    ...row,
    type: 'group' as const,
    visit_workers: null,
    parent_id: parent,
    is_city: row.is_city === 1,
    full_name: `${row.full_name} ${row.name}`,
  }));
}

const liftsIn = (scope: Scope) =>
  sql<number>`(select count(*) from elevators e where e.community_id = c.id and ${inFleet} and ${elevatorScopeCondition(scope)})`;

function countByArea(reads: Queries, scope: Scope) {
  return reads
    .selectFrom('communities as c')
    .select(['c.area_id as id', sql<number>`count(*)`.as('community_num')])
    .select(sql<number>`coalesce(sum(${liftsIn(scope)}), 0)`.as('elevator_num'))
    .where(() => communityScopeCondition(scope))
    .groupBy('c.area_id')
    .execute();
}

function countByGroup(reads: Queries, scope: Scope) {
  return reads
    .selectFrom('grouped_communities as g')
    .innerJoin('communities as c', 'c.id', 'g.community_id')
    .select(['g.group_id as id', sql<number>`count(*)`.as('community_num')])
    .select(sql<number>`coalesce(sum(${liftsIn(scope)}), 0)`.as('elevator_num'))
    .where(() => communityScopeCondition(scope))
    .groupBy('g.group_id')
    .execute();
}
