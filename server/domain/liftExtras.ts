import type { Queries } from '../store/eventStore.ts';

/** The details of a lift that the directory does not hold. */
export interface LiftExtras {
  readonly installedAtMs: number | null;
  readonly siteType: string;
  readonly areaIds: readonly number[];
}

/** The areas, each with itself and those above it, by id. */
async function areaIdsBy(queries: Queries): Promise<ReadonlyMap<number, readonly number[]>> {
  const rows = await queries.selectFrom('areas').select(['id', 'path']).execute();
  return new Map(rows.map(({ id, path }) => [id, path.split('/').filter(Boolean).map(Number)]));
}

/** Installation, site and areas of every lift. */
export async function readLiftExtras(queries: Queries): Promise<ReadonlyMap<number, LiftExtras>> {
  const areas = await areaIdsBy(queries);
  const rows = await queries
    .selectFrom('elevators as e')
    .innerJoin('communities as c', 'c.id', 'e.community_id')
    .select(['e.id', 'e.install_at_ms', 'c.site_type', 'c.area_id'])
    .execute();
  return new Map(
    rows.map((row) => [
      row.id,
      { installedAtMs: row.install_at_ms, siteType: row.site_type, areaIds: areas.get(row.area_id) ?? [] },
    ]),
  );
}
