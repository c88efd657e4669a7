import { run, type InlineProjection, type KnownStates, type Queries, type TransactionSteps } from './eventStore.ts';
import { toStoredEvent } from './eventRow.ts';
import { readsAhead } from './readAhead.ts';
import { expectState, readHead, stateKey, type RebuildState } from './rebuildState.ts';
import type { EventsTable } from './schema.ts';
import type { Upcasters } from './upcasters.ts';

/** The most that one transaction may fold. */
export interface PageSize {
  readonly rows: number;
  /** Positions scanned: a log of which little is folded is read in pages too. */
  readonly span: number;
  readonly timeMs: number;
}

/** While no one writes, pages are this many times larger: a new writer waits for at most one of them. */
const quietFactor = 4;
/** Folds more than one turn of the writers can add, and delays a call by no more than its time. */
export const pageWhileWritersWait: PageSize = { rows: 5_000, span: 100_000, timeMs: 250 };

/** The projections that are folded into new tables, and the queries that write those. */
export interface FoldedProjections {
  readonly rebuilt: readonly InlineProjection[];
  readonly projectionsOf: (type: string) => readonly InlineProjection[];
  readonly queries: Queries;
  readonly upcasters: Upcasters;
}

export interface Page {
  readonly state: RebuildState;
  readonly head: number;
}

/** Returns the page size while no one writes. */
export const larger = ({ rows, span, timeMs }: PageSize): PageSize => ({
  rows: quietFactor * rows,
  span: quietFactor * span,
  timeMs: quietFactor * timeMs,
});

/** Folds the next page of events into the new tables and keeps how far it came. */
export function* foldPage(folding: FoldedProjections, queries: Queries, page: PageSize): TransactionSteps<Page> {
  const { rows: mostRows, span, timeMs } = page;
  const before = yield* expectState(queries);
  const head = yield* readHead(queries);
  const rows = yield* run(
    eventsAfter(folding, queries, before.position)
      .where('position', '<=', before.position + span)
      .limit(mostRows),
  );
  const startedMs = performance.now();
  const known = yield* knownBefore(rows, folding);
  let folded = 0;
  for (const row of rows) {
    yield* fold(row, folding, known);
    folded += 1;
    if (performance.now() - startedMs >= timeMs) break;
  }
  const last = rows[folded - 1]?.position ?? before.position;
  const isWhole = folded === rows.length && rows.length < mostRows;
  // The newest events of this transaction are not in the head yet.
  const position = isWhole ? Math.max(last, Math.min(before.position + span, head)) : last;
  const state = { ...before, position, events: before.events + folded };
  yield* run(
    queries
      .updateTable('store_meta')
      .set({ value: JSON.stringify(state) })
      .where('key', '=', stateKey),
  );
  return { state, head };
}

export function eventsAfter({ rebuilt }: FoldedProjections, queries: Queries, position: number) {
  const events = queries.selectFrom('events').selectAll().where('position', '>', position).orderBy('position');
  if (rebuilt.some(({ handles }) => handles === 'all')) return events;
  return events.where('type', 'in', [...new Set(rebuilt.flatMap(({ handles }) => handles))]);
}

export function* fold(
  row: EventsTable,
  { projectionsOf, upcasters, queries }: FoldedProjections,
  known: ReadonlyMap<InlineProjection, KnownStates>,
): TransactionSteps {
  const event = toStoredEvent(row, upcasters);
  for (const projection of projectionsOf(event.type)) yield* projection.steps(event, queries, known.get(projection));
}

/** Returns the state of the new tables for the streams of these rows. */
export function* knownBefore(
  rows: readonly EventsTable[],
  { projectionsOf, queries }: FoldedProjections,
): TransactionSteps<ReadonlyMap<InlineProjection, KnownStates>> {
  const known = new Map<InlineProjection, KnownStates>();
  for (const { projection, steps } of readsAhead(rows.filter(isLaterInStream), projectionsOf))
    known.set(projection, yield* steps(queries));
  return known;
}

/** The first event of a stream finds nothing. */
const isLaterInStream = ({ version }: EventsTable): boolean => version > 1;
