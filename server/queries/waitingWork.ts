import type { OutputOf } from '../../src/contract/endpoint.ts';
import type { statsWorks, Todo } from '../../src/contract/endpoints/stats.ts';
import type { Principal } from '../access/principal.ts';
import type { EventStore } from '../store/eventStore.ts';
import { readsOf } from '../store/readsOf.ts';
import type { LiftCensus } from './liftCensus.ts';
import type { OpenItems } from './openItems.ts';

/**
 * The records that wait for a person, in the order of `openItems`, and the fleet, within the caller's scope; 0 for kinds
 * that the caller may not see at all.
 */
export async function countWaitingWork(
  {
    store,
    census,
    openItems,
  }: { readonly store: EventStore; readonly census: LiftCensus; readonly openItems: readonly OpenItems[] },
  by: Principal,
  nowMs: number,
): Promise<OutputOf<typeof statsWorks>> {
  const reads = readsOf(store, by);
  const counting = openItems.flatMap((items) => (by.permissions.has(items.permission) ? [items.count(reads, by)] : []));
  const [todos, fleet] = await Promise.all([
    Promise.all(counting),
    by.permissions.has('elevator.view') ? census.count(by, { group: 'all', nowMs }) : undefined,
  ]);
  const elevators = fleet?.get(0);
  const rescue = todos.find(({ kind }) => kind === 'rescue');
  const noted = (wanted: string): number => countOf(rescue?.notes.find(({ key }) => key === wanted));
  return {
    rescue: countOf(rescue),
    rescue_unanswered: noted('unanswered'),
    rescue_overdue: noted('overdue'),
    alarm_unprocessed: countOf(todos.find(({ kind }) => kind === 'alarm')),
    todos,
    elevator_total: elevators?.lifts ?? 0,
    elevator_online: elevators?.online ?? 0,
    elevator_offline: elevators?.offline ?? 0,
  };
}

const countOf = (counted: Pick<Todo, 'count'> | undefined): number => counted?.count ?? 0;
