import type { OutageEvent } from '../../src/contract/events/outage.ts';
import { outageStageOf } from '../../src/machines/outageLifecycle.ts';
import type { OutageSnapshot } from '../../src/machines/outageMachine.ts';
import { run, type Queries, type TransactionSteps } from '../store/eventStore.ts';
import type { EventPlace } from './eventPlace.ts';
import { responsibleColumns } from './responsibleColumns.ts';

const endingOf = (event: OutageEvent): { readonly end_note?: string; readonly ended_at_ms?: number } => {
  if (event.type === 'outage.ended') return { end_note: event.data.note, ended_at_ms: event.receivedAtMs };
  return event.type === 'outage.cancelled' ? { end_note: event.data.reason, ended_at_ms: event.receivedAtMs } : {};
};

/** `outages`: planned outages of lifts. */
export function* outageRows(
  event: OutageEvent,
  { position, streamId }: EventPlace,
  state: OutageSnapshot,
  queries: Queries,
): TransactionSteps {
  const common = {
    state: outageStageOf(state) ?? 'planned',
    from_ms: state.context.fromMs,
    to_ms: state.context.toMs,
    position,
  };
  if (event.type === 'outage.planned') {
    const { data } = event;
    yield* run(
      queries.insertInto('outages').values({
        id: data.outageId,
        elevator_id: data.elevatorId,
        tag: data.tag,
        addr: data.addr,
        ...responsibleColumns(data.responsible),
        reason: data.reason,
        planned_by: event.actor.name,
        planned_at_ms: event.receivedAtMs,
        end_note: '',
        ended_at_ms: null,
        ...common,
      }),
    );
    return;
  }
  yield* run(
    queries
      .updateTable('outages')
      .set({ ...common, ...endingOf(event) })
      .where('id', '=', Number(streamId)),
  );
}

/** Those that are not over move with the calendar. */
export function* shiftOutageRows(byMs: number, queries: Queries): TransactionSteps {
  yield* run(
    queries
      .updateTable('outages')
      .where('state', 'in', ['planned', 'active', 'overrun'])
      .set((row) => ({ from_ms: row('from_ms', '+', byMs), to_ms: row('to_ms', '+', byMs) })),
  );
}
