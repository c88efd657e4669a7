import Libsql from 'libsql';
import { toBindable } from '../bindable.ts';

interface PreparedStatement {
  readonly statement: Libsql.Statement;
  readonly returnsRows: boolean;
}

/** The most prepared statements that are kept per connection; lists of varying length (`in (?, ?, …)`) would otherwise fill memory. */
const maxPrepared = 1000;

/** One synchronous connection with its prepared statements. */
export class LibsqlConnection {
  readonly #db: Libsql.Database;
  readonly #prepared = new Map<string, PreparedStatement>();

  constructor(path: string, options: { readonly use: 'write' | 'read' | 'copy' }) {
    this.#db = new Libsql(path, { timeout: 5_000 });
    if (options.use === 'write') {
      const [mode] = this.execute<{ journal_mode: string }>('pragma journal_mode = wal', []);
      if (mode?.journal_mode !== 'wal')
        throw new Error(
          `SQLite keeps no write-ahead log here (${mode?.journal_mode ?? 'no answer'}): is ${path} on a network drive?`,
        );
      // FULL: the commit returns only after the log is on the disk.
      this.#db.exec('pragma synchronous = full');
      this.#db.exec('pragma foreign_keys = on');
      // SQLite hides an I/O error of its automatic checkpoint; the writer does it itself, after it has acknowledged.
      this.#db.exec('pragma wal_autocheckpoint = 0');
      // 64 MB instead of 2: the index pages for streams and message ids are accessed at random.
      this.#db.exec('pragma cache_size = -65536');
      this.#db.exec('pragma temp_store = memory');
      this.#db.exec('pragma journal_size_limit = 67108864');
    } else if (options.use === 'read') {
      // libsql ignores its `readonly` option.
      this.#db.exec('pragma query_only = on');
      this.neverWait();
    }
  }

  /**
   * From here on another program's lock makes a statement fail immediately (`SQLITE_BUSY`): SQLite's own waiting would
   * block the whole process.
   */
  neverWait(): void {
    this.#db.exec('pragma busy_timeout = 0');
  }

  get inTransaction(): boolean {
    return this.#db.inTransaction;
  }

  /**
   * Moves what is committed from the write-ahead log into the file, as far as nobody still reads an older state of it. Returns
   * whether that was all. Throws when the disk refuses.
   */
  checkpoint(): boolean {
    const [moved] = this.execute<{ busy: number; log: number; checkpointed: number }>(
      'pragma wal_checkpoint(passive)',
      [],
    );
    return moved?.busy === 0 && moved.checkpointed === moved.log;
  }

  /**
   * The same up to the last page, after which the write-ahead log is empty; not possible while someone reads from it.
   * Throws when the disk refuses.
   */
  emptyLog(): void {
    this.execute('pragma wal_checkpoint(truncate)', []);
  }

  exec(sql: string): void {
    this.#db.exec(sql);
  }

  /** Runs one statement to its end and returns its rows, none for a statement that returns none. `Row` is what the caller's SQL selects. */
  execute<Row = unknown>(sql: string, parameters: readonly unknown[]): Row[] {
    const { statement, returnsRows } = this.#prepare(sql);
    const bindings = parameters.map(toBinding);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the database returns the rows that the SQL names
    if (returnsRows) return statement.all(bindings) as Row[];
    statement.run(bindings);
    return [];
  }

  /** Runs one statement that returns no rows; returns how many rows it changed. */
  change(sql: string, parameters: readonly unknown[]): number {
    return this.#prepare(sql).statement.run(parameters.map(toBinding)).changes;
  }

  close(): void {
    this.#prepared.clear();
    this.#db.close();
  }

  #prepare(sql: string): PreparedStatement {
    const known = this.#prepared.get(sql);
    if (known !== undefined) return known;
    if (this.#prepared.size >= maxPrepared) {
      const oldest = this.#prepared.keys().next();
      if (oldest.done !== true) this.#prepared.delete(oldest.value);
    }
    const statement = this.#db.prepare(sql);
    const prepared = { statement, returnsRows: statement.reader };
    // A pragma may take effect while being prepared: if cached, it would do nothing the second time.
    if (!/^(pragma|create|alter|drop) /.test(sql)) this.#prepared.set(sql, prepared);
    return prepared;
  }
}

/** libsql binds every number as a real, and with one `at_ms / 60000` would not be an integer division: integers go as bigint. */
export function toBinding(value: unknown): string | number | bigint | null | Uint8Array {
  const bindable = toBindable(value);
  return typeof bindable === 'number' && Number.isSafeInteger(bindable) ? BigInt(bindable) : bindable;
}

/** SQLite's own code of an error, such as `SQLITE_CONSTRAINT_UNIQUE`. */
export function sqliteCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
