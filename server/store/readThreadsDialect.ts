import {
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
} from 'kysely';
import { toBinding } from './libsqlConnection.ts';
import { userOf } from './readsOf.ts';
import type { ReadThreads } from './readThreads.ts';

/** Kysely over threads that read: the same queries, parameters and rows as on a connection of the main thread. */
export class ReadThreadsDialect implements Dialect {
  readonly #threads: ReadThreads;

  constructor(threads: ReadThreads) {
    this.#threads = threads;
  }

  createDriver(): Driver {
    return new ReadThreadsDriver(this.#threads);
  }

  createQueryCompiler() {
    return new SqliteQueryCompiler();
  }

  createAdapter() {
    return new SqliteAdapter();
  }

  createIntrospector(db: ConstructorParameters<typeof SqliteIntrospector>[0]) {
    return new SqliteIntrospector(db);
  }
}

class ReadThreadsDriver implements Driver {
  readonly #connection: DatabaseConnection;
  readonly #threads: ReadThreads;

  constructor(threads: ReadThreads) {
    this.#threads = threads;
    // Each query goes to whichever thread is free, so one serves everybody.
    this.#connection = {
      async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
        const rows = await threads.read(userOf(query), { sql: query.sql, parameters: query.parameters.map(toBinding) });
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the database returns the rows that the SQL names
        return { rows: rows as Row[] };
      },
      streamQuery: refuse,
    };
  }

  async init() {}

  async acquireConnection(): Promise<DatabaseConnection> {
    return this.#connection;
  }

  async releaseConnection() {}

  async beginTransaction() {
    refuse();
  }

  async commitTransaction() {
    refuse();
  }

  async rollbackTransaction() {
    refuse();
  }

  destroy(): Promise<void> {
    return this.#threads.close();
  }
}

function refuse(): never {
  throw new Error(
    'a transaction or a stream would hold its snapshot and keep the write-ahead log from being emptied: read in pages',
  );
}
