import { streamName } from '../../../src/contract/streamName.ts';
import { visitLifecycle } from '../../../src/machines/visitLifecycle.ts';
import { UniqueConflictError, type EventActor, type EventStore } from '../../store/eventStore.ts';
import { decide, type DecisionParts } from '../decide.ts';
import { plannedData, readPlannedLifts } from './planVisit.ts';

/** The extra visit of a lift that is not made yet; undefined without one. */
async function openExtraOf({ rows }: Pick<EventStore, 'rows'>, elevatorId: number): Promise<number | undefined> {
  const open = await rows
    .selectFrom('open_visits')
    .select('visit_id')
    .where('elevator_id', '=', elevatorId)
    .where('is_extra', '=', 1)
    .executeTakeFirst();
  return open?.visit_id;
}

/**
 * Plans an extra visit to a lift on the system's behalf. A lift with an open extra visit gets no second one, nor does one that nobody
 * may plan: out of use, without a company, or with no list. Returns the new visit's id, undefined where none was planned.
 */
export async function orderExtraVisit(
  parts: DecisionParts,
  order: {
    readonly elevatorId: number;
    readonly dueOn: string;
    readonly reason: string;
    readonly actor: EventActor;
    readonly messageId: string;
    readonly causationPosition: number;
  },
): Promise<number | undefined> {
  const { store } = parts;
  if ((await openExtraOf(store, order.elevatorId)) !== undefined) return undefined;
  const [lift] = await readPlannedLifts(store.rows, { ids: [order.elevatorId] });
  if (lift === undefined || lift.hindrance !== undefined) return undefined;
  const id = await store.nextId('visit');
  try {
    await decide(parts, visitLifecycle, {
      stream: streamName('visit', id),
      actor: order.actor,
      messageId: order.messageId,
      causationPosition: order.causationPosition,
      choose: () => ({
        type: 'visit.planned',
        data: plannedData(lift, { id, kind: 'extra', dueOn: order.dueOn, reason: order.reason }),
      }),
    });
  } catch (error) {
    // Two firings at once: the other one's visit stands.
    if (error instanceof UniqueConflictError) return undefined;
    throw error;
  }
  return id;
}
