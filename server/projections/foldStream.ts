import { streamId } from '../../src/contract/streamName.ts';
import type { Deadline, Lifecycle, LifecycleState, StreamPrefix, UnparsedEvent } from '../../src/machines/lifecycle.ts';
import type { InlineProjection, Queries, TransactionSteps } from '../store/eventStore.ts';
import { deadlineTable, machineTable } from '../store/lifecycleTables.ts';
import { runPrepared } from '../store/runPrepared.ts';
import type { EventPlace } from './eventPlace.ts';

/** Writes the rows of one kind of stream, given the event and the machine's state after it. */
export type RowsOf<E, S> = (event: E, place: EventPlace, state: S, queries: Queries) => TransactionSteps;

/** The number of streams whose last states are remembered as they are, so that the next event need not parse them again. */
const mostRemembered = 512;

/** Folds the event into the machine kept beside its stream, replaces the stream's deadlines, then writes the rows. */
export function folded<E extends UnparsedEvent, S extends LifecycleState>(
  lifecycle: Lifecycle<E, S>,
  rowsOf: RowsOf<E, S>,
): InlineProjection['steps'] {
  const prefix = lifecycle.streamPrefix;
  const machines = machineTable(prefix);
  const remembered = new Map<string, { readonly text: string; readonly state: S }>();

  /**
   * The state that the store keeps as this text. What is remembered counts only while the store says the same: a
   * transaction may have been rolled back.
   */
  const stateOf = (stream: string, text: string): S => {
    const last = remembered.get(stream);
    return last?.text === text ? last.state : lifecycle.fromJson(JSON.parse(text));
  };

  const remember = (stream: string, text: string, state: S): void => {
    remembered.delete(stream);
    if (!lifecycle.isClosed(state)) remembered.set(stream, { text, state });
    if (remembered.size > mostRemembered) {
      const [oldest] = remembered.keys();
      if (oldest !== undefined) remembered.delete(oldest);
    }
  };

  return function* steps(event, queries, known) {
    const { stream, version, position } = event;
    // The first event of a stream finds nothing.
    const kept =
      version === 1
        ? undefined
        : known?.has(stream) === true
          ? known.get(stream)
          : yield* keptState(queries, prefix, stream);
    const before = kept === undefined ? lifecycle.initial() : stateOf(stream, kept);
    const fact = lifecycle.parseEvent({
      type: event.type,
      data: event.data,
      actor: event.actor,
      atMs: event.atMs,
      receivedAtMs: event.receivedAtMs,
    });
    const after = lifecycle.apply(before, fact);
    const state = JSON.stringify(lifecycle.toJson(after));
    if (kept === undefined) {
      yield* runPrepared(queries, `${machines}.insert`, [stream, version, position, state], () =>
        queries.insertInto(machines).values({ stream, version, position, state }),
      );
    } else {
      yield* runPrepared(queries, `${machines}.update`, [version, position, state, stream], () =>
        queries.updateTable(machines).set({ version, position, state }).where('stream', '=', stream),
      );
    }
    known?.set(stream, state);
    remember(stream, state, after);
    yield* replaceDeadlines(
      queries,
      prefix,
      stream,
      kept === undefined ? [] : lifecycle.deadlines(before),
      lifecycle.deadlines(after),
    );
    yield* rowsOf(fact, { position, streamId: streamId(stream) }, after, queries);
  };
}

function* keptState(queries: Queries, prefix: StreamPrefix, stream: string): TransactionSteps<string | undefined> {
  const machines = machineTable(prefix);
  const [row] = yield* runPrepared(queries, `${machines}.select`, [stream], () =>
    queries.selectFrom(machines).select('state').where('stream', '=', stream),
  );
  return row?.state;
}

const same = (a: Deadline, b: Deadline): boolean =>
  a.kind === b.kind && a.dueAtMs === b.dueAtMs && JSON.stringify(a.data) === JSON.stringify(b.data);

/** Touches the table only where a deadline came, went or moved: most events change none. */
function* replaceDeadlines(
  queries: Queries,
  prefix: StreamPrefix,
  stream: string,
  before: readonly Deadline[],
  after: readonly Deadline[],
): TransactionSteps {
  const deadlines = deadlineTable(prefix);
  for (const gone of before.filter((deadline) => !after.some(({ kind }) => kind === deadline.kind))) {
    const { kind } = gone;
    yield* runPrepared(queries, `${deadlines}.delete`, [stream, kind], () =>
      queries.deleteFrom(deadlines).where('stream', '=', stream).where('kind', '=', kind),
    );
  }
  for (const deadline of after.filter((candidate) => !before.some((known) => same(known, candidate)))) {
    const { kind } = deadline;
    const row = { due_at_ms: deadline.dueAtMs, data: JSON.stringify(deadline.data ?? {}) };
    yield* runPrepared(
      queries,
      `${deadlines}.upsert`,
      [stream, kind, row.due_at_ms, row.data, row.due_at_ms, row.data],
      () =>
        queries
          .insertInto(deadlines)
          .values({ stream, kind, ...row })
          .onConflict((conflict) => conflict.columns(['stream', 'kind']).doUpdateSet(row)),
    );
  }
}
