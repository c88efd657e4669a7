import type { OutputOf } from '../../src/contract/endpoint.ts';
import type { statsWorks } from '../../src/contract/endpoints/stats.ts';
import type { Principal } from '../access/principal.ts';
import { elevatorScopeCondition, recordScopeCondition } from '../access/scope.ts';
import type { EventStore } from '../store/eventStore.ts';
import { readsOf } from '../store/readsOf.ts';

const sum = (rows: readonly { readonly count: number }[]) => rows.reduce((total, { count }) => total + count, 0);

/** What waits for a person, and the fleet, within the caller's scope; 0 for what the caller may not see at all. */
export async function countWorks(store: EventStore, by: Principal): Promise<OutputOf<typeof statsWorks>> {
  const [seesOrders, seesAlarms, seesLifts] = (['rescue.view', 'alarm.view', 'elevator.view'] as const).map(
    (permission) => by.permissions.has(permission),
  );
  const reads = readsOf(store, by);
  const [orders, alarms, elevators] = await Promise.all([
    seesOrders !== true
      ? []
      : reads
          .selectFrom('rescue_orders as o')
          .where('o.is_open', '=', 1)
          .where(() => recordScopeCondition(by.scope, 'o'))
          .select(['o.stage', 'o.status', ({ fn }) => fn.countAll<number>().as('count')])
          .groupBy(['o.stage', 'o.status'])
          .execute(),
    seesAlarms !== true
      ? { count: 0 }
      : reads
          .selectFrom('alarms as a')
          .where('a.status', 'in', [0, 3])
          .where('a.is_hidden', '=', 0)
          .where(() => recordScopeCondition(by.scope, 'a'))
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .executeTakeFirstOrThrow(),
    seesLifts !== true
      ? []
      : reads
          .selectFrom('elevators as e')
          .innerJoin('communities as c', 'c.id', 'e.community_id')
          .leftJoin('devices as d', (join) => join.onRef('d.elevator_id', '=', 'e.id').on('d.device_type', '=', 'COL'))
          .leftJoin('device_states as s', 's.device_key', 'd.device_key')
          .where(() => elevatorScopeCondition(by.scope))
          .select(['s.status', ({ fn }) => fn.countAll<number>().as('count')])
          .groupBy('s.status')
          .execute(),
  ]);
  return {
    rescue: sum(orders),
    rescue_unanswered: sum(orders.filter(({ stage }) => stage === 'pending')),
    rescue_overdue: sum(orders.filter(({ status }) => status === 3)),
    alarm_unprocessed: alarms.count,
    elevator_total: sum(elevators),
    elevator_online: sum(elevators.filter(({ status }) => status === 1)),
    elevator_offline: sum(elevators.filter(({ status }) => status === 2)),
  };
}
