import { DatabaseError, type Client } from 'pg';
import type { StoredEvent } from '../../../src/contract/events/storedEvent.ts';
import type { Clock } from '../../runtime/clock.ts';
import { batchLength } from '../batchLength.ts';
import { StoreClosedError, StoreUnavailableError } from '../errors.ts';
import type { LogHead } from '../eventRow.ts';
import type { AppendRequest, AppendResult, InlineProjection, Queries, TransactionSteps } from '../eventStore.ts';
import { drive, type Execute } from '../execute.ts';
import type { LogWriter } from '../logStore.ts';
import { projectionsByType } from '../projectionsByType.ts';
import type { Upcasters } from '../upcasters.ts';
import type { HeadCheck, HeadRow } from './headCheck.ts';
import {
  answerWithinMs,
  endClient,
  giveUp,
  lockNotAvailableCode,
  openClient,
  writerSettings,
} from './pgConnections.ts';
import { PgSession } from './pgSession.ts';
import {
  appendIn,
  beginBatch,
  beginLocked,
  commit,
  executeApart,
  executeIn,
  executeOn,
  executeTogether,
  isDatabaseTrouble,
  NeedsSavepoint,
  remember,
  toConflict,
  type Batch,
  type BatchParts,
  type Owner,
  type Work,
  type Written,
} from './postgresBatch.ts';

export const notifyChannel = 'tian_events';

const maxBatch = 512;
/** The switch of a rebuild folds up to 200 events at once and renames tables; meanwhile every append waits. */
const exclusiveAnswerWithinMs = 10_000;
/** The number of requests of a batch that get a savepoint one by one; if another one fails, all of them get one. */
const mostTriesApart = 4;
const updateHead = 'update log_head set position = $1, hash = $2 where id = 1';
const forgetAbsentProjections =
  'delete from projection_versions where name not in (select json_array_elements_text($1::json))';

export interface PostgresWriterOptions {
  /** The payload of this process's notifications, by which it recognises them. */
  readonly name: string;
  readonly databaseUrl: string;
  readonly compile: Queries;
  readonly projections: readonly InlineProjection[];
  readonly upcasters: Upcasters;
  readonly clock: Clock;
  readonly check: HeadCheck;
  readonly onCommitted: (events: readonly StoredEvent[]) => void;
  /** Nobody knows whether the last transaction was committed. */
  readonly onInDoubt: () => void;
}

interface Connection {
  readonly client: Client;
  readonly session: PgSession<Owner>;
}

/**
 * Writes the log in PostgreSQL, one transaction at a time per process; waiting requests share the next one. Everything
 * it needs is read in one round trip, and everything it writes is sent, with the commit, in a second; yet each request
 * succeeds or fails on its own. An advisory lock orders the processes, so that positions are consecutive and become
 * visible in order.
 */
export class PostgresWriter implements LogWriter {
  readonly #options: PostgresWriterOptions;
  readonly #parts: BatchParts;
  #queue: Work[] = [];
  #scheduled = false;
  #turn: Promise<unknown> = Promise.resolve();
  #closed = false;
  #absentForgotten = false;
  #connection: Connection | undefined;
  /** The connection of the work that has the log to itself. */
  #exclusive: Client | undefined;

  constructor(options: PostgresWriterOptions) {
    this.#options = options;
    this.#parts = { ...options, projectionsOf: projectionsByType(options.projections) };
  }

  append(request: AppendRequest): Promise<AppendResult> {
    return this.#enqueue<AppendResult>(request, (batch, resolve) => appendIn(batch, request, resolve, this.#parts));
  }

  write<Result>(steps: (queries: Queries) => TransactionSteps<Result>): Promise<Result> {
    return this.#enqueue<Result>(undefined, async (batch, resolve) => {
      const result = await drive(steps(this.#options.compile), executeIn(batch));
      return { changed: true, resolve: () => resolve(result) };
    });
  }

  exclusively<Result>(work: (execute: Execute) => Promise<Result>): Promise<Result> {
    return this.#inTurn(async () => {
      if (this.#closed) throw new StoreClosedError();
      // A connection of its own, which may take its time; if the work throws, closing it rolls back.
      const { client, session } = await this.#open(exclusiveAnswerWithinMs);
      this.#exclusive = client;
      try {
        beginLocked(session);
        const { sql, parameters, judge } = this.#options.check.ask();
        const [head] = await session.rows<HeadRow>(sql, parameters);
        judge(head);
        const result = await work(executeOn(session));
        await session.commit();
        return result;
      } finally {
        this.#exclusive = undefined;
        await endClient(client);
      }
    });
  }

  /** Drops the connections, which may have fallen silent: what waits on one fails at once, what comes next gets a new one. */
  dropConnection(): void {
    for (const client of [this.#connection?.client, this.#exclusive]) if (client !== undefined) giveUp(client);
  }

  async close(): Promise<void> {
    while (this.#queue.length > 0) await this.#inTurn(() => this.#flush());
    await this.#turn;
    this.#closed = true;
    await this.#disconnect();
  }

  #enqueue<Result>(
    request: AppendRequest | undefined,
    execute: (batch: Batch, resolve: (result: Result) => void) => Promise<Written>,
  ): Promise<Result> {
    return new Promise<Result>((resolve, reject) => {
      if (this.#closed) {
        reject(new StoreClosedError());
        return;
      }
      this.#queue.push({
        request,
        isAlone: request?.alone === true,
        reject,
        execute: (batch) => execute(batch, resolve),
      });
      if (this.#scheduled) return;
      this.#scheduled = true;
      setImmediate(() => void this.#inTurn(() => this.#flush()));
    });
  }

  #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const turn = this.#turn.then(work);
    this.#turn = turn.catch(() => undefined);
    return turn;
  }

  async #flush(): Promise<void> {
    this.#scheduled = false;
    if (this.#queue.length === 0) return;
    const works = this.#queue.splice(0, batchLength(this.#queue, maxBatch));
    if (this.#queue.length > 0) void this.#inTurn(() => this.#flush());
    let written: readonly Written[];
    try {
      written = await this.#transact(works);
    } catch (error) {
      // If the connection is lost during the commit, its outcome is unknown: a retry with the same message id is harmless.
      await this.#disconnect();
      const unavailable = new StoreUnavailableError(error);
      for (const { reject } of works) reject(unavailable);
      this.#options.onInDoubt();
      return;
    }
    // Announce only now that the commit is on disk.
    for (const { resolve } of written) resolve();
    const events = written.flatMap(({ appended }) => appended?.events ?? []);
    if (events.length > 0) this.#options.onCommitted(events);
  }

  /** Throws if the whole transaction failed; a request that fails alone is rejected here. */
  async #transact(works: readonly Work[]): Promise<readonly Written[]> {
    const session = await this.#connect();
    let isolated: ReadonlySet<Work> = new Set();
    let left = works;
    for (;;) {
      try {
        return await this.#attempt(session, left, isolated);
      } catch (error) {
        if (!(error instanceof NeedsSavepoint)) throw error;
        const [only = error.work] = left.length === 1 ? left : [];
        const failed = error.work === 'newRows' ? only : error.work;
        const isLocked =
          failed !== 'newRows' && error.cause instanceof DatabaseError && error.cause.code === lockNotAvailableCode;
        // One row that somebody keeps locked is its request's trouble; where a second one waits in vain, it may be anything.
        if (isDatabaseTrouble(error.cause) && !(isLocked && left === works)) throw error.cause;
        await session.settle().catch(() => undefined);
        // Fails when the connection is gone: then all of the batch has failed.
        await session.rows('rollback');
        if (failed === 'newRows') {
          isolated = new Set(left);
          continue;
        }
        if (isLocked) {
          failed.reject(new StoreUnavailableError(error.cause));
          left = works.filter((work) => work !== failed);
          if (left.length === 0) return [];
          continue;
        }
        if (left.length === 1) {
          failed.reject(toConflict(error.cause));
          return [];
        }
        isolated = isolated.size < mostTriesApart ? new Set([...isolated, failed]) : new Set(left);
      } finally {
        session.owner = undefined;
      }
    }
  }

  async #attempt(
    session: PgSession<Owner>,
    works: readonly Work[],
    isolated: ReadonlySet<Work>,
  ): Promise<readonly Written[]> {
    const batch = await beginBatch(this.#parts, session, works);
    const headBefore = batch.head;
    const written: Written[] = [];
    const rejections: (() => void)[] = [];
    for (const work of works) {
      session.owner = work;
      try {
        const done = isolated.has(work) ? await executeApart(batch, work) : await executeTogether(batch, work);
        written.push(done);
        remember(batch, done);
      } catch (error) {
        if (error instanceof NeedsSavepoint) throw error;
        if (isDatabaseTrouble(error)) throw new NeedsSavepoint(work, error);
        rejections.push(() => work.reject(toConflict(error)));
      }
    }
    session.owner = 'newRows';
    batch.newRows.send(session);
    session.owner = undefined;
    if (batch.head !== headBefore) this.#sendHead(session, batch.head);
    if (written.some(({ changed }) => changed)) await commit(session);
    else await session.rows('rollback');
    if (batch.head !== headBefore) {
      this.#options.check.advance(batch.head);
      this.#absentForgotten = true;
    }
    for (const reject of rejections) reject();
    return written;
  }

  #sendHead(session: PgSession<Owner>, { position, hash }: LogHead): void {
    if (!this.#absentForgotten)
      session.send(forgetAbsentProjections, [JSON.stringify(this.#options.projections.map(({ name }) => name))]);
    session.send(updateHead, [position, hash]);
    session.send(`select pg_notify('${notifyChannel}', $1)`, [this.#options.name]);
  }

  async #connect(): Promise<PgSession<Owner>> {
    if (this.#closed) throw new StoreClosedError();
    if (this.#connection !== undefined) return this.#connection.session;
    // A link that died silently must not hold the requests forever.
    this.#connection = await this.#open(answerWithinMs);
    return this.#connection.session;
  }

  async #open(queryTimeoutMs: number): Promise<Connection> {
    // Whatever the server's default: a response means that the commit is on disk.
    const client = await openClient(
      { connectionString: this.#options.databaseUrl, pipeline: true, query_timeout: queryTimeoutMs },
      writerSettings,
    );
    client.on('error', () => {
      // The running query fails too; the next batch reconnects.
      if (this.#connection?.client === client) this.#connection = undefined;
    });
    return { client, session: new PgSession<Owner>(client) };
  }

  async #disconnect(): Promise<void> {
    const connection = this.#connection;
    this.#connection = undefined;
    if (connection !== undefined) await endClient(connection.client);
  }
}
