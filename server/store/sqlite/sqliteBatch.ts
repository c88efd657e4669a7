import type { StoredEvent } from '../../../src/contract/events/storedEvent.ts';
import type { Clock } from '../../runtime/clock.ts';
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
import { projectionsByType } from '../projectionsByType.ts';
import type { EventsTable, MessageIdsTable } from '../schema.ts';
import type { Upcasters } from '../upcasters.ts';
import { sqliteCode, type LibsqlConnection } from './libsqlConnection.ts';

/** Nothing else in the process gets a turn meanwhile, so a transaction that takes longer leaves the rest of its batch to the next. */
const longestBatchMs = 100;
const maxKnownVersions = 100_000;
/** For a long sequence of steps, whose statements touch some pages again. */
const bytesPerStatement = 2048;

const insertEvent = `insert into events
  (${insertedColumns})
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;
const insertMessageId =
  'insert or ignore into message_ids (message_id, stream, version, first_position, last_position) values (?, ?, ?, ?, ?)';
const updateHead = 'update log_head set position = ?, hash = ? where id = 1';

/** The parts of the store that a batch works with. */
export interface BatchParts {
  readonly connection: LibsqlConnection;
  readonly head: LogHead;
  readonly compile: Queries;
  readonly projections: readonly InlineProjection[];
  readonly upcasters: Upcasters;
  readonly clock: Clock;
}

export interface Work {
  /** The caller's own steps, which may well fail; an append with only the store's projections hardly ever does. */
  readonly hasOwnSteps: boolean;
  readonly isAlone: boolean;
  /** Writes inside the open transaction. */
  readonly execute: () => Written;
  readonly reject: (error: unknown) => void;
}

/** A request without a savepoint of its own failed after writing: the transaction is started again, with a savepoint for each. */
class NeedsSavepoints extends Error {}

export interface Written {
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

/** Executes batches of requests, each in one transaction, in which each request succeeds or fails on its own. */
export class SqliteBatch {
  /** The part of the last batch that did not fit into its time. */
  leftOver: readonly Work[] = [];
  /** An estimate of what the write-ahead log has grown by. */
  bytesSinceCheckpoint = 0;
  readonly #parts: BatchParts;
  readonly #projectionsOf: (type: string) => readonly InlineProjection[];
  readonly #versions = new Map<string, number>();
  #head: LogHead;
  #absentForgotten = false;
  #hasWritten = false;
  #statements = 0;

  constructor(parts: BatchParts) {
    this.#parts = parts;
    this.#head = parts.head;
    this.#projectionsOf = projectionsByType(parts.projections);
  }

  /** Throws if the disk or the file failed; a request that fails alone is rejected here. */
  transact(batch: readonly Work[]): readonly Written[] {
    const { connection } = this.#parts;
    const headBefore = this.#head;
    connection.exec('begin immediate');
    try {
      return this.#write(batch, ({ hasOwnSteps }) => hasOwnSteps && batch.length > 1);
    } catch (error) {
      if (!(error instanceof NeedsSavepoints)) throw error;
      connection.exec('rollback');
      this.#head = headBefore;
      this.#versions.clear();
      connection.exec('begin immediate');
      return this.#write(batch, () => true);
    }
  }

  #write(batch: readonly Work[], inSavepoint: (work: Work) => boolean): Written[] {
    const { connection } = this.#parts;
    const written: Written[] = [];
    const rejections: (() => void)[] = [];
    const headBefore = this.#head;
    const startedMs = performance.now();
    this.leftOver = [];
    for (const [index, work] of batch.entries()) {
      if (index > 0 && performance.now() - startedMs > longestBatchMs) {
        this.leftOver = batch.slice(index);
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

  /** Appends the events of one request, with what its projections and effects write. */
  append(request: AppendRequest, resolve: (result: AppendResult) => void): Written {
    const { clock, compile, connection, upcasters } = this.#parts;
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

  /** Runs the steps of a caller's own write. */
  run<Result>(steps: TransactionSteps<Result>): Result {
    const before = this.#statements;
    const result = this.#drive(steps);
    this.bytesSinceCheckpoint += bytesPerStatement * (this.#statements - before);
    return result;
  }

  /** False for a repeat, whatever version it expects. Most messages are new, and then this costs only one insert. */
  #claimMessage(messageId: string, request: AppendRequest, version: number): boolean {
    const { connection } = this.#parts;
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
    const { connection, upcasters } = this.#parts;
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
    const [row] = this.#parts.connection.execute<{ version: number | null }>(
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
    const { connection } = this.#parts;
    let step = steps.next([]);
    for (; step.done !== true; this.#statements += 1) {
      // Bytes are the only values that are large enough to count.
      for (const value of step.value.parameters)
        if (value instanceof Uint8Array) this.bytesSinceCheckpoint += value.length;
      step = steps.next(connection.execute(step.value.sql, step.value.parameters));
    }
    return step.value;
  }

  /** A projection that is missing while the log grows must be rebuilt when it returns. */
  #forgetAbsentProjections(): void {
    if (this.#absentForgotten) return;
    this.#absentForgotten = true;
    const { connection, projections } = this.#parts;
    const names = JSON.stringify(projections.map(({ name }) => name));
    connection.execute('delete from projection_versions where name not in (select value from json_each(?))', [names]);
  }
}

/** Returns true if the file or its disk failed: nothing more can be trusted to it. */
export function isDiskError(error: unknown): boolean {
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
