import { sql, type RawBuilder } from 'kysely';
import type { StatisticsDimension } from '../../../src/contract/statistics/subjects.ts';
import type { Principal } from '../../access/principal.ts';
import { areaIdsOfPath } from '../../domain/city/areaPath.ts';
import { NotFound } from '../../domain/refusal.ts';
import type { Queries } from '../../store/eventStore.ts';
import { seenAreas } from '../region.ts';

/** Records without an organisation of the dimension are one row. */
const unregisteredId = 0;
const unregisteredName = '未登记';
const goneName = '已删除';
const unseenArea = '区域不存在，或您无权查看';

/** The rows of a dimension: which one a record belongs to, and their names. */
export interface RowKeys {
  /** The row of a record or interval under this alias. */
  readonly of: (alias: 't' | 'r') => RawBuilder<number>;
  readonly nameOf: (id: number) => string;
  /** The chosen region and those below it; undefined without one. */
  readonly areaIds: readonly number[] | undefined;
}

interface Area {
  readonly id: number;
  readonly name: string;
  readonly path: string;
}

/**
 * Returns the rows by region: those directly below the chosen one, or below the top if there is one top only, each with everything under it.
 * What lies in no such region is the row of the region that it lies in.
 */
function regionKeys(areas: readonly Area[], chosenArea: Area | undefined): Pick<RowKeys, 'of' | 'nameOf'> {
  const tops = areas.filter((area) => areaIdsOfPath(area.path).length === 1);
  const depth = chosenArea === undefined ? (tops.length === 1 ? 2 : 1) : areaIdsOfPath(chosenArea.path).length + 1;
  const rows = new Map(areas.map((area) => [area.id, areaIdsOfPath(area.path)[depth - 1] ?? area.id]));
  const names = new Map(areas.map(({ id, name }) => [id, name]));
  const cases = [...rows].map(([id, row]) => sql`when ${sql.lit(id)} then ${sql.lit(row)}`);
  return {
    of: (alias) =>
      cases.length === 0
        ? sql<number>`${sql.lit(unregisteredId)}`
        : sql<number>`case ${sql.ref(`${alias}.area_id`)} ${sql.join(cases, sql` `)} else ${sql.lit(unregisteredId)} end`,
    nameOf: (id) => names.get(id) ?? unregisteredName,
  };
}

/** Returns the rows of a dimension. Throws NotFound for a region in which the caller sees nothing. */
export async function readRowKeys(
  reads: Queries,
  by: Principal,
  dimension: StatisticsDimension,
  areaId: number | undefined,
): Promise<RowKeys> {
  const areas = await reads.selectFrom('areas as a').select(['a.id', 'a.name', 'a.path']).orderBy('a.id').execute();
  const chosenArea = areaId === undefined ? undefined : areas.find(({ id }) => id === areaId);
  const areaIds = chosenArea && areas.filter(({ path }) => path.startsWith(chosenArea.path)).map(({ id }) => id);
  if (areaId !== undefined && areaIds === undefined) throw new NotFound(unseenArea);
  if (areaIds !== undefined) {
    const seen = await reads
      .selectFrom('areas as a')
      .select('a.id')
      .where('a.id', 'in', areaIds)
      .where(() => seenAreas(by.scope))
      .limit(1)
      .execute();
    if (seen.length === 0) throw new NotFound(unseenArea);
  }
  if (dimension === 'region') return { ...regionKeys(areas, chosenArea), areaIds };
  const companies = await reads.selectFrom('organizations').select(['id', 'name']).execute();
  const names = new Map(companies.map(({ id, name }) => [id, name]));
  return {
    of: (alias) => sql<number>`coalesce(${sql.ref(`${alias}.${dimension}_id`)}, ${sql.lit(unregisteredId)})`,
    nameOf: (id) => (id === unregisteredId ? unregisteredName : (names.get(id) ?? goneName)),
    areaIds,
  };
}
