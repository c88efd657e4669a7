import {
  CompiledQuery,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
} from 'kysely';
import type { LibsqlConnection } from './libsqlConnection.ts';

/**
 * A query completes within one turn, so a few connections serve any number of callers; only transactions hold one for longer.
 * A burst of reads would otherwise open one each, with all its statements still to prepare.
 */
const mostConnections = 8;

/** Kysely over synchronous libsql connections: each query or transaction has one connection to itself. */
export class LibsqlDialect implements Dialect {
  readonly #open: () => LibsqlConnection;

  /** `open` is called when all existing connections are in use, up to a small limit. */
  constructor(open: () => LibsqlConnection) {
    this.#open = open;
  }

  createDriver(): Driver {
    return new LibsqlDriver(this.#open);
  }

  createQueryCompiler() {
    return new SqliteQueryCompiler();
  }

  createAdapter() {
    return new TransactionalSqliteAdapter();
  }

  createIntrospector(db: ConstructorParameters<typeof SqliteIntrospector>[0]) {
    return new SqliteIntrospector(db);
  }
}

/** SQLite's schema changes are transactional: an interrupted migration leaves nothing behind. */
class TransactionalSqliteAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

class LibsqlDriver implements Driver {
  readonly #open: () => LibsqlConnection;
  readonly #all: LibsqlConnection[] = [];
  readonly #free: PooledConnection[] = [];
  readonly #waiting: ((connection: PooledConnection) => void)[] = [];

  constructor(open: () => LibsqlConnection) {
    this.#open = open;
  }

  async init() {}

  async acquireConnection(): Promise<DatabaseConnection> {
    const free = this.#free.pop();
    if (free !== undefined) return free;
    if (this.#all.length >= mostConnections) return new Promise((resolve) => this.#waiting.push(resolve));
    const connection = this.#open();
    this.#all.push(connection);
    return new PooledConnection(connection);
  }

  async releaseConnection(connection: DatabaseConnection) {
    if (!(connection instanceof PooledConnection)) return;
    const next = this.#waiting.shift();
    if (next === undefined) this.#free.push(connection);
    else next(connection);
  }

  async beginTransaction(connection: DatabaseConnection) {
    await connection.executeQuery(CompiledQuery.raw('begin'));
  }

  async commitTransaction(connection: DatabaseConnection) {
    await connection.executeQuery(CompiledQuery.raw('commit'));
  }

  async rollbackTransaction(connection: DatabaseConnection) {
    // After an I/O error SQLite has already rolled back; a second error would hide the first.
    if (connection instanceof PooledConnection && !connection.inTransaction) return;
    await connection.executeQuery(CompiledQuery.raw('rollback'));
  }

  async destroy() {
    for (const connection of this.#all) connection.close();
    this.#all.length = 0;
    this.#free.length = 0;
  }
}

class PooledConnection implements DatabaseConnection {
  readonly #connection: LibsqlConnection;

  constructor(connection: LibsqlConnection) {
    this.#connection = connection;
  }

  get inTransaction(): boolean {
    return this.#connection.inTransaction;
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    return { rows: this.#connection.execute<Row>(query.sql, query.parameters) };
  }

  streamQuery(): never {
    throw new Error(
      'read in pages instead of streaming: a stream would hold its snapshot and keep the WAL from being reset',
    );
  }
}
