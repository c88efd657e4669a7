import type { Lifecycle, LifecycleState, UnparsedEvent } from '../../src/machines/lifecycle.ts';
import { run, type InlineProjection, type KnownStates } from '../store/eventStore.ts';
import { deadlineTable, machineTable } from '../store/lifecycleTables.ts';
import { shiftCalendar, type CalendarShift } from './calendarShift.ts';
import { folded, type RowsOf } from './foldStream.ts';

/** The rows of a lifecycle beside its machines and deadlines. */
export interface LifecycleRows<E, S>
  extends Pick<InlineProjection, 'version' | 'servesFrom' | 'tables'>, CalendarShift {
  readonly rows: RowsOf<E, S>;
}

/**
 * The projection of one lifecycle, named by the prefix of its streams: its machines, deadlines and rows, in tables that no other
 * projection touches. Raise `version` when its rows or its machine's context change; the other lifecycles keep their rows.
 */
export function lifecycleRows<E extends UnparsedEvent, S extends LifecycleState>(
  lifecycle: Lifecycle<E, S>,
  { version, servesFrom, tables, rows, ...shift }: LifecycleRows<E, S>,
): InlineProjection {
  const name = lifecycle.streamPrefix;
  const fold = folded(lifecycle, rows);
  return {
    name,
    version,
    ...(servesFrom === undefined ? {} : { servesFrom }),
    tables: [machineTable(name), deadlineTable(name), ...tables],
    handles: [...lifecycle.eventTypes, 'clock.stepped'],
    *steps(event, queries, known) {
      if (event.type === 'clock.stepped') {
        known?.clear();
        yield* shiftCalendar(lifecycle, shift, event, queries);
      } else yield* fold(event, queries, known);
    },
    *readAhead(streams, queries) {
      const kept = yield* run(
        queries.selectFrom(machineTable(name)).select(['stream', 'state']).where('stream', 'in', streams),
      );
      const known: KnownStates = new Map(streams.map((stream) => [stream, undefined]));
      for (const { stream, state } of kept) known.set(stream, state);
      return known;
    },
  };
}
