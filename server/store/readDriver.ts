import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from 'kysely';

/** The part of a Kysely dialect that runs queries, where each reads on its own and nothing spans several. */
export class ReadDriver implements Driver {
  readonly #connection: DatabaseConnection;
  readonly #end: () => Promise<void>;

  constructor(read: (query: CompiledQuery) => Promise<readonly unknown[]>, end: () => Promise<void>) {
    this.#end = end;
    // Each query goes wherever there is room, so one connection serves everybody.
    this.#connection = {
      async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the database returns the rows that the SQL names
        return { rows: (await read(query)) as Row[] };
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
    return this.#end();
  }
}

function refuse(): never {
  throw new Error('transactions and streams hold a snapshot and a connection: read in pages');
}
