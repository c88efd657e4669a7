import { sql } from 'kysely';
import type { OutputOf, ParsedInputOf } from '../../src/contract/endpoint.ts';
import type { visitUnplanned } from '../../src/contract/endpoints/visit.ts';
import { liftStates } from '../../src/contract/entities/elevatorFields.ts';
import type { Principal } from '../access/principal.ts';
import { elevatorScopeCondition } from '../access/scope.ts';
import { hindranceOf } from '../domain/visits/planVisit.ts';
import type { EventStore } from '../store/eventStore.ts';
import { readsOf } from '../store/readsOf.ts';
import { listRows } from './listRows.ts';

/** The lifts in the caller's scope that get no visit of the cycle, each with the reason that planning gives. */
export const listUnplannedLifts = (
  store: EventStore,
  by: Principal,
  query: ParsedInputOf<typeof visitUnplanned>,
): Promise<OutputOf<typeof visitUnplanned>> =>
  listRows(query, {
    from: readsOf(store, by)
      .selectFrom('elevators as e')
      .innerJoin('communities as c', 'c.id', 'e.community_id')
      .leftJoin('organizations as m', 'm.id', 'e.maintenance_id')
      .where('e.state', '!=', liftStates.scrapped)
      .where(
        () => sql<boolean>`(e.state <> ${sql.lit(liftStates.inUse)} or e.maintenance_id is null or e.category = ''
          or (e.special_type <> '' and e.check_list_id is null))`,
      )
      .$if(query.in_use === true, (lifts) => lifts.where('e.state', '=', liftStates.inUse))
      .where(() => elevatorScopeCondition(by.scope)),
    select: (chosen) =>
      chosen
        .select(['e.id', 'e.tag', 'e.addr', 'e.state', 'e.category', 'e.special_type', 'e.check_list_id'])
        .select(['e.maintenance_id', 'c.id as community_id', 'c.name as community_name', 'm.name as maintenance_name']),
    toRow: (row) => ({
      id: row.id,
      tag: row.tag,
      addr: row.addr,
      community_id: row.community_id,
      community_name: row.community_name,
      maintenance_name: row.maintenance_name ?? '',
      hindrance: hindranceOf(row) ?? '',
    }),
    id: 'e.id',
    sorts: { tag: 'e.tag', community_name: 'c.name', maintenance_name: 'm.name' },
    keyword: ['e.tag', 'e.addr', 'c.name', 'm.name'],
  });
