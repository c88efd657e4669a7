import type { Compilable } from 'kysely';
import { run, type InlineProjection, type Queries, type TransactionSteps } from './eventStore.ts';
import { toStoredEvent } from './eventRow.ts';
import type { Execute } from './logStore.ts';
import { projectionsByType } from './projectionsByType.ts';
import type { Database, EventsTable } from './schema.ts';
import type { Upcasters } from './upcasters.ts';

const readBatch = 1000;

export interface RebuildInput {
  readonly chosen: readonly InlineProjection[];
  /** All there are: one that shares a table with a chosen one is rebuilt with it. */
  readonly projections: readonly InlineProjection[];
  readonly execute: Execute;
  readonly compile: Queries;
  readonly upcasters: Upcasters;
  readonly kind: 'sqlite' | 'postgres';
}

/** Empties the projections' tables and folds the log again, inside the caller's transaction. Returns how many events were folded. */
export async function rebuildProjections(input: RebuildInput): Promise<number> {
  const { execute, compile, upcasters } = input;
  const rebuilt = withSharedTables(input.chosen, input.projections);
  if (rebuilt.length === 0) return 0;
  const ask = <Row>(query: Compilable<Row>) => drive(run(query), execute);

  for (const table of new Set(rebuilt.flatMap(({ tables }) => tables))) await ask(compile.deleteFrom(table));

  const projectionsOf = projectionsByType(rebuilt);
  const types = rebuilt.some(({ handles }) => handles === 'all') ? undefined : [...new Set(rebuilt.flatMap(({ handles }) => handles))];
  let events = 0;
  for (let position = 0; ; ) {
    let page = compile.selectFrom('events').selectAll().where('position', '>', position).orderBy('position').limit(readBatch);
    if (types !== undefined) page = page.where('type', 'in', types);
    const rows: readonly EventsTable[] = types?.length === 0 ? [] : await ask(page);
    for (const row of rows) {
      const event = toStoredEvent(row, upcasters);
      for (const projection of projectionsOf(event.type)) {
        await drive(projection.steps(event, compile), execute);
      }
    }
    events += rows.length;
    const last = rows.at(-1);
    if (last === undefined || rows.length < readBatch) break;
    position = last.position;
    // Requests for reading are served between two pages.
    await new Promise((resolve) => setImmediate(resolve));
  }

  await ask(compile.deleteFrom('projection_versions').where('name', 'in', rebuilt.map(({ name }) => name)));
  await ask(compile.insertInto('projection_versions').values(rebuilt.map(({ name, version }) => ({ name, version }))));
  return events;
}

/** Runs transaction steps query by query. */
export async function drive<Result>(steps: TransactionSteps<Result>, execute: Execute): Promise<Result> {
  let step = steps.next([]);
  while (step.done !== true) step = steps.next(await execute(step.value));
  return step.value;
}

/** The projections whose rows are of another version, or were not kept at all. */
export async function outdatedProjections(projections: readonly InlineProjection[], queries: Queries): Promise<readonly InlineProjection[]> {
  const kept = await queries.selectFrom('projection_versions').selectAll().execute();
  const versions = new Map(kept.map(({ name, version }) => [name, version]));
  return projections.filter(({ name, version }) => versions.get(name) !== version);
}

function withSharedTables(chosen: readonly InlineProjection[], all: readonly InlineProjection[]): readonly InlineProjection[] {
  const emptied = new Set<keyof Database>();
  const rebuilt = new Set(chosen);
  for (let before = -1; before !== rebuilt.size; ) {
    before = rebuilt.size;
    for (const { tables } of rebuilt) for (const table of tables) emptied.add(table);
    for (const projection of all) if (projection.tables.some((table) => emptied.has(table))) rebuilt.add(projection);
  }
  // In their own order: one may read the rows of another.
  return all.filter((projection) => rebuilt.has(projection));
}
