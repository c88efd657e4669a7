import { sql, type CompiledQuery } from 'kysely';
import { projections } from '../../../server/lifecycleEntries.ts';
import { run, type EventStore, type Queries, type TransactionSteps } from '../../../server/store/eventStore.ts';
import type { HttpHarness } from '../httpHarness.ts';

/** Tables of the log and of the running server; the tables of projections follow the log, but for the one below. */
const notKept: ReadonlySet<string> = new Set([
  'events',
  'log_head',
  'message_ids',
  'ids',
  'checkpoints',
  'projection_versions',
  'store_meta',
  'active_lease',
  // Written beside the log: which fault an item of a visit opened.
  'visit_faults',
  // What devices reported by the hour, and codes of cars that were used up.
  'hour_counters',
  'presence_codes_used',
  'sessions',
  ...projections.flatMap(({ tables }) => tables),
]);

type Row = Readonly<Record<string, unknown>>;

/** Rows that are written without an event. */
const unlogged = [
  'list_views',
  'imports',
  'import_rows',
  'notify_binding_codes',
  'notify_receipts',
  'demo_messages',
] as const;

/** Tables that are kept all the same, so that every user may look into the same message and change the same rule. */
const keptAllTheSame: ReadonlySet<string> = new Set(['quarantine_resolutions', 'alarm_rules', 'alarm_rule_versions']);

/** The rows of base data, access and settings as they are now. `putBack` makes them so again, whatever a call has changed. */
export async function keepRows(
  harness: HttpHarness,
): Promise<{ putBack(): Promise<void>; changedUnlogged(): Promise<readonly string[]> }> {
  const names = await sql<{ name: string }>`select name from sqlite_master where type = 'table'`.execute(
    harness.store.rows,
  );
  const tables = names.rows
    .map(({ name }) => name)
    .filter(
      (name) =>
        (keptAllTheSame.has(name) || !notKept.has(name)) &&
        !/^(sqlite_|_)/.test(name) &&
        // An index of the lifts, which follows them.
        !name.startsWith('elevator_word'),
    );
  const kept = await readTables(harness.store, tables);
  async function changedOf(some: readonly string[]): Promise<readonly string[]> {
    const now = await readTables(harness.store, some);
    return some.filter((table) => JSON.stringify(now.get(table)) !== JSON.stringify(kept.get(table)));
  }
  return {
    /** Returns the changed ones among the tables of which no event tells. */
    changedUnlogged: () => changedOf(unlogged),
    async putBack() {
      const changed = await changedOf(tables);
      if (changed.length === 0) return;
      await harness.store.write(function* (queries): TransactionSteps {
        for (const table of changed) yield* writeTable(queries, table, kept.get(table) ?? []);
      });
      await harness.domain.directory.reload();
      harness.sessions.accessChanged();
    },
  };
}

async function readTables(store: EventStore, tables: readonly string[]): Promise<ReadonlyMap<string, readonly Row[]>> {
  const read = await Promise.all(
    tables.map(async (table) => {
      const { rows } = await sql<Row>`select * from ${sql.table(table)} order by rowid`.execute(store.rows);
      return [table, rows] as const;
    }),
  );
  return new Map(read);
}

function* writeTable(queries: Queries, table: string, rows: readonly Row[]): TransactionSteps {
  const step = (query: { compile(queries: Queries): CompiledQuery<Row> }) =>
    run({ compile: () => query.compile(queries) });
  yield* step(sql<Row>`delete from ${sql.table(table)}`);
  for (const row of rows) {
    const columns = Object.keys(row).map((column) => sql.ref(column));
    yield* step(
      sql<Row>`insert into ${sql.table(table)} (${sql.join(columns)}) values (${sql.join(Object.values(row))})`,
    );
  }
}
