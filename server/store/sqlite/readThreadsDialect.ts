import { SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler, type Dialect, type Driver, type Kysely } from 'kysely';
import { toBinding } from './libsqlConnection.ts';
import { ReadDriver } from '../readDriver.ts';
import { userOf } from '../readsOf.ts';
import type { ReadThreads } from './readThreads.ts';

/** Kysely over threads that read: the same queries, parameters and rows as on a connection of the main thread. */
export class ReadThreadsDialect implements Dialect {
  readonly #threads: ReadThreads;

  constructor(threads: ReadThreads) {
    this.#threads = threads;
  }

  createDriver(): Driver {
    const threads = this.#threads;
    return new ReadDriver(
      (query) => threads.read(userOf(query), { sql: query.sql, parameters: query.parameters.map(toBinding) }),
      () => threads.close(),
    );
  }

  createQueryCompiler() {
    return new SqliteQueryCompiler();
  }

  createAdapter() {
    return new SqliteAdapter();
  }

  createIntrospector(db: Kysely<unknown>) {
    return new SqliteIntrospector(db);
  }
}
