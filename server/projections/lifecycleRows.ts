import type { StoredEvent } from '../../src/contract/events/storedEvent.ts';
import type { Lifecycle, LifecycleState, UnparsedEvent } from '../../src/machines/lifecycle.ts';
import { run, type InlineProjection, type KnownStates, type Queries, type TransactionSteps } from '../store/eventStore.ts';
import { runPrepared } from '../store/runPrepared.ts';
import { alarmRows } from './alarmRows.ts';
import { deviceCommandRows } from './deviceCommandRows.ts';
import { deviceRows } from './deviceRows.ts';
import { shiftCalendar } from './calendarShift.ts';
import type { EventPlace } from './eventPlace.ts';
import { rescueRows } from './rescueRows.ts';
import { alarmLifecycle } from '../../src/machines/alarmLifecycle.ts';
import { deviceCommandLifecycle } from '../../src/machines/deviceCommandLifecycle.ts';
import { deviceLifecycle } from '../../src/machines/deviceLifecycle.ts';
import { rescueLifecycle } from '../../src/machines/rescueOrderLifecycle.ts';

/** Writes the rows of one kind of stream, given the event and the machine's state after it. */
export type RowsOf<E, S> = (event: E, place: EventPlace, state: S, queries: Queries) => TransactionSteps;

interface FoldedStream {
  readonly eventTypes: readonly string[];
  readonly steps: (event: StoredEvent, queries: Queries, known: KnownStates | undefined) => TransactionSteps;
}

/** Folds the event into the machine kept beside its stream, replaces the stream's deadlines, then writes the rows. */
function folded<E extends UnparsedEvent, S extends LifecycleState>(lifecycle: Lifecycle<E, S>, rowsOf: RowsOf<E, S>): FoldedStream {
  function* steps(event: StoredEvent, queries: Queries, known: KnownStates | undefined): TransactionSteps {
    const { stream, version, position } = event;
    // The first event of a stream finds nothing.
    const kept = version === 1 ? undefined : known?.has(stream) === true ? known.get(stream) : yield* keptState(queries, stream);
    const before = kept === undefined ? lifecycle.initial() : lifecycle.fromJson(JSON.parse(kept));
    const fact = lifecycle.parseEvent({ type: event.type, data: event.data, actor: event.actor, atMs: event.atMs, receivedAtMs: event.receivedAtMs });
    const after = lifecycle.apply(before, fact);
    const state = JSON.stringify(lifecycle.toJson(after));
    if (kept === undefined) {
      yield* runPrepared(queries, 'lifecycles.insert', [stream, version, position, state], () => queries.insertInto('lifecycles').values({ stream, version, position, state }));
    } else {
      yield* runPrepared(queries, 'lifecycles.update', [version, position, state, stream], () =>
        queries.updateTable('lifecycles').set({ version, position, state }).where('stream', '=', stream));
    }
    known?.set(stream, state);
    yield* replaceDeadlines(queries, stream, kept === undefined ? [] : lifecycle.deadlines(before), lifecycle.deadlines(after));
    yield* rowsOf(fact, { position, streamId: stream.slice(lifecycle.streamPrefix.length + 1) }, after, queries);
  }
  return { eventTypes: lifecycle.eventTypes, steps };
}

function* keptState(queries: Queries, stream: string): TransactionSteps<string | undefined> {
  const [row] = yield* runPrepared(queries, 'lifecycles.select', [stream], () => queries.selectFrom('lifecycles').select('state').where('stream', '=', stream));
  return row?.state;
}

type DeadlineRow = ReturnType<typeof rescueLifecycle.deadlines>[number];

/** Touches the table only where a deadline came, went or moved: most events change none. */
function* replaceDeadlines(queries: Queries, stream: string, before: readonly DeadlineRow[], after: readonly DeadlineRow[]): TransactionSteps {
  const same = (a: DeadlineRow, b: DeadlineRow) => a.kind === b.kind && a.dueAtMs === b.dueAtMs && JSON.stringify(a.data) === JSON.stringify(b.data);
  for (const gone of before.filter((deadline) => !after.some(({ kind }) => kind === deadline.kind))) {
    const { kind } = gone;
    yield* runPrepared(queries, 'deadlines.delete', [stream, kind], () => queries.deleteFrom('deadlines').where('stream', '=', stream).where('kind', '=', kind));
  }
  for (const deadline of after.filter((candidate) => !before.some((known) => same(known, candidate)))) {
    const { kind } = deadline;
    const row = { due_at_ms: deadline.dueAtMs, data: JSON.stringify(deadline.data ?? {}) };
    yield* runPrepared(queries, 'deadlines.upsert', [stream, kind, row.due_at_ms, row.data, row.due_at_ms, row.data], () =>
      queries.insertInto('deadlines').values({ stream, kind, ...row }).onConflict((conflict) => conflict.columns(['stream', 'kind']).doUpdateSet(row)));
  }
}

const streams: readonly FoldedStream[] = [
  folded(rescueLifecycle, rescueRows),
  folded(alarmLifecycle, alarmRows),
  folded(deviceLifecycle, deviceRows),
  folded(deviceCommandLifecycle, deviceCommandRows),
];
const byType = new Map(streams.flatMap((stream) => stream.eventTypes.map((type) => [type, stream] as const)));

/** Every lifecycle's machine, deadlines and rows: what the lists, the desk and the next decision read. */
export const lifecycleRows: InlineProjection = {
  name: 'lifecycles',
  version: 1,
  tables: ['lifecycles', 'deadlines', 'rescue_orders', 'open_rescues', 'alarms', 'open_alarms', 'device_states', 'device_commands'],
  handles: [...byType.keys(), 'clock.stepped'],
  *steps(event, queries, known) {
    if (event.type === 'clock.stepped') yield* shiftCalendar(event, queries);
    yield* byType.get(event.type)?.steps(event, queries, known) ?? [];
  },
  *readAhead(streams, queries) {
    const rows = yield* run(queries.selectFrom('lifecycles').select(['stream', 'state']).where('stream', 'in', streams));
    const known: KnownStates = new Map(streams.map((stream) => [stream, undefined]));
    for (const { stream, state } of rows) known.set(stream, state);
    return known;
  },
};
