import type { StoredEvent } from '../../../src/contract/events/storedEvent.ts';
import type { Clock } from '../../runtime/clock.ts';
import { wait } from '../../runtime/retry.ts';
import { batchLength } from '../batchLength.ts';
import { StoreClosedError, StoreFailedError, StoreUnavailableError } from '../errors.ts';
import { insertedColumns, insertedValues, metaText, toRow, toStoredEvent, type LogHead } from '../eventRow.ts';
import {
  UniqueConflictError,
  type AppendRequest,
  type AppendResult,
  type InlineProjection,
  type Queries,
  type TransactionSteps,
} from '../eventStore.ts';
import { checkExpectedVersion, isExpectedVersion } from '../expectedVersion.ts';
import { explainDataError } from '../keepable.ts';
import { sqliteCode, type LibsqlConnection } from './libsqlConnection.ts';
import type { LogWriter } from '../logStore.ts';
import { projectionsByType } from '../projectionsByType.ts';
import type { EventsTable, MessageIdsTable } from '../schema.ts';
import type { Upcasters } from '../upcasters.ts';
import type { Execute } from '../execute.ts';

/** More in one transaction would make the first wait too long for the last. */
const maxBatch = 512;
/** Nothing else in the process gets a turn meanwhile, so a transaction that takes longer leaves the rest of its batch to the next. */
const longestBatchMs = 100;
const maxKnownVersions = 100_000;
/**
 * The write-ahead log is checkpointed when it has reached about this size; then it is overwritten from its start, which
 * takes an fsync half the time of growing it.
 */
const workingLogBytes = 16 * 1024 * 1024;
/** Measured: pages that a transaction writes in any case, and for each request. */
const bytesPerBatch = 6 * 4096;
const bytesPerRequest = 2.5 * 4096;
/** For a long sequence of steps, whose statements touch some pages again. */
const bytesPerStatement = 2048;

/** The period for checking whether another program still holds the file's write lock, and the longest wait for it. */
const lockRetryMs = 20;
const lockLimitMs = 10_000;
const never = new AbortController().signal;

const insertEvent = `insert into events
  (${insertedColumns})
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;
const insertMessageId =
  'insert or ignore into message_ids (message_id, stream, version, first_position, last_position) values (?, ?, ?, ?, ?)';
const updateHead = 'update log_head set position = ?, hash = ? where id = 1';

export interface SqliteWriterOptions {
  readonly connection: LibsqlConnection;
  readonly head: LogHead;
  readonly compile: Queries;
  readonly projections: readonly InlineProjection[];
  readonly upcasters: Upcasters;
  readonly clock: Clock;
  readonly onCommitted: (events: readonly StoredEvent[]) => void;
  readonly onFatal: (error: unknown) => void;
  /** Does the work at a moment when no other thread reads from the file. */
  readonly betweenReads: (work: () => void) => void;
}

interface Work {
  /** The caller's own steps, which may well fail; an append with only the store's projections hardly ever does. */
  readonly hasOwnSteps: boolean;
  readonly isAlone: boolean;
  /** Writes inside the open transaction. */
  readonly execute: () => Written;
  readonly reject: (error: unknown) => void;
}

/** A request without a savepoint of its own failed after writing: the transaction is started again, with a savepoint for each. */
class NeedsSavepoints extends Error {}

interface Written {
  readonly resolve: () => void;
  /** False: nothing was written, no commit is needed for it. */
  readonly changed: boolean;
  readonly appended?: {
    readonly stream: string;
    readonly version: number;
    readonly head: LogHead;
    readonly events: readonly StoredEvent[];
  };
}

/**
 * The only writer of its SQLite file. Requests of one tick share one transaction and one fsync, but each succeeds or fails on its own;
 * nothing is acknowledged before the commit has returned.
 */
export class SqliteWriter implements LogWriter {
  readonly #options: SqliteWriterOptions;
  readonly #projectionsOf: (type: string) => readonly InlineProjection[];
  readonly #versions = new Map<string, number>();
  #head: LogHead;
  #queue: Work[] = [];
  /** The part of the batch being written that did not fit into its time. */
  #leftOver: readonly Work[] = [];
  #scheduled = false;
  #held = false;
  #lockedSinceMs: number | undefined;
  #exclusive: Promise<unknown> = Promise.resolve();
  #refusal: StoreFailedError | StoreClosedError | undefined;
  #absentForgotten = false;
  #hasWritten = false;
  #bytesSinceCheckpoint = 0;
  #statements = 0;

  constructor(options: SqliteWriterOptions) {
    this.#options = options;
    this.#head = options.head;
    this.#projectionsOf = projectionsByType(options.projections);
  }

  append(request: AppendRequest): Promise<AppendResult> {
    return this.#enqueue<AppendResult>(
      { hasOwnSteps: request.effects !== undefined, isAlone: request.alone === true },
      (resolve) => this.#append(request, resolve),
    );
  }

  write<Result>(steps: (queries: Queries) => TransactionSteps<Result>): Promise<Result> {
    return this.#enqueue<Result>({ hasOwnSteps: true, isAlone: false }, (resolve) => {
      const before = this.#statements;
      const result = this.#drive(steps(this.#options.compile));
      this.#bytesSinceCheckpoint += bytesPerStatement * (this.#statements - before);
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
    let written: Written[];
    try {
      written = this.#transact(batch);
    } catch (error) {
      if (isLocked(error)) this.#tryAgain(batch, error);
      else this.#fail(error, batch);
      return;
    }
    this.#lockedSinceMs = undefined;
    if (this.#leftOver.length > 0) {
      this.#queue.unshift(...this.#leftOver);
      this.#schedule();
    }
    // Announce only now that the commit is on disk.
    const events = written.flatMap(({ appended }) => appended?.events ?? []);
    for (const { resolve } of written) resolve();
    if (events.length > 0) this.#options.onCommitted(events);
    this.#bytesSinceCheckpoint += bytesPerBatch + bytesPerRequest * batch.length;
    // In a later turn, so that the acknowledgements are sent first.
    if (this.#bytesSinceCheckpoint >= workingLogBytes) setImmediate(() => this.#checkpoint());
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
    if (this.#refusal !== undefined || this.#held || this.#bytesSinceCheckpoint < workingLogBytes) return;
    this.#bytesSinceCheckpoint = 0;
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

  /** Throws if the disk or the file failed; a request that fails alone is rejected here. */
  #transact(batch: readonly Work[]): Written[] {
    const { connection } = this.#options;
    const headBefore = this.#head;
    connection.exec('begin immediate');
    try {
      return this.#writeBatch(batch, ({ hasOwnSteps }) => hasOwnSteps && batch.length > 1);
    } catch (error) {
      if (!(error instanceof NeedsSavepoints)) throw error;
      connection.exec('rollback');
      this.#head = headBefore;
      this.#versions.clear();
      connection.exec('begin immediate');
      return this.#writeBatch(batch, () => true);
    }
  }

  #writeBatch(batch: readonly Work[], inSavepoint: (work: Work) => boolean): Written[] {
    const { connection } = this.#options;
    const written: Written[] = [];
    const rejections: (() => void)[] = [];
    const headBefore = this.#head;
    const startedMs = performance.now();
    this.#leftOver = [];
    for (const [index, work] of batch.entries()) {
      if (index > 0 && performance.now() - startedMs > longestBatchMs) {
        this.#leftOver = batch.slice(index);
        break;
      }
      const isolated = inSavepoint(work);
      if (isolated) connection.exec('savepoint request');
      this.#hasWritten = false;
      try {
        const done = work.execute();
        if (isolated) connection.exec('release request');
        written.push(done);
        this.#remember(done);
      } catch (error) {
        // SQLite has rolled back the whole transaction (disk full, I/O error).
        if (!connection.inTransaction || isDiskError(error)) throw error;
        if (isolated) connection.exec('rollback to request; release request');
        else if (this.#hasWritten && batch.length > 1) throw new NeedsSavepoints();
        rejections.push(() => work.reject(toConflict(error)));
      }
    }
    if (this.#head !== headBefore) {
      this.#forgetAbsentProjections();
      connection.execute(updateHead, [this.#head.position, this.#head.hash]);
    }
    connection.exec(written.some(({ changed }) => changed) ? 'commit' : 'rollback');
    for (const reject of rejections) reject();
    return written;
  }

  #append(request: AppendRequest, resolve: (result: AppendResult) => void): Written {
    const { clock, compile, connection, upcasters } = this.#options;
    const { messageId, stream } = request;
    let version = this.#versionOf(stream);
    let head = this.#head;
    if (messageId !== undefined && !this.#claimMessage(messageId, request, version)) {
      const first = this.#firstAnswer(messageId);
      return { changed: false, resolve: () => resolve(first) };
    }
    checkExpectedVersion(request, version);
    this.#hasWritten = true;
    const meta = metaText(request);
    const receivedAtMs = clock.nowMs();
    const events = request.events.map((event) => {
      version += 1;
      const row = toRow(event, { head, stream, version, receivedAtMs, messageId, meta, upcasters });
      connection.execute(insertEvent, insertedValues(row));
      head = row;
      return toStoredEvent(row, upcasters);
    });
    for (const event of events) {
      for (const projection of this.#projectionsOf(event.type)) this.#drive(projection.steps(event, compile));
    }
    if (request.effects !== undefined) this.#drive(request.effects(compile));
    return {
      changed: true,
      resolve: () => resolve({ repeated: false, version, events }),
      appended: { stream, version, head: { position: head.position, hash: head.hash }, events },
    };
  }

  /** False for a repeat, whatever version it expects. Most messages are new, and then this costs only one insert. */
  #claimMessage(messageId: string, request: AppendRequest, version: number): boolean {
    const { connection } = this.#options;
    if (!isExpectedVersion(request, version)) {
      return connection.execute('select 1 from message_ids where message_id = ?', [messageId]).length === 0;
    }
    const { position } = this.#head;
    const added = request.events.length;
    return (
      connection.change(insertMessageId, [
        messageId,
        request.stream,
        version + added,
        position + 1,
        position + added,
      ]) === 1
    );
  }

  #firstAnswer(messageId: string): AppendResult {
    const { connection, upcasters } = this.#options;
    const [known] = connection.execute<MessageIdsTable>('select * from message_ids where message_id = ?', [messageId]);
    if (known === undefined) throw new Error(`message ${messageId} was given and is not there`);
    const rows = connection.execute<EventsTable>(
      'select * from events where position between ? and ? order by position',
      [known.first_position, known.last_position],
    );
    return { repeated: true, version: known.version, events: rows.map((row) => toStoredEvent(row, upcasters)) };
  }

  #versionOf(stream: string): number {
    const known = this.#versions.get(stream);
    if (known !== undefined) return known;
    const [row] = this.#options.connection.execute<{ version: number | null }>(
      'select max(version) as version from events where stream = ?',
      [stream],
    );
    return row?.version ?? 0;
  }

  #remember({ appended }: Written): void {
    if (appended === undefined || appended.events.length === 0) return;
    this.#head = appended.head;
    if (this.#versions.size >= maxKnownVersions) this.#versions.clear();
    this.#versions.set(appended.stream, appended.version);
  }

  #drive<Result>(steps: TransactionSteps<Result>): Result {
    const { connection } = this.#options;
    let step = steps.next([]);
    for (; step.done !== true; this.#statements += 1) {
      // Bytes are the only values that are large enough to count.
      for (const value of step.value.parameters)
        if (value instanceof Uint8Array) this.#bytesSinceCheckpoint += value.length;
      step = steps.next(connection.execute(step.value.sql, step.value.parameters));
    }
    return step.value;
  }

  /** A projection that is missing while the log grows must be rebuilt when it returns. */
  #forgetAbsentProjections(): void {
    if (this.#absentForgotten) return;
    this.#absentForgotten = true;
    const { connection, projections } = this.#options;
    const names = JSON.stringify(projections.map(({ name }) => name));
    connection.execute('delete from projection_versions where name not in (select value from json_each(?))', [names]);
  }

  async #holdFor<Result>(work: (execute: Execute) => Promise<Result>): Promise<Result> {
    if (this.#refusal !== undefined) throw this.#refusal;
    const { connection } = this.#options;
    this.#held = true;
    try {
      await this.#beginWhenFree();
      const result = await work(async ({ sql, parameters }) => connection.execute(sql, parameters));
      connection.exec('commit');
      this.#bytesSinceCheckpoint = workingLogBytes;
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

function isDiskError(error: unknown): boolean {
  return /^SQLITE_(IOERR|CORRUPT|NOTADB|FULL|CANTOPEN|READONLY)/.test(sqliteCode(error) ?? '');
}

function toConflict(error: unknown): unknown {
  const code = sqliteCode(error);
  if (
    code !== 'SQLITE_CONSTRAINT_UNIQUE' &&
    code !== 'SQLITE_CONSTRAINT_PRIMARYKEY' &&
    code !== 'SQLITE_CONSTRAINT_ROWID'
  )
    return explainDataError(error);
  // "UNIQUE constraint failed: rescue_open.lift_id"
  const constraint = error instanceof Error ? error.message.replace(/^.*failed: /, '') : String(error);
  return new UniqueConflictError(constraint);
}
