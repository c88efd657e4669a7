import { sql } from 'kysely';
import type * as z from 'zod';
import { communityFields } from '../../../src/contract/entities/community.ts';
import type { FieldErrors } from '../../../src/contract/envelope.ts';
import { companyScopeCondition } from '../../access/companyScope.ts';
import { communityScopeCondition } from '../../access/organizationScope.ts';
import type { Principal } from '../../access/principal.ts';
import { run, type Queries, type TransactionSteps } from '../../store/eventStore.ts';
import { keepResponsibility } from '../city/responsibility.ts';
import { rowDesk, rowResource, type RowDesk, type RowDeskParts } from '../rows/rowDesk.ts';
import { liftUse, memberUses, useOf } from '../rows/rowUses.ts';
import { takenValue } from '../rows/takenValue.ts';

export type CommunityValues = z.output<typeof communityFields>;

const columns = ['name', 'address', 'area_id', 'property_id', 'site_type', 'lng', 'lat', 'remark'] as const;

/** The row as an editor writes it; `groupIds` are its groups. */
export const communityValues = (
  row: Omit<CommunityValues, 'site_type' | 'group_ids'> & { readonly site_type: string },
  groupIds: readonly number[],
): CommunityValues =>
  communityFields.parse({ ...row, site_type: row.site_type === '' ? null : row.site_type, group_ids: groupIds });

const toColumns = ({ group_ids: _groups, site_type, ...values }: CommunityValues) => ({
  ...values,
  site_type: site_type ?? '',
});

function* readCommunity(queries: Queries, id: number): TransactionSteps<CommunityValues | undefined> {
  const [row] = yield* run(queries.selectFrom('communities').select(columns).where('id', '=', id));
  if (row === undefined) return undefined;
  const groups = yield* run(
    queries.selectFrom('grouped_communities').select('group_id').where('community_id', '=', id).orderBy('group_id'),
  );
  return communityValues(
    row,
    groups.map(({ group_id: groupId }) => groupId),
  );
}

/** No two communities of one region are this far apart, in degrees of latitude: no district of a city reaches as far. */
const furthestDegrees = 1;

const takenName = takenValue<CommunityValues>('name', '该区域已有同名小区', (queries, { area_id, name }) =>
  queries.selectFrom('communities').select('id').where('area_id', '=', area_id).where('name', '=', name),
);

/** A place far from every other community of its region is a typing mistake. */
function* farAway(
  queries: Queries,
  id: number | null,
  { area_id, lng, lat }: CommunityValues,
): TransactionSteps<FieldErrors['errors']> {
  const others = queries
    .selectFrom('communities')
    .select('id')
    .where('area_id', '=', area_id)
    .where('id', '<>', id ?? 0)
    .limit(1);
  const near = others
    .where(sql<number>`abs(lng - ${lng})`, '<=', furthestDegrees)
    .where(sql<number>`abs(lat - ${lat})`, '<=', furthestDegrees);
  return (yield* run(near)).length === 0 && (yield* run(others)).length > 0
    ? [{ field: 'lng', message: '位置远离该区域的其他小区，请核对经度与纬度' }]
    : [];
}

/** The property company exists and is in the caller's sight, or is named already. */
function* unknownProperty(
  queries: Queries,
  id: number | null,
  { property_id }: CommunityValues,
  { scope }: Principal,
): TransactionSteps<FieldErrors['errors']> {
  const before = id === null ? undefined : yield* readCommunity(queries, id);
  if (property_id === null || property_id === before?.property_id) return [];
  const found = yield* run(
    queries
      .selectFrom('organizations as o')
      .select('o.id')
      .where('o.id', '=', property_id)
      .where('o.org_type', '=', 4)
      .where(() => companyScopeCondition(scope, 'property_id')),
  );
  return found.length > 0 ? [] : [{ field: 'property_id', message: '物业单位不存在，请重新选择' }];
}

/** The region exists and is in the caller's sight, or is named already, and the groups are of it. */
function* unknownPlace(
  queries: Queries,
  id: number | null,
  { area_id, group_ids }: CommunityValues,
  { scope }: Principal,
): TransactionSteps<FieldErrors['errors']> {
  const before = id === null ? undefined : yield* readCommunity(queries, id);
  const [area] = yield* run(queries.selectFrom('areas').select('path').where('id', '=', area_id));
  const isAreaKnown =
    area !== undefined && (area_id === before?.area_id || scope.kind === 'all' || scope.areaIds.includes(area_id));
  // A group holds communities of its own region and of regions below it.
  const fitting =
    group_ids.length === 0
      ? []
      : yield* run(
          queries
            .selectFrom('community_groups as g')
            .innerJoin('areas as a', 'a.id', 'g.area_id')
            .select('g.id')
            .where('g.id', 'in', group_ids)
            .where(() => sql<boolean>`${area?.path ?? ''} like a.path || '%'`),
        );
  return [
    ...(isAreaKnown ? [] : [{ field: 'area_id', message: '区域不存在，请重新选择' }]),
    ...(isAreaKnown && fitting.length < new Set(group_ids).size
      ? [{ field: 'group_ids', message: '所选分组不在这个区域，请重新选择' }]
      : []),
  ];
}

function* writeGroups(queries: Queries, id: number, groupIds: readonly number[]): TransactionSteps {
  yield* run(queries.deleteFrom('grouped_communities').where('community_id', '=', id));
  const rows = [...new Set(groupIds)].map((groupId) => ({ group_id: groupId, community_id: id }));
  if (rows.length > 0) yield* run(queries.insertInto('grouped_communities').values(rows));
}

/**
 * Communities. Lifts that the community's property company serves follow it to the next one; every lift follows the
 * community to another region.
 */
export function createCommunityDesk(parts: RowDeskParts<CommunityValues>): RowDesk<CommunityValues> {
  const { clock } = parts;
  return rowDesk<CommunityValues>(
    rowResource<CommunityValues, 'communities'>({
      noun: '小区',
      kind: 'community',
      table: 'communities',
      fields: communityFields,
      read: readCommunity,
      toColumns,
      beside: (queries, id, values) => writeGroups(queries, id, values?.group_ids ?? []),
      *isInScope(by, { id }, queries) {
        // The form says beside the field where exactly a new one may stand.
        if (id === null) return by.scope.kind === 'all' || by.scope.areaIds.length > 0;
        return (
          (yield* run(
            queries
              .selectFrom('communities as c')
              .select('c.id')
              .where('c.id', '=', id)
              .where(() => communityScopeCondition(by.scope)),
          )).length > 0
        );
      },
      problems: [takenName, unknownPlace, unknownProperty, farAway],
      *update(queries, id, values) {
        const before = yield* readCommunity(queries, id);
        yield* run(queries.updateTable('communities').set(toColumns(values)).where('id', '=', id));
        yield* writeGroups(queries, id, values.group_ids);
        if (before !== undefined && before.property_id !== values.property_id)
          yield* run(
            queries
              .updateTable('elevators')
              .set({ property_id: values.property_id })
              .where('community_id', '=', id)
              .where(() => sql<boolean>`property_id is not distinct from ${before.property_id}`),
          );
        yield* keepResponsibility(queries, { communityIds: [id] }, clock.nowMs());
      },
      *usedBy(queries, id, by, leaving) {
        const members = queries.selectFrom('community_members').where('community_id', '=', id);
        return [
          yield* liftUse(queries, 'community_id', id, by, leaving),
          yield* useOf(members, '名', '小区人员'),
          yield* useOf(queries.selectFrom('community_notices').where('community_id', '=', id), '条', '小区通知'),
          ...(yield* memberUses(queries, 2, id, leaving)),
        ];
      },
    }),
    parts,
  );
}
