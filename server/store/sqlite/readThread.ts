import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import Libsql from 'libsql';
import { StoreUnavailableError } from '../errors.ts';
import type { toBinding } from './libsqlConnection.ts';

export type Binding = ReturnType<typeof toBinding>;

/** A compiled query, its parameters as SQLite binds them. */
export interface BoundQuery {
  readonly sql: string;
  readonly parameters: readonly Binding[];
}

/**
 * The program of the thread: it takes one query at a time and returns its rows, or SQLite's error with its code. It is
 * JavaScript in a string, because the same lines must run from the TypeScript sources, in tests and from the bundled
 * server, where no file of ours has a place that all three know.
 *
 * Rows travel as one list of values beside the names of the columns: the main thread unpacks that in a fifth of the time that it would need
 * to read them from the database itself. Each statement runs to its end, so that no read transaction stays open between queries.
 */
const program = `
const { parentPort, workerData } = require('node:worker_threads');
const { setPriority } = require('node:os');
const Libsql = require(workerData.libsql);

// On Linux the priority is the thread's own: where cores are few, the thread that rings goes first.
if (process.platform === 'linux') try { setPriority(5); } catch {}

const mostPrepared = 500;
const prepared = new Map();
let database;

function open() {
  const opened = new Libsql(workerData.path, { timeout: 2000 });
  opened.exec('pragma query_only = on');
  opened.exec('pragma cache_size = -16384');
  return opened;
}

function prepare(sql) {
  const known = prepared.get(sql);
  if (known !== undefined) return known;
  if (prepared.size >= mostPrepared) prepared.delete(prepared.keys().next().value);
  const statement = database.prepare(sql);
  prepared.set(sql, statement);
  return statement;
}

function read({ sql, parameters }) {
  database ??= open();
  const statement = prepare(sql);
  if (!statement.reader) {
    statement.run(parameters);
    return { columns: [], values: [] };
  }
  const rows = statement.all(parameters);
  const columns = rows.length === 0 ? [] : Object.keys(rows[0]);
  const values = [];
  for (const row of rows) for (const column of columns) values.push(row[column]);
  return { columns, values };
}

parentPort.on('message', (query) => {
  if (query === 'end') {
    prepared.clear();
    database?.close();
    parentPort.close();
    return;
  }
  let answer;
  try {
    answer = read(query);
  } catch (error) {
    answer = { error: { message: String(error.message), code: error.code, rawCode: error.rawCode } };
  }
  parentPort.postMessage(answer);
});
`;

const libsqlFile = createRequire(import.meta.url).resolve('libsql');

interface Failure {
  readonly error: { readonly message: string; readonly code?: string; readonly rawCode?: number };
}

interface Answer {
  readonly columns: readonly string[];
  readonly values: readonly unknown[];
}

interface Asked {
  readonly resolve: (rows: Record<string, unknown>[]) => void;
  readonly reject: (error: unknown) => void;
}

/** One thread with its own reading connection. It starts with the first query, and again with the next one after it has died. */
export class ReadThread {
  readonly #path: string;
  readonly #mostMemoryMb: number;
  #worker: Worker | undefined;
  #asked: Asked | undefined;

  /** A query whose rows need more memory than this ends its thread and not the process. */
  constructor(path: string, mostMemoryMb: number) {
    this.#path = path;
    this.#mostMemoryMb = mostMemoryMb;
  }

  get isBusy(): boolean {
    return this.#asked !== undefined;
  }

  /**
   * Runs one query to its end; only one at a time. Throws SQLite's error, and StoreUnavailableError when the thread
   * ends before it has answered.
   */
  read(query: BoundQuery): Promise<Record<string, unknown>[]> {
    return new Promise((resolve, reject) => {
      const worker = (this.#worker ??= this.#start());
      this.#asked = { resolve, reject };
      worker.ref();
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
      worker.postMessage(query);
    });
  }

  /** Closes the connection and ends the thread. No query may be running. */
  async close(): Promise<void> {
    const worker = this.#worker;
    if (worker === undefined) return;
    // However it ends: an error of the thread is no reason not to close the store.
    const ended = new Promise<void>((resolve) => {
      worker.once('exit', () => resolve());
    });
    worker.ref();
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- as above
    worker.postMessage('end');
    await ended;
  }

  #start(): Worker {
    const worker = new Worker(program, {
      eval: true,
      // Not the arguments of the process: its loaders are for sources that this thread does not use.
      execArgv: [],
      workerData: { libsql: libsqlFile, path: this.#path },
      resourceLimits: { maxOldGenerationSizeMb: this.#mostMemoryMb },
    });
    let cause: unknown;
    worker.on('message', (answer: Answer | Failure) => {
      if ('error' in answer) this.#settle((asked) => asked.reject(toSqliteError(answer)));
      else this.#settle((asked) => asked.resolve(toRows(answer)));
    });
    worker.on('error', (error) => {
      cause = error;
    });
    worker.on('exit', (code) => {
      if (this.#worker === worker) this.#worker = undefined;
      this.#settle((asked) =>
        asked.reject(new StoreUnavailableError(cause ?? new Error(`a thread that reads ended with exit code ${code}`))),
      );
    });
    return worker;
  }

  #settle(answer: (asked: Asked) => void): void {
    const asked = this.#asked;
    this.#asked = undefined;
    // An idle thread does not keep the process alive.
    this.#worker?.unref();
    if (asked !== undefined) answer(asked);
  }
}

/** Column by column: with the same name again and again it takes less than half of the time. */
function toRows({ columns, values }: Answer): Record<string, unknown>[] {
  const rows = Array.from({ length: columns.length === 0 ? 0 : values.length / columns.length }, () => ({}));
  for (const [index, column] of columns.entries()) fillColumn(rows, column, values, index, columns.length);
  return rows;
}

function fillColumn(
  rows: readonly Record<string, unknown>[],
  column: string,
  values: readonly unknown[],
  from: number,
  step: number,
): void {
  let at = from;
  for (const row of rows) {
    row[column] = values[at];
    at += step;
  }
}

/** The same class and code as an error of this thread's own connections: `sqliteCode` and `explainDiskError` read them. */
function toSqliteError({ error: { message, code, rawCode } }: Failure): Error {
  return code === undefined ? new Error(message) : new Libsql.SqliteError(message, code, rawCode ?? 0);
}
