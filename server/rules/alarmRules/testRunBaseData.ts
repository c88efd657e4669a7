import { areaIdsOfPath } from '../../domain/city/areaPath.ts';
import type { LiftFacts, RuleLift } from './ruleEventOf.ts';
import type { TestLog } from './testRunLog.ts';
import { responsibleOf, type NamedResponsibleRow } from '../../domain/city/responsible.ts';

interface LiftRow extends NamedResponsibleRow {
  readonly id: number;
  readonly tag: string;
  readonly addr: string;
  readonly install_at_ms: number | null;
  readonly site_type: string;
  readonly path: string;
}

const liftsSql = `select e.id, e.tag, e.addr, e.install_at_ms, c.site_type, c.id as community_id, c.name as community_name,
  a.id as area_id, a.full_name as full_area, a.path, p.id as property_id, p.name as property_name,
  m.id as maintenance_id, m.name as maintenance_name, b.id as brand_id, b.name as brand_name
  from elevators e join communities c on c.id = e.community_id join areas a on a.id = c.area_id
  left join organizations p on p.id = e.property_id left join organizations m on m.id = e.maintenance_id
  left join organizations b on b.id = e.brand_id`;

/** Base data as it is when the test begins. */
export async function readBaseData(log: TestLog): Promise<Pick<LiftFacts, 'lift' | 'device'>> {
  const lifts = new Map((await log.query<LiftRow>(liftsSql, [])).map((row) => [row.id, toLift(row)]));
  const rows = await log.query<{
    readonly device_key: string;
    readonly elevator_id: number;
    readonly device_type: string;
  }>('select device_key, elevator_id, device_type from devices', []);
  const devices = new Map(
    rows.map((row) => [row.device_key, { elevatorId: row.elevator_id, isCollector: row.device_type === 'COL' }]),
  );
  return { lift: (id) => lifts.get(id), device: (key) => devices.get(key) };
}

const toLift = (row: LiftRow): RuleLift => ({
  id: row.id,
  tag: row.tag,
  addr: row.addr,
  responsible: responsibleOf(row),
  areaIds: areaIdsOfPath(row.path),
  installAtMs: row.install_at_ms,
  siteType: row.site_type,
});
