import { clockEvents } from '../../src/contract/events/clock.ts';
import type { StoredEvent } from '../../src/contract/events/storedEvent.ts';
import type { Lifecycle, LifecycleState, UnparsedEvent } from '../../src/machines/lifecycle.ts';
import { run, type Queries, type TransactionSteps } from '../store/eventStore.ts';
import { deadlineTable, machineTable } from '../store/lifecycleTables.ts';

export interface CalendarShift {
  /** Moves the times shown in the lifecycle's open rows by this amount. Leave it out if no row shows a running time. */
  readonly shiftRows?: (byMs: number, queries: Queries) => TransactionSteps;
  /** Streams that are open without a deadline: their machines move along with the calendar too. */
  readonly openStreams?: (queries: Queries) => TransactionSteps<readonly string[]>;
}

/**
 * Moves the lifecycle's open machines, their deadlines and the moments in lists along with the server's calendar. A call that has waited for
 * a minute has still waited for a minute, and is due when it would have been.
 */
export function* shiftCalendar<E extends UnparsedEvent, S extends LifecycleState>(
  lifecycle: Lifecycle<E, S>,
  { shiftRows, openStreams }: CalendarShift,
  event: StoredEvent,
  queries: Queries,
): TransactionSteps {
  const { byMs } = clockEvents['clock.stepped'].parse(event.data);
  const machines = machineTable(lifecycle.streamPrefix);
  const deadlines = deadlineTable(lifecycle.streamPrefix);
  const due = yield* run(queries.selectFrom(deadlines).select('stream').distinct());
  const streams = new Set(due.map((row) => row.stream));
  for (const stream of openStreams === undefined ? [] : yield* openStreams(queries)) streams.add(stream);
  for (const stream of streams) {
    const [kept] = yield* run(queries.selectFrom(machines).select('state').where('stream', '=', stream));
    if (kept === undefined) continue;
    const state = JSON.stringify(lifecycle.toJson(lifecycle.shifted(lifecycle.fromJson(JSON.parse(kept.state)), byMs)));
    yield* run(queries.updateTable(machines).set({ state }).where('stream', '=', stream));
  }
  yield* run(queries.updateTable(deadlines).set((row) => ({ due_at_ms: row('due_at_ms', '+', byMs) })));
  if (shiftRows !== undefined) yield* shiftRows(byMs, queries);
}
