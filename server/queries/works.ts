import type { OutputOf } from '../../src/contract/endpoint.ts';
import type { statsWorks, Todo } from '../../src/contract/endpoints/stats.ts';
import { liftStates } from '../../src/contract/entities/elevatorFields.ts';
import type { Principal } from '../access/principal.ts';
import { elevatorScopeCondition } from '../access/scope.ts';
import type { EventStore, Queries } from '../store/eventStore.ts';
import { readsOf } from '../store/readsOf.ts';
import { totalOf } from './openItems.ts';
import { todoEntries } from './todoEntries.ts';

/** What waits for a person, and the fleet, within the caller's scope; 0 for what the caller may not see at all. */
export async function countWorks(store: EventStore, by: Principal): Promise<OutputOf<typeof statsWorks>> {
  const reads = readsOf(store, by);
  const counting = Object.values(todoEntries).flatMap((items) =>
    items !== null && by.permissions.has(items.permission) ? [items.count(reads, by)] : [],
  );
  const [todos, elevators] = await Promise.all([
    Promise.all(counting),
    by.permissions.has('elevator.view') ? countLifts(reads, by) : [],
  ]);
  const rescue = todos.find(({ kind }) => kind === 'rescue');
  const noted = (wanted: string): number => countOf(rescue?.notes.find(({ key }) => key === wanted));
  return {
    rescue: countOf(rescue),
    rescue_unanswered: noted('unanswered'),
    rescue_overdue: noted('overdue'),
    alarm_unprocessed: countOf(todos.find(({ kind }) => kind === 'alarm')),
    todos,
    elevator_total: totalOf(elevators),
    elevator_online: totalOf(elevators.filter(({ status }) => status === 1)),
    elevator_offline: totalOf(elevators.filter(({ status }) => status === 2)),
  };
}

const countOf = (counted: Pick<Todo, 'count'> | undefined): number => counted?.count ?? 0;

/** By the status of the lift's collector; null for a lift without one. */
const countLifts = (queries: Queries, by: Principal) =>
  queries
    .selectFrom('elevators as e')
    .innerJoin('communities as c', 'c.id', 'e.community_id')
    .leftJoin('devices as d', (join) => join.onRef('d.elevator_id', '=', 'e.id').on('d.device_type', '=', 'COL'))
    .leftJoin('device_states as s', 's.device_key', 'd.device_key')
    .where('e.state', '<>', liftStates.scrapped)
    .where(() => elevatorScopeCondition(by.scope))
    .select(['s.status', ({ fn }) => fn.countAll<number>().as('count')])
    .groupBy('s.status')
    .execute();
