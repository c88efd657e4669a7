import { clockEvents } from '../../src/contract/events/clock.ts';
import type { StoredEvent } from '../../src/contract/events/storedEvent.ts';
import { lifecycleOf } from '../../src/machines/lifecycles.ts';
import { run, type Queries, type TransactionSteps } from '../store/eventStore.ts';

/**
 * The server's calendar was moved: the machines of everything open, their deadlines and the moments that lists show move along.
 * A call that has waited for a minute has still waited for a minute, and is due when it would have been.
 */
export function* shiftCalendar(event: StoredEvent, queries: Queries): TransactionSteps {
  const { byMs } = clockEvents['clock.stepped'].parse(event.data);
  const due = yield* run(queries.selectFrom('deadlines').select('stream').distinct());
  // A call that has passed every deadline has none left, and is still open.
  const calls = yield* run(queries.selectFrom('open_rescues').select('order_id'));
  for (const stream of new Set([...due.map((row) => row.stream), ...calls.map((row) => `rescue-${row.order_id}`)])) {
    const [kept] = yield* run(queries.selectFrom('lifecycles').select('state').where('stream', '=', stream));
    const lifecycle = lifecycleOf(stream);
    if (kept === undefined || lifecycle === undefined) continue;
    const state = JSON.stringify(lifecycle.toJson(lifecycle.shifted(lifecycle.fromJson(JSON.parse(kept.state)), byMs)));
    yield* run(queries.updateTable('lifecycles').set({ state }).where('stream', '=', stream));
  }
  yield* run(queries.updateTable('deadlines').set((row) => ({ due_at_ms: row('due_at_ms', '+', byMs) })));
  yield* run(
    queries.updateTable('rescue_orders').where('is_open', '=', 1).set((row) => ({
      raised_at_ms: row('raised_at_ms', '+', byMs), respond_due_at_ms: row('respond_due_at_ms', '+', byMs), arrive_due_at_ms: row('arrive_due_at_ms', '+', byMs),
      answered_at_ms: row('answered_at_ms', '+', byMs), dispatched_at_ms: row('dispatched_at_ms', '+', byMs), arrived_at_ms: row('arrived_at_ms', '+', byMs),
      released_at_ms: row('released_at_ms', '+', byMs),
    })),
  );
  yield* run(
    queries.updateTable('alarms').where('id', 'in', queries.selectFrom('open_alarms').select('alarm_id')).set((row) => ({ raised_at_ms: row('raised_at_ms', '+', byMs) })),
  );
  yield* run(queries.updateTable('device_commands').where('state', 'in', ['queued', 'sent', 'delivered']).set((row) => ({ expires_at_ms: row('expires_at_ms', '+', byMs) })));
}
