import type { StoredEvent } from '../../../src/contract/events/storedEvent.ts';
import { wait } from '../../runtime/retry.ts';
import { batchLength } from '../batchLength.ts';
import { StoreClosedError, StoreFailedError, StoreUnavailableError } from '../errors.ts';
import type { AppendRequest, AppendResult, Queries, TransactionSteps } from '../eventStore.ts';
import type { Execute } from '../execute.ts';
import type { LogWriter } from '../logStore.ts';
import { sqliteCode } from './libsqlConnection.ts';
import { isDiskError, SqliteBatch, type BatchParts, type Work, type Written } from './sqliteBatch.ts';

/** More in one transaction would make the first wait too long for the last. */
const maxBatch = 512;
/**
 * The write-ahead log is checkpointed when it has reached about this size; then it is overwritten from its start, which
 * takes an fsync half the time of growing it.
 */
const workingLogBytes = 16 * 1024 * 1024;
/** Measured: pages that a transaction writes in any case, and for each request. */
const bytesPerBatch = 6 * 4096;
const bytesPerRequest = 2.5 * 4096;
/** The period for checking whether another program still holds the file's write lock, and the longest wait for it. */
const lockRetryMs = 20;
const lockLimitMs = 10_000;
const never = new AbortController().signal;

export interface SqliteWriterOptions extends BatchParts {
  readonly onCommitted: (events: readonly StoredEvent[]) => void;
  readonly onFatal: (error: unknown) => void;
  /** Does the work at a moment when no other thread reads from the file. */
  readonly betweenReads: (work: () => void) => void;
}

/**
 * The only writer of its SQLite file. Requests of one tick share one transaction and one fsync, but each succeeds or fails on its own;
 * nothing is acknowledged before the commit has returned.
 */
export class SqliteWriter implements LogWriter {
  readonly #options: SqliteWriterOptions;
  readonly #batch: SqliteBatch;
  #queue: Work[] = [];
  #scheduled = false;
  #held = false;
  #lockedSinceMs: number | undefined;
  #exclusive: Promise<unknown> = Promise.resolve();
  #refusal: StoreFailedError | StoreClosedError | undefined;

  constructor(options: SqliteWriterOptions) {
    this.#options = options;
    this.#batch = new SqliteBatch(options);
  }

  append(request: AppendRequest): Promise<AppendResult> {
    return this.#enqueue<AppendResult>(
      { hasOwnSteps: request.effects !== undefined, isAlone: request.alone === true },
      (resolve) => this.#batch.append(request, resolve),
    );
  }

  write<Result>(steps: (queries: Queries) => TransactionSteps<Result>): Promise<Result> {
    return this.#enqueue<Result>({ hasOwnSteps: true, isAlone: false }, (resolve) => {
      const result = this.#batch.run(steps(this.#options.compile));
      return { changed: true, resolve: () => resolve(result) };
    });
  }

  exclusively<Result>(work: (execute: Execute) => Promise<Result>): Promise<Result> {
    const turn = this.#exclusive.then(() => this.#holdFor(work));
    this.#exclusive = turn.catch(() => undefined);
    return turn;
  }

  async close(): Promise<void> {
    await this.#exclusive;
    while (this.#queue.length > 0) {
      this.#flush();
      if (this.#lockedSinceMs !== undefined) await wait(this.#options.clock, lockRetryMs, never);
    }
    if (this.#refusal !== undefined) return;
    this.#refusal = new StoreClosedError();
    // Then a copy of the database's single file has everything. Where this fails, everything is in the write-ahead log, as after a crash.
    try {
      this.#options.connection.emptyLog();
    } catch {}
  }

  #enqueue<Result>(
    kind: Pick<Work, 'hasOwnSteps' | 'isAlone'>,
    execute: (resolve: (result: Result) => void) => Written,
  ): Promise<Result> {
    return new Promise<Result>((resolve, reject) => {
      if (this.#refusal !== undefined) {
        reject(this.#refusal);
        return;
      }
      this.#queue.push({ ...kind, execute: () => execute(resolve), reject });
      this.#schedule();
    });
  }

  #schedule(): void {
    if (this.#scheduled || this.#held) return;
    this.#scheduled = true;
    // After the current turn of the event loop: requests made in it share the transaction.
    setImmediate(() => this.#flush());
  }

  #flush(): void {
    this.#scheduled = false;
    if (this.#held || this.#queue.length === 0) return;
    const batch = this.#queue.splice(0, batchLength(this.#queue, maxBatch));
    if (this.#queue.length > 0) this.#schedule();
    let written: readonly Written[];
    try {
      written = this.#batch.transact(batch);
    } catch (error) {
      if (isLocked(error)) this.#tryAgain(batch, error);
      else this.#fail(error, batch);
      return;
    }
    this.#lockedSinceMs = undefined;
    if (this.#batch.leftOver.length > 0) {
      this.#queue.unshift(...this.#batch.leftOver);
      this.#schedule();
    }
    // Announce only now that the commit is on disk.
    const events = written.flatMap(({ appended }) => appended?.events ?? []);
    for (const { resolve } of written) resolve();
    if (events.length > 0) this.#options.onCommitted(events);
    this.#batch.bytesSinceCheckpoint += bytesPerBatch + bytesPerRequest * batch.length;
    // In a later turn, so that the acknowledgements are sent first.
    if (this.#batch.bytesSinceCheckpoint >= workingLogBytes) setImmediate(() => this.#checkpoint());
  }

  /**
   * Another program holds the file's write lock: nothing was started, and the disk is fine. SQLite's own waiting would
   * block the whole process.
   */
  #tryAgain(batch: readonly Work[], error: unknown): void {
    const { clock, connection } = this.#options;
    if (connection.inTransaction) connection.exec('rollback');
    if (this.#isLockedTooLong()) {
      const unavailable = new StoreUnavailableError(error);
      for (const { reject } of batch) reject(unavailable);
      return;
    }
    this.#queue.unshift(...batch);
    if (this.#scheduled) return;
    this.#scheduled = true;
    clock.after(lockRetryMs, () => this.#flush());
  }

  #isLockedTooLong(): boolean {
    const nowMs = this.#options.clock.monotonicMs();
    this.#lockedSinceMs ??= nowMs;
    return nowMs - this.#lockedSinceMs >= lockLimitMs;
  }

  #checkpoint(): void {
    if (this.#refusal !== undefined || this.#held || this.#batch.bytesSinceCheckpoint < workingLogBytes) return;
    this.#batch.bytesSinceCheckpoint = 0;
    // Readers that take turns without a break would keep the log from ever being overwritten.
    if (!this.#emptyIntoFile())
      this.#options.betweenReads(() => this.#refusal !== undefined || this.#held || this.#emptyIntoFile());
  }

  /** False: a reader still needs a part of the log. */
  #emptyIntoFile(): boolean {
    try {
      return this.#options.connection.checkpoint();
    } catch (error) {
      // What was acknowledged is in the write-ahead log; the disk cannot be trusted with more.
      this.#fail(error, []);
      return true;
    }
  }

  async #holdFor<Result>(work: (execute: Execute) => Promise<Result>): Promise<Result> {
    if (this.#refusal !== undefined) throw this.#refusal;
    const { connection } = this.#options;
    this.#held = true;
    try {
      await this.#beginWhenFree();
      const result = await work(async ({ sql, parameters }) => connection.execute(sql, parameters));
      connection.exec('commit');
      this.#batch.bytesSinceCheckpoint = workingLogBytes;
      return result;
    } catch (error) {
      if (connection.inTransaction) connection.exec('rollback');
      if (isDiskError(error)) this.#fail(error, []);
      throw error;
    } finally {
      this.#held = false;
      setImmediate(() => this.#checkpoint());
      if (this.#queue.length > 0) this.#schedule();
    }
  }

  async #beginWhenFree(): Promise<void> {
    for (;;) {
      try {
        this.#options.connection.exec('begin immediate');
        this.#lockedSinceMs = undefined;
        return;
      } catch (error) {
        if (!isLocked(error)) throw error;
        if (this.#isLockedTooLong()) throw new StoreUnavailableError(error);
        await wait(this.#options.clock, lockRetryMs, never);
      }
    }
  }

  #fail(error: unknown, batch: readonly Work[]): void {
    const failure = new StoreFailedError(error);
    this.#refusal = failure;
    for (const { reject } of [...batch, ...this.#queue]) reject(failure);
    this.#queue = [];
    this.#options.onFatal(failure);
  }
}

function isLocked(error: unknown): boolean {
  return sqliteCode(error)?.startsWith('SQLITE_BUSY') === true;
}
