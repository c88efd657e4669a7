import { run, type InlineProjection, type KnownStates } from '../store/eventStore.ts';
import { shiftCalendar } from './calendarShift.ts';
import { lifecycleEntries } from './lifecycleEntries.ts';

const entries = Object.values(lifecycleEntries);
const streamOf = new Map(entries.flatMap(({ stream }) => stream.eventTypes.map((type) => [type, stream] as const)));

/** Every lifecycle's machine, deadlines and rows: what the lists, the desk and the next decision read. */
export const lifecycleRows: InlineProjection = {
  name: 'lifecycles',
  version: 2,
  // What version 2 adds to contexts and rows has a default.
  servesFrom: 1,
  tables: ['lifecycles', 'deadlines', ...entries.flatMap(({ tables }) => tables)],
  handles: [...streamOf.keys(), 'clock.stepped'],
  *steps(event, queries, known) {
    if (event.type === 'clock.stepped') yield* shiftCalendar(event, queries);
    yield* streamOf.get(event.type)?.steps(event, queries, known) ?? [];
  },
  *readAhead(streams, queries) {
    const rows = yield* run(
      queries.selectFrom('lifecycles').select(['stream', 'state']).where('stream', 'in', streams),
    );
    const known: KnownStates = new Map(streams.map((stream) => [stream, undefined]));
    for (const { stream, state } of rows) known.set(stream, state);
    return known;
  },
};
