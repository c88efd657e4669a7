import { CompiledQuery, Kysely, PostgresDialect, sql } from 'kysely';
import { Pool } from 'pg';
import { compileOnlyQueries } from './compileOnly.ts';
import { StoreUnavailableError } from './errors.ts';
import type { EventStore } from './eventStore.ts';
import { LogStore } from './logStore.ts';
import { migrate } from './migrations/migrate.ts';
import type { OpenOptions } from './open.ts';
import { PgListener } from './pgListener.ts';
import { pgTypes } from './pgSession.ts';
import { postgresBeside } from './postgresBeside.ts';
import { postgresShadow } from './postgresShadow.ts';
import { connectWithinMs, PostgresWriter } from './postgresWriter.ts';
import type { Database } from './schema.ts';
import { readEpoch } from './storeMeta.ts';
import { Tail } from './tail.ts';
import { Upcasters } from './upcasters.ts';

const readConnections = 8;
const tailBatch = 500;

/** Opens the store in PostgreSQL, bringing schema and projections up to date. Throws StoreUnavailableError when the database does not answer. */
export async function openPostgresStore(options: OpenOptions & { readonly databaseUrl: string }): Promise<EventStore> {
  const { databaseUrl, clock, projections, onFatal, upcasters = new Upcasters() } = options;
  await applyMigrations(databaseUrl);

  const rows = openRows(databaseUrl);
  const compile = compileOnlyQueries('postgres');
  const writer = new PostgresWriter({
    databaseUrl, compile, projections, upcasters, clock,
    // Another process may have committed in between: then the log itself is read.
    onCommitted: (events) => {
      if (!tail.publish(events)) listener.wake().catch(() => undefined);
    },
  });
  const listener = new PgListener({
    databaseUrl,
    clock,
    async readNew() {
      for (;;) {
        const events = await store.readAll(tail.head, tailBatch);
        tail.publish(events);
        if (events.length < tailBatch) return;
      }
    },
  });
  const release = async () => {
    await listener.close();
    await rows.destroy();
  };
  let tail: Tail;
  let store: LogStore;
  try {
    const { position } = await rows.selectFrom('log_head').select('position').executeTakeFirstOrThrow();
    tail = new Tail({ head: position, readAll: (after, limit) => store.readAll(after, limit), clock, onFatal });
    const epoch = await readEpoch(writer);
    store = new LogStore({
      kind: 'postgres', epoch, rows, compile, writer, tail, clock, upcasters, projections, release,
      claim: (name) => listener.claim(name),
      onRebuild: options.onRebuild,
      rebuilding: { shadow: postgresShadow, page: { rows: 500, span: 10_000, timeMs: 500 }, beside: postgresBeside({ databaseUrl, compile }) },
    });
    await listener.connect();
    await store.bringRowsUpToDate();
    return store;
  } catch (error) {
    await writer.close();
    await release();
    throw error;
  }
}

/** Reads only: writes go through the writer, under its lock. */
function openRows(databaseUrl: string): Kysely<Database> {
  const pool = new Pool({ connectionString: databaseUrl, types: pgTypes, max: readConnections, connectionTimeoutMillis: connectWithinMs });
  // An idle connection that breaks is replaced when the next query needs one.
  pool.on('error', () => {});
  // One that breaks in use tells its query, and then everybody who listens: when nobody does, the process ends.
  pool.on('connect', (client) => client.on('error', () => {}));
  return new Kysely<Database>({
    dialect: new PostgresDialect({
      pool,
      onCreateConnection: async (connection) => {
        await connection.executeQuery(CompiledQuery.raw('set default_transaction_read_only = on'));
      },
    }),
  });
}

async function applyMigrations(databaseUrl: string): Promise<void> {
  const pool = new Pool({ connectionString: databaseUrl, types: pgTypes, max: 1, connectionTimeoutMillis: connectWithinMs });
  const schema = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });
  try {
    await sql`select 1`.execute(schema).catch((error: unknown) => {
      throw new StoreUnavailableError(error);
    });
    await migrate(schema, 'postgres');
  } finally {
    await schema.destroy();
  }
}
