import { firstLine } from '../../src/contract/companyLines.ts';
import type { PlateRow } from '../../src/contract/endpoints/plate.ts';
import type { Principal } from '../access/principal.ts';
import { elevatorScopeCondition } from '../access/scope.ts';
import type { EventStore } from '../store/eventStore.ts';
import { readsOf } from '../store/readsOf.ts';

/**
 * Returns the plates to print for the cars of these lifts, in the order of their ids; those out of scope are left out. `baseUrl`: what the
 * codes' addresses begin with.
 */
export async function listPlates(
  store: EventStore,
  by: Principal,
  ids: readonly number[],
  baseUrl: string,
): Promise<PlateRow[]> {
  const rows = await readsOf(store, by)
    .selectFrom('elevators as e')
    .innerJoin('communities as c', 'c.id', 'e.community_id')
    .innerJoin('areas as a', 'a.id', 'c.area_id')
    .leftJoin('organizations as p', 'p.id', 'e.property_id')
    .leftJoin('organizations as m', 'm.id', 'e.maintenance_id')
    .select([
      'e.id',
      'e.tag',
      'e.addr',
      'e.code',
      'e.rescue_code',
      'e.registration_code',
      'e.manage_unit',
      'e.next_inspection_on',
      'c.name as community_name',
      'p.name as property_name',
      'p.duty_phone as property_duty',
      'p.contact_mobile as property_mobile',
      'm.name as maintenance_name',
      'm.duty_phone as maintenance_duty',
      'm.contact_mobile as maintenance_mobile',
    ])
    .where(() => elevatorScopeCondition(by.scope))
    .where('e.id', 'in', ids)
    .execute();
  const plates = new Map(
    rows.map((row) => [
      row.id,
      {
        id: row.id,
        tag: row.tag,
        community_name: row.community_name,
        addr: row.addr,
        rescue_code: row.rescue_code,
        registration_code: row.registration_code,
        url: `${baseUrl}/q/${row.code}`,
        use_unit: {
          name: row.property_name ?? row.manage_unit,
          telephone: firstLine({ duty_phone: row.property_duty, contact_mobile: row.property_mobile }),
        },
        maintenance: {
          name: row.maintenance_name ?? '',
          telephone: firstLine({ duty_phone: row.maintenance_duty, contact_mobile: row.maintenance_mobile }),
        },
        next_inspection_on: row.next_inspection_on,
      },
    ]),
  );
  return [...new Set(ids)].flatMap((id) => plates.get(id) ?? []);
}
