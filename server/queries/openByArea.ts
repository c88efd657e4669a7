import type { AreaNode } from '../../src/contract/endpoints/stats.ts';
import type { Principal } from '../access/principal.ts';
import { exceptionScopeCondition } from '../access/scope.ts';
import type { EventStore } from '../store/eventStore.ts';
import { readsOf } from '../store/readsOf.ts';

type OpenCounts = Pick<AreaNode, 'scooter_num' | 'fault_num'>;

/**
 * Counts the open scooters and faults of each area, in the caller's scope: one reading of the few open rows. It is a figure of the overview
 * and needs its permission alone: a wall may look at figures, and with the records' own it could write comments.
 */
export async function countOpenByArea(store: EventStore, by: Principal): Promise<(areaId: number) => OpenCounts> {
  if (!by.permissions.has('overview.view')) return () => ({});
  const rows = await readsOf(store, by)
    .selectFrom('exceptions as x')
    .where('x.is_open', '=', 1)
    .where('x.type', 'in', [2, 3])
    .where('x.is_hidden', '=', 0)
    .where(() => exceptionScopeCondition(by.scope, 'x'))
    .select(['x.area_id', 'x.type', ({ fn }) => fn.countAll<number>().as('count')])
    .groupBy(['x.area_id', 'x.type'])
    .execute();
  const countOf = (areaId: number, type: number): number =>
    rows.find((row) => row.area_id === areaId && row.type === type)?.count ?? 0;
  return (areaId) => ({ scooter_num: countOf(areaId, 2), fault_num: countOf(areaId, 3) });
}
