import type { incidentChild } from '../../src/contract/events/incident.ts';
import type * as z from 'zod';
import { run, type Queries, type TransactionSteps } from '../store/eventStore.ts';
import type { ExceptionEvent } from './exceptionEvent.ts';

/** `exception_children`: the lifts of an incident of several, who made sure that each car is empty, and for which it is over. */
export function* exceptionChildRows(event: ExceptionEvent, exceptionId: number, queries: Queries): TransactionSteps {
  switch (event.type) {
    case 'incident.opened':
      yield* addChildren(exceptionId, event.data.children ?? [], queries);
      return;
    case 'incident.joined':
      yield* addChildren(exceptionId, [event.data], queries);
      return;
    case 'incident.swept': {
      const { elevatorId, way, note } = event.data;
      yield* run(
        childOf(exceptionId, elevatorId, queries).set({
          swept_by_id: typeof event.actor.id === 'number' ? event.actor.id : null,
          swept_by_name: event.actor.name,
          swept_at_ms: event.receivedAtMs,
          way,
          note: note ?? '',
        }),
      );
      return;
    }
    case 'incident.unswept':
      yield* run(childOf(exceptionId, event.data.elevatorId, queries).set(unconfirmed));
      return;
    case 'incident.restored':
      yield* run(childOf(exceptionId, event.data.elevatorId, queries).set({ restored_at_ms: event.receivedAtMs }));
      return;
    default:
  }
}

const childOf = (exceptionId: number, elevatorId: number, queries: Queries) =>
  queries
    .updateTable('exception_children')
    .where('exception_id', '=', exceptionId)
    .where('elevator_id', '=', elevatorId);

const unconfirmed = { swept_by_id: null, swept_by_name: '', swept_at_ms: null, way: null, note: '' };
const unswept = { ...unconfirmed, restored_at_ms: null };

/** SQLite takes some thousand parameters in one statement; a child has three of its own. */
const mostAtOnce = 200;

function* addChildren(
  exceptionId: number,
  children: readonly z.infer<typeof incidentChild>[],
  queries: Queries,
): TransactionSteps {
  for (let from = 0; from < children.length; from += mostAtOnce)
    yield* run(
      queries
        .insertInto('exception_children')
        .values(
          children.slice(from, from + mostAtOnce).map(({ elevatorId, tag, addr }) => ({
            exception_id: exceptionId,
            elevator_id: elevatorId,
            tag,
            addr,
            ...unswept,
          })),
        )
        // It had its power back and has lost it again, so somebody has to look into its car again.
        .onConflict((conflict) => conflict.columns(['exception_id', 'elevator_id']).doUpdateSet(unswept)),
    );
}
