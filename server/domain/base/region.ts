import { sql } from 'kysely';
import type * as z from 'zod';
import { mostRegionLevels, regionFields, regionParentMissing } from '../../../src/contract/entities/region.ts';
import type { FieldErrors } from '../../../src/contract/envelope.ts';
import type { Principal } from '../../access/principal.ts';
import type { Scope } from '../../access/scope.ts';
import { run, type EventStore, type Queries, type TransactionSteps } from '../../store/eventStore.ts';
import type { Directory } from '../city/directory.ts';
import { rowDesk, type RowChange, type RowDesk, type RowDeskParts, type RowUse } from '../rows/rowDesk.ts';
import { communityUse, countOf, memberUses, useOf } from '../rows/rowUses.ts';
import { takenValue } from '../rows/takenValue.ts';

export type RegionValues = z.output<typeof regionFields>;

interface Place {
  readonly path: string;
  readonly full_name: string;
}

const isInArea = (scope: Scope, areaId: number | null): boolean =>
  scope.kind === 'all' || (areaId !== null && scope.areaIds.includes(areaId));

function* placeOf(queries: Queries, areaId: number | null): TransactionSteps<Place | undefined> {
  if (areaId === null) return { path: '/', full_name: '' };
  const [row] = yield* run(queries.selectFrom('areas').select(['path', 'full_name']).where('id', '=', areaId));
  return row;
}

/** As a region's column holds it. */
export const visitWorkersOf = (num: number | null): 1 | 2 | null => (num === 1 || num === 2 ? num : null);

function* readRegion(queries: Queries, id: number): TransactionSteps<RegionValues | undefined> {
  const [area] = yield* run(
    queries.selectFrom('areas').select(['name', 'code', 'parent_id', 'is_city', 'visit_workers']).where('id', '=', id),
  );
  if (area !== undefined)
    return { ...area, type: 'area', is_city: area.is_city === 1, visit_workers: visitWorkersOf(area.visit_workers) };
  const [group] = yield* run(
    queries.selectFrom('community_groups').select(['name', 'code', 'area_id']).where('id', '=', id),
  );
  return group === undefined
    ? undefined
    : {
        type: 'group',
        name: group.name,
        code: group.code,
        parent_id: group.area_id,
        is_city: false,
        visit_workers: null,
      };
}

const refused = (message: string): FieldErrors['errors'] => [{ field: 'parent_id', message }];
/** 1 for `/1/`. */
const levelsOf = (path: string): number => path.split('/').length - 2;

/** Returns the reason why a region may not stand at this place, if any. */
function* misplaced(
  queries: Queries,
  id: number | null,
  { type, parent_id }: RegionValues,
  by: Principal,
): TransactionSteps<FieldErrors['errors']> {
  const before = id === null ? undefined : yield* readRegion(queries, id);
  if (before !== undefined && before.type !== type)
    return [{ field: 'type', message: '类型不能修改，请删除后重新建立' }];
  if (type === 'group' && parent_id === null) return refused(regionParentMissing);
  // Where it stands already it may stay, even if what lies above is not the caller's to see.
  if (before !== undefined && before.parent_id === parent_id) return [];
  const parent = yield* placeOf(queries, parent_id);
  if (parent_id === null && by.scope.kind !== 'all') return refused(regionParentMissing);
  if (parent === undefined || !isInArea(by.scope, parent_id)) return refused('上级区域不存在，请重新选择');
  if (type === 'group') {
    const outside = queries
      .selectFrom('grouped_communities as g')
      .innerJoin('communities as c', 'c.id', 'g.community_id')
      .innerJoin('areas as a', 'a.id', 'c.area_id')
      .where('g.group_id', '=', id ?? 0)
      .where('a.path', 'not like', `${parent.path}%`);
    return (yield* countOf(outside)) > 0 ? refused('分组内有小区不在这个区域') : [];
  }
  const own = id === null ? undefined : yield* placeOf(queries, id);
  if (own !== undefined && parent.path.startsWith(own.path)) return refused('不能移到自己或自己的下级之下');
  const below =
    own === undefined
      ? []
      : yield* run(queries.selectFrom('areas').select('path').where('path', 'like', `${own.path}%`));
  const height = Math.max(1, ...below.map(({ path }) => levelsOf(path) - levelsOf(own?.path ?? '') + 1));
  return levelsOf(parent.path) + height > mostRegionLevels ? refused(`区域最多 ${mostRegionLevels} 级`) : [];
}

/** Siblings have different names. */
const takenName = takenValue<RegionValues>(
  'name',
  '同一上级下已有同名区域或分组',
  (queries, { type, name, parent_id }) =>
    type === 'area'
      ? queries
          .selectFrom('areas')
          .select('id')
          .where(() => sql<boolean>`parent_id is not distinct from ${parent_id}`)
          .where('name', '=', name)
      : queries
          .selectFrom('community_groups')
          .select('id')
          .where('area_id', '=', parent_id ?? 0)
          .where('name', '=', name),
);

/** A code stands once in the whole tree. */
const takenCode = takenValue<RegionValues>('code', '编码已被使用', (queries, { code }) =>
  code === ''
    ? undefined
    : queries
        .selectFrom('areas')
        .select('id')
        .where('code', '=', code)
        .unionAll(queries.selectFrom('community_groups').select('id').where('code', '=', code)),
);

/** A region that is renamed or moved takes everything below it along. */
function* updateArea(queries: Queries, id: number, values: RegionValues): TransactionSteps {
  const before = yield* placeOf(queries, id);
  const parent = yield* placeOf(queries, values.parent_id);
  if (before === undefined || parent === undefined) return;
  const now: Place = { path: `${parent.path}${id}/`, full_name: `${parent.full_name}${values.name}` };
  yield* run(
    queries
      .updateTable('areas')
      .set({ ...areaColumns(values), ...now })
      .where('id', '=', id),
  );
  if (before.path === now.path && before.full_name === now.full_name) return;
  yield* run(
    queries
      .updateTable('areas')
      .set({
        path: sql<string>`${now.path} || substr(path, ${sql.lit(before.path.length + 1)})`,
        full_name: sql<string>`${now.full_name} || substr(full_name, ${sql.lit(before.full_name.length + 1)})`,
      })
      .where('path', 'like', `${before.path}%`)
      .where('id', '<>', id),
  );
}

const areaColumns = ({ name, code, parent_id, is_city, visit_workers }: RegionValues) => ({
  name,
  code,
  parent_id,
  is_city: is_city ? (1 as const) : (0 as const),
  visit_workers,
});
const groupColumns = ({ name, code, parent_id }: RegionValues) => ({ name, code, area_id: parent_id ?? 0 });

function* usesOf(queries: Queries, id: number, by: Principal): TransactionSteps<readonly RowUse[]> {
  return [
    yield* useOf(queries.selectFrom('areas').where('parent_id', '=', id), '个', '下级区域'),
    yield* useOf(queries.selectFrom('community_groups').where('area_id', '=', id), '个', '小区分组'),
    yield* communityUse(queries, 'area_id', id, by),
    yield* useOf(queries.selectFrom('grouped_communities').where('group_id', '=', id), '个', '分组内小区'),
    yield* useOf(queries.selectFrom('bulletins').where('area_id', '=', id), '份', '救援月报'),
    ...(yield* memberUses(queries, 1, id)),
  ];
}

/** Lifts carry the full name of their region and whether it is a city: those in a changed region and below it are read again. */
export const liftsFollowRegion =
  (store: Pick<EventStore, 'rows'>, directory: Pick<Directory, 'reloadLifts'>) =>
  async ({ id, before, after }: RowChange<RegionValues>): Promise<void> => {
    // A new region has no lifts, and one that is removed no longer has any.
    if (before?.type !== 'area' || after === null) return;
    const below = await store.rows
      .selectFrom('areas as a')
      .innerJoin('areas as top', (join) => join.on('top.id', '=', id))
      .select('a.id')
      .where(() => sql<boolean>`a.path like top.path || '%'`)
      .execute();
    await directory.reloadLifts({ areaIds: below.map((area) => area.id) });
  };

/**
 * Regions and the groups of communities in them. A new region stands under one that the caller looks after; only those
 * without limits begin a tree.
 */
export const createRegionDesk = (parts: RowDeskParts<RegionValues>): RowDesk<RegionValues> =>
  rowDesk<RegionValues>(
    {
      noun: '区域',
      kind: 'region',
      table: 'areas',
      fields: regionFields,
      *highestId(queries) {
        const [area] = yield* run(queries.selectFrom('areas').select(({ fn }) => fn.max('id').as('id')));
        const [group] = yield* run(queries.selectFrom('community_groups').select(({ fn }) => fn.max('id').as('id')));
        return Math.max(area?.id ?? 0, group?.id ?? 0);
      },
      read: readRegion,
      *isInScope(by, { id }, queries) {
        // The form says beside the field where exactly a new one may stand.
        if (id === null) return by.scope.kind === 'all' || by.scope.areaIds.length > 0;
        const stored = yield* readRegion(queries, id);
        return stored !== undefined && isInArea(by.scope, stored.type === 'area' ? id : stored.parent_id);
      },
      problems: [misplaced, takenName, takenCode],
      *insert(queries, id, values) {
        if (values.type === 'group') {
          yield* run(queries.insertInto('community_groups').values({ id, ...groupColumns(values) }));
          return;
        }
        const parent = yield* placeOf(queries, values.parent_id);
        const place: Place = {
          path: `${parent?.path ?? '/'}${id}/`,
          full_name: `${parent?.full_name ?? ''}${values.name}`,
        };
        yield* run(queries.insertInto('areas').values({ id, ...areaColumns(values), ...place }));
      },
      *update(queries, id, values) {
        if (values.type === 'area') yield* updateArea(queries, id, values);
        else yield* run(queries.updateTable('community_groups').set(groupColumns(values)).where('id', '=', id));
      },
      *remove(queries, id) {
        yield* run(queries.deleteFrom('community_groups').where('id', '=', id));
        yield* run(queries.deleteFrom('areas').where('id', '=', id));
      },
      usedBy: usesOf,
    },
    parts,
  );
