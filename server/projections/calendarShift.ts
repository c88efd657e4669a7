import { clockEvents } from '../../src/contract/events/clock.ts';
import type { StoredEvent } from '../../src/contract/events/storedEvent.ts';
import { lifecycleOf } from '../../src/machines/lifecycles.ts';
import { run, type Queries, type TransactionSteps } from '../store/eventStore.ts';
import { lifecycleEntries } from './lifecycleEntries.ts';

/**
 * The server's calendar was moved: the machines of everything open, their deadlines and the moments that lists show move along.
 * A call that has waited for a minute has still waited for a minute, and is due when it would have been.
 */
export function* shiftCalendar(event: StoredEvent, queries: Queries): TransactionSteps {
  const { byMs } = clockEvents['clock.stepped'].parse(event.data);
  const due = yield* run(queries.selectFrom('deadlines').select('stream').distinct());
  const streams = new Set(due.map((row) => row.stream));
  for (const { openStreams } of Object.values(lifecycleEntries))
    for (const stream of openStreams === undefined ? [] : yield* openStreams(queries)) streams.add(stream);
  for (const stream of streams) {
    const [kept] = yield* run(queries.selectFrom('lifecycles').select('state').where('stream', '=', stream));
    const lifecycle = lifecycleOf(stream);
    if (kept === undefined || lifecycle === undefined) continue;
    const state = JSON.stringify(lifecycle.toJson(lifecycle.shifted(lifecycle.fromJson(JSON.parse(kept.state)), byMs)));
    yield* run(queries.updateTable('lifecycles').set({ state }).where('stream', '=', stream));
  }
  yield* run(queries.updateTable('deadlines').set((row) => ({ due_at_ms: row('due_at_ms', '+', byMs) })));
  for (const { shiftRows } of Object.values(lifecycleEntries))
    if (shiftRows !== undefined) yield* shiftRows(byMs, queries);
}
