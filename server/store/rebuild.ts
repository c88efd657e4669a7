import { createHash } from 'node:crypto';
import { setImmediate as nextTurn, setTimeout as waitMs } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { CompiledQuery } from 'kysely';
import { StoreClosedError } from './errors.ts';
import { run, type InlineProjection, type Queries, type TransactionSteps } from './eventStore.ts';
import { drive, type Execute } from './execute.ts';
import { projectionsByType } from './projectionsByType.ts';
import {
  eventsAfter,
  fold,
  foldPage,
  knownBefore,
  larger,
  pageWhileWritersWait,
  type FoldedProjections,
  type Page,
  type PageSize,
} from './rebuildPage.ts';
import { expectState, readHead, readState, stateKey, type RebuildState } from './rebuildState.ts';
import { queriesBeside, type ShadowTables } from './shadowTables.ts';
import type { Upcasters } from './upcasters.ts';

/** One transaction beside the appends. */
export type Transact = <Result>(steps: (queries: Queries) => TransactionSteps<Result>) => Promise<Result>;
/** Runs work whose transactions delay no append for longer than one page; a second run, in this process or another, waits. */
export type Beside = <Result>(work: (transact: Transact) => Promise<Result>, until: AbortSignal) => Promise<Result>;

export interface RebuildInput {
  readonly chosen: readonly InlineProjection[];
  /** All projections: one that shares a table with a selected one is rebuilt with it. */
  readonly projections: readonly InlineProjection[];
  readonly beside: Beside;
  /** One transaction while appends wait. */
  readonly exclusively: <Result>(work: (execute: Execute) => Promise<Result>) => Promise<Result>;
  readonly shadow: ShadowTables;
  readonly page: PageSize;
  /** After so long without coming closer to the head, the writers wait for a page in each of their turns. */
  readonly patienceMs: number;
  readonly compile: Queries;
  readonly upcasters: Upcasters;
  /** Stops between two pages; the next rebuild of the same projections continues from there. */
  readonly until: AbortSignal;
}

/** The most events that the switch may have to fold while appends wait. */
const mostAtSwitch = 200;
/** Long enough for a burst of writes to pass. */
export const usualPatienceMs = 20_000;
const longestWaitMs = 30_000;

interface Folding extends RebuildInput, FoldedProjections {
  readonly tables: readonly string[];
  readonly versions: Readonly<Record<string, number>>;
}

/** Measures whether the fold gains on the writers. */
class Gain {
  readonly #patienceMs: number;
  #closest = Number.POSITIVE_INFINITY;
  #sinceMs = performance.now();

  constructor(patienceMs: number) {
    this.#patienceMs = patienceMs;
  }

  note({ state, head }: Page): void {
    const distance = head - state.position;
    if (distance >= this.#closest) return;
    this.#closest = distance;
    this.#sinceMs = performance.now();
  }

  get isLost(): boolean {
    return performance.now() - this.#sinceMs >= this.#patienceMs;
  }
}

/**
 * Folds the log into new tables beside the live ones, page by page while appends continue, and swaps them in one step
 * under the writers' lock. May be interrupted anywhere: its state stays consistent, and the next rebuild continues.
 * Resolves with the number of events folded. Throws StoreClosedError when stopped.
 */
export async function rebuildProjections(input: RebuildInput): Promise<number> {
  const folding = prepare(input);
  if (folding.rebuilt.length === 0) return 0;
  if (await input.exclusively((execute) => drive(fillFromNothing(folding), execute))) return 0;
  return input.beside(async (transact) => {
    await sweep(folding, transact);
    let head = await begin(folding, transact);
    let gain = new Gain(input.patienceMs);
    for (let retryMs = 250; ;) {
      head = await foldUpTo(folding, transact, head, gain);
      try {
        const events = await input.exclusively((execute) => drive(switchOver(folding), execute));
        if (events === undefined) continue;
        await sweep(folding, transact);
        return events;
      } catch (error) {
        if (!input.shadow.isInUse(error)) throw error;
        gain = new Gain(input.patienceMs);
        await rest(retryMs, input.until);
        retryMs = Math.min(2 * retryMs, longestWaitMs);
      }
    }
  }, input.until);
}

/** Removes the remains of an interrupted rebuild that will not be continued. */
export function sweepLeftovers(input: Pick<RebuildInput, 'beside' | 'shadow' | 'page' | 'until'>): Promise<void> {
  return input.beside((transact) => sweep(input, transact), input.until);
}

/** The projections whose rows have another version or do not exist; `canServe` means that the rows are usable until they are rebuilt. */
export async function outdatedProjections(
  projections: readonly InlineProjection[],
  queries: Queries,
): Promise<readonly { readonly projection: InlineProjection; readonly canServe: boolean }[]> {
  const kept = await queries.selectFrom('projection_versions').selectAll().execute();
  const versions = new Map(kept.map(({ name, version }) => [name, version]));
  return projections.flatMap((projection) => {
    const { name, version, servesFrom = version } = projection;
    const found = versions.get(name);
    return found === version
      ? []
      : [{ projection, canServe: found !== undefined && found >= servesFrom && found < version }];
  });
}

function prepare(input: RebuildInput): Folding {
  const rebuilt = withSharedTables(input.chosen, input.projections);
  const tables = [...new Set(rebuilt.flatMap((projection) => projection.tables))];
  return {
    ...input,
    rebuilt,
    tables,
    versions: Object.fromEntries(rebuilt.map(({ name, version }) => [name, version])),
    projectionsOf: projectionsByType(rebuilt),
    queries: queriesBeside(input.compile, tables),
  };
}

/** Continues an earlier run for these projections and tables, or starts one. Resolves with the head of the log. */
async function begin(folding: Folding, transact: Transact): Promise<number> {
  const { shadow, tables, versions } = folding;
  const { kept, shape, head } = await transact(function* (queries) {
    const kept = yield* readState(queries);
    const texts = yield* shadow.shapeOf(tables);
    const head = yield* readHead(queries);
    return { kept, head, shape: createHash('sha256').update(texts).digest('hex') };
  });
  if (kept !== undefined && kept.shape === shape && kept.position <= head && isDeepStrictEqual(kept.versions, versions))
    return head;
  await transact(function* (queries) {
    yield* run(queries.deleteFrom('store_meta').where('key', '=', stateKey));
  });
  await sweep(folding, transact);
  await transact(function* (queries) {
    yield* shadow.create(tables);
    yield* run(
      queries.insertInto('store_meta').values({
        key: stateKey,
        value: JSON.stringify({ versions, shape, position: 0, events: 0 } satisfies RebuildState),
      }),
    );
  });
  return head;
}

/** Resolves with the head once the new tables have come close to it. */
async function foldUpTo(folding: Folding, transact: Transact, knownHead: number, gain: Gain): Promise<number> {
  for (let head = knownHead, isQuiet = false; ;) {
    if (folding.until.aborted) throw new StoreClosedError();
    const startedMs = performance.now();
    const mayRest = !gain.isLost;
    const page = await (mayRest
      ? transact((queries) => foldPage(folding, queries, isQuiet ? larger(folding.page) : folding.page))
      : folding.exclusively((execute) => drive(foldPage(folding, folding.compile, pageWhileWritersWait), execute)));
    gain.note(page);
    if (page.state.position >= page.head) return page.head;
    // Others get a turn between two pages, and while they write they get at least half of the time.
    isQuiet = page.head === head;
    head = page.head;
    if (isQuiet || !mayRest) await nextTurn();
    else await rest(performance.now() - startedMs, folding.until);
  }
}

/** Folds the events since the last page and switches. Undefined if there are too many for appends to wait. */
function* switchOver(folding: Folding): TransactionSteps<number | undefined> {
  const { compile, shadow, tables, rebuilt } = folding;
  const { position, events } = yield* expectState(compile);
  if ((yield* readHead(compile)) - position > mostAtSwitch) return undefined;
  const rows = yield* run(eventsAfter(folding, compile, position));
  const known = yield* knownBefore(rows, folding);
  for (const row of rows) yield* fold(row, folding, known);
  yield* shadow.switchOver(tables);
  yield* run(compile.deleteFrom('store_meta').where('key', '=', stateKey));
  yield* recordVersions(rebuilt, compile);
  return events + rows.length;
}

function* recordVersions(rebuilt: readonly InlineProjection[], queries: Queries): TransactionSteps {
  yield* run(
    queries.deleteFrom('projection_versions').where(
      'name',
      'in',
      rebuilt.map(({ name }) => name),
    ),
  );
  yield* run(queries.insertInto('projection_versions').values(rebuilt.map(({ name, version }) => ({ name, version }))));
}

/** A new store has nothing to fold. False when there is something. */
function* fillFromNothing({ rebuilt, tables, compile }: Folding): TransactionSteps<boolean> {
  if ((yield* readHead(compile)) > 0) return false;
  for (const table of tables) yield CompiledQuery.raw(`delete from "${table}"`);
  yield* recordVersions(rebuilt, compile);
  return true;
}

async function sweep(
  { shadow, page, until }: Pick<RebuildInput, 'shadow' | 'page' | 'until'>,
  transact: Transact,
): Promise<void> {
  for (let isLeft = true; isLeft; await nextTurn()) {
    if (until.aborted) throw new StoreClosedError();
    isLeft = await transact(function* (queries) {
      const startedMs = performance.now();
      const withNext = (yield* readState(queries)) === undefined;
      while (yield* shadow.sweep(withNext)) if (performance.now() - startedMs >= page.timeMs) return true;
      return false;
    });
  }
}

function rest(restMs: number, until: AbortSignal): Promise<void> {
  return waitMs(restMs, undefined, { signal: until }).catch(() => undefined);
}

function withSharedTables(
  chosen: readonly InlineProjection[],
  all: readonly InlineProjection[],
): readonly InlineProjection[] {
  const emptied = new Set<string>();
  const rebuilt = new Set(chosen);
  for (let before = -1; before !== rebuilt.size;) {
    before = rebuilt.size;
    for (const { tables } of rebuilt) for (const table of tables) emptied.add(table);
    for (const projection of all) if (projection.tables.some((table) => emptied.has(table))) rebuilt.add(projection);
  }
  // In their given order: one may read the rows of another.
  return all.filter((projection) => rebuilt.has(projection));
}
