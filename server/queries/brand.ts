import { sql } from 'kysely';
import type { OutputOf, ParsedInputOf } from '../../src/contract/endpoint.ts';
import type { brandList } from '../../src/contract/endpoints/brand.ts';
import { companyScopeCondition } from '../access/companyScope.ts';
import { elevatorScopeCondition } from '../access/scope.ts';
import type { Principal } from '../access/principal.ts';
import type { EventStore } from '../store/eventStore.ts';
import { readsOf } from '../store/readsOf.ts';
import { inFleet } from './inFleet.ts';
import { listRows } from './listRows.ts';
import { rowVersion } from './rowVersion.ts';

/** The brands in the caller's scope with the number of their lifts there. */
export function listBrands(
  store: EventStore,
  by: Principal,
  query: ParsedInputOf<typeof brandList>,
): Promise<OutputOf<typeof brandList>> {
  return listRows(query, {
    from: readsOf(store, by)
      .selectFrom('organizations as o')
      .where('o.org_type', '=', 3)
      .where(() => companyScopeCondition(by.scope, 'brand_id')),
    select: (from) =>
      from.select([
        'o.id',
        'o.name',
        'o.contact_mobile',
        'o.address',
        rowVersion('brand', 'o.id').as('version'),
        sql<number>`(select count(*) from elevators e join communities c on c.id = e.community_id
          where e.brand_id = o.id and ${inFleet} and ${elevatorScopeCondition(by.scope)})`.as('elevator_num'),
      ]),
    toRow: (row) => row,
    id: 'o.id',
    cache: { store, pages: true },
    sorts: { id: 'o.id', name: 'o.name', elevator_num: 'elevator_num' },
    keyword: ['o.name', 'o.contact_mobile', 'o.address'],
  });
}
