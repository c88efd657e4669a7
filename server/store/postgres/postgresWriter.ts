import { DeleteQueryNode, InsertQueryNode, UpdateQueryNode, type CompiledQuery } from 'kysely';
import { DatabaseError, type Client } from 'pg';
import type { StoredEvent } from '../../../src/contract/events/storedEvent.ts';
import type { Clock } from '../../runtime/clock.ts';
import { batchLength } from '../batchLength.ts';
import { StoreClosedError, StoreUnavailableError } from '../errors.ts';
import { metaText, toRow, toStoredEvent, type LogHead } from '../eventRow.ts';
import {
  UniqueConflictError,
  type AppendRequest,
  type AppendResult,
  type InlineProjection,
  type KnownStates,
  type Queries,
  type TransactionSteps,
} from '../eventStore.ts';
import { checkExpectedVersion } from '../expectedVersion.ts';
import type { HeadCheck, HeadRow } from './headCheck.ts';
import { explainDataError } from '../keepable.ts';
import type { LogWriter } from '../logStore.ts';
import {
  answerWithinMs,
  endClient,
  giveUp,
  isUnavailable,
  lockNotAvailableCode,
  openClient,
  writerSettings,
} from './pgConnections.ts';
import { PgSession } from './pgSession.ts';
import { PostgresEventRows } from './postgresEventRows.ts';
import { projectionsByType } from '../projectionsByType.ts';
import { readsAhead } from '../readAhead.ts';
import type { EventsTable, MessageIdsTable } from '../schema.ts';
import type { Upcasters } from '../upcasters.ts';
import { drive, type Execute } from '../execute.ts';

export const notifyChannel = 'tian_events';

const maxBatch = 512;
/** The switch of a rebuild folds up to 200 events at once and renames tables; meanwhile every append waits. */
const exclusiveAnswerWithinMs = 10_000;
/** PostgreSQL's code for a write where only reading is allowed, as on a standby. */
const readOnlyCode = '25006';
/** The number of requests of a batch that get a savepoint one by one; if another one fails, all of them get one. */
const mostTriesApart = 4;
/** Any number, the same in every process of the product. */
export const writeLock = 7_436_001;

const lookUpVersions = `select s.stream, (select max(version) from events where stream = s.stream) as version
  from json_array_elements_text($1::json) as s(stream)`;
const lookUpMessages = 'select * from message_ids where message_id in (select json_array_elements_text($1::json))';
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

/** The request for which a query is sent; `newRows` for the events of several requests. */
type Owner = Work | 'newRows';

interface Connection {
  readonly client: Client;
  readonly session: PgSession<Owner>;
}

/** The log's head as the open transaction knows it, under the lock. */
interface Batch {
  readonly session: PgSession<Owner>;
  /** The rows of the requests so far. */
  readonly newRows: PostgresEventRows;
  /** By projection. */
  readonly known: ReadonlyMap<InlineProjection, KnownStates>;
  readonly versions: Map<string, number>;
  readonly messages: Map<string, MessageIdsTable>;
  head: LogHead;
}

interface Written {
  readonly resolve: () => void;
  /** False: nothing was written, no commit is needed for it. */
  readonly changed: boolean;
  readonly appended?: {
    readonly head: LogHead;
    readonly stream: string;
    readonly version: number;
    readonly message: MessageIdsTable | undefined;
    readonly events: readonly StoredEvent[];
  };
}

interface Work {
  /** Its stream and message id are looked up together for the whole batch. */
  readonly request: AppendRequest | undefined;
  readonly isAlone: boolean;
  readonly execute: (batch: Batch) => Promise<Written>;
  readonly reject: (error: unknown) => void;
}

/**
 * This request failed in the first attempt, in which no request has a savepoint: the transaction is started again with
 * a savepoint for it, or for each where the new rows of one of them failed.
 */
class NeedsSavepoint extends Error {
  constructor(
    readonly work: Owner,
    cause: unknown,
  ) {
    super('a request of the batch failed', { cause });
  }
}

/**
 * Writes the log in PostgreSQL, one transaction at a time per process; waiting requests share the next one. Everything
 * it needs is read in one round trip, and everything it writes is sent, with the commit, in a second; yet each request
 * succeeds or fails on its own. An advisory lock orders the processes, so that positions are consecutive and become
 * visible in order.
 */
export class PostgresWriter implements LogWriter {
  readonly #options: PostgresWriterOptions;
  readonly #projectionsOf: (type: string) => readonly InlineProjection[];
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
    this.#projectionsOf = projectionsByType(options.projections);
  }

  append(request: AppendRequest): Promise<AppendResult> {
    return this.#enqueue<AppendResult>(request, (batch, resolve) => this.#append(batch, request, resolve));
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
    const batch = await this.#begin(session, works);
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

  async #begin(session: PgSession<Owner>, works: readonly Work[]): Promise<Batch> {
    const requests = works.flatMap(({ request }) => request ?? []);
    const streams = [...new Set(requests.map(({ stream }) => stream))];
    const messageIds = requests.flatMap(({ messageId }) => messageId ?? []);
    const { sql, parameters, judge } = this.#options.check.ask();
    session.owner = undefined;
    beginLocked(session);
    const [heads, versions, messages, known] = await Promise.all([
      session.rows<HeadRow>(sql, parameters),
      streams.length === 0
        ? []
        : session.rows<{ stream: string; version: number | null }>(lookUpVersions, [JSON.stringify(streams)]),
      messageIds.length === 0 ? [] : session.rows<MessageIdsTable>(lookUpMessages, [JSON.stringify(messageIds)]),
      this.#readAhead(session, requests),
    ]);
    return {
      session,
      newRows: new PostgresEventRows(),
      head: judge(heads[0]),
      known,
      versions: new Map(versions.map(({ stream, version }) => [stream, version ?? 0])),
      messages: new Map(messages.map((message) => [message.message_id, message])),
    };
  }

  /** Reads the rows of existing streams that the projections will need. */
  async #readAhead(
    session: PgSession<Owner>,
    requests: readonly AppendRequest[],
  ): Promise<ReadonlyMap<InlineProjection, KnownStates>> {
    const coming = requests.flatMap(({ stream, events, expectedVersion }) =>
      expectedVersion === 'none' ? [] : events.map(({ type }) => ({ stream, type })),
    );
    const found = readsAhead(coming, this.#projectionsOf).map(
      async ({ projection, steps }) =>
        [projection, await drive(steps(this.#options.compile), executeOn(session))] as const,
    );
    return new Map(await Promise.all(found));
  }

  async #append(batch: Batch, request: AppendRequest, resolve: (result: AppendResult) => void): Promise<Written> {
    const { session, newRows, head: before, versions, messages, known } = batch;
    const { clock, compile, upcasters } = this.#options;
    const { messageId, stream } = request;
    const first = messageId === undefined ? undefined : messages.get(messageId);
    if (first !== undefined) {
      sendNewRows(batch);
      const rows = await session.rows<EventsTable>(
        'select * from events where position between $1 and $2 order by position',
        [first.first_position, first.last_position],
      );
      const events = rows.map((row) => toStoredEvent(row, upcasters));
      return { changed: false, resolve: () => resolve({ repeated: true, version: first.version, events }) };
    }

    let version = versions.get(stream) ?? 0;
    checkExpectedVersion(request, version);
    let head = before;
    const meta = metaText(request);
    const receivedAtMs = clock.nowMs();
    const rows = request.events.map((event) => {
      version += 1;
      const row = toRow(event, { head, stream, version, receivedAtMs, messageId, meta, upcasters });
      head = { position: row.position, hash: row.hash };
      return row;
    });
    const message: MessageIdsTable | undefined =
      messageId === undefined
        ? undefined
        : {
            message_id: messageId,
            stream,
            version,
            first_position: before.position + 1,
            last_position: head.position,
          };
    newRows.add(rows, message);
    const events = rows.map((row) => toStoredEvent(row, upcasters));
    const execute = executeIn(batch);
    for (const event of events) {
      for (const projection of this.#projectionsOf(event.type))
        await drive(projection.steps(event, compile, known.get(projection)), execute);
    }
    if (request.effects !== undefined) await drive(request.effects(compile), execute);
    return {
      changed: true,
      resolve: () => resolve({ repeated: false, version, events }),
      appended: { head, stream, version, message, events },
    };
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

/** The lock comes first in the transaction: every statement after it sees what the process before has committed. */
function beginLocked(session: PgSession<Owner>): void {
  session.send('begin isolation level read committed');
  session.send(`select pg_advisory_xact_lock(${writeLock})`);
}

/** Without a savepoint and without waiting for its responses. Throws NeedsSavepoint if part of it has been sent already. */
async function executeTogether(batch: Batch, work: Work): Promise<Written> {
  const { session } = batch;
  const { sentNum } = session;
  const takeBack = batch.newRows.mark();
  try {
    return await work.execute(batch);
  } catch (error) {
    const failed = session.ownerOf(error);
    // Its query may have failed because of an earlier request.
    if (failed !== undefined) throw new NeedsSavepoint(failed, error);
    if (session.sentNum > sentNum) throw new NeedsSavepoint(work, error);
    takeBack();
    throw error;
  }
}

/** In a savepoint of its own, to which it rolls back on failure. */
async function executeApart(batch: Batch, work: Work): Promise<Written> {
  const { session } = batch;
  try {
    sendNewRows(batch);
    // Earlier queries that were sent without waiting must not be blamed on this request.
    await session.settle();
  } catch (error) {
    const failed = session.ownerOf(error);
    throw failed === undefined ? error : new NeedsSavepoint(failed, error);
  }
  session.send('savepoint request');
  const newRows = new PostgresEventRows();
  try {
    const done = await work.execute({ ...batch, newRows, known: new Map() });
    newRows.send(session);
    await session.settle();
    session.send('release savepoint request');
    const stream = done.appended?.stream;
    if (stream !== undefined) for (const states of batch.known.values()) states.delete(stream);
    return done;
  } catch (error) {
    await session.settle().catch(() => undefined);
    // Fails when the connection is gone: then all of the batch has failed.
    await session.rows('rollback to savepoint request');
    session.send('release savepoint request');
    throw error;
  }
}

/** Throws NeedsSavepoint when PostgreSQL refused the commit because a request had failed. */
async function commit(session: PgSession<Owner>): Promise<void> {
  try {
    await session.commit();
  } catch (error) {
    // Only when PostgreSQL itself reports a failed query is it sure that the commit, sent behind it, was not done.
    const failed = error instanceof DatabaseError ? session.ownerOf(error) : undefined;
    throw failed === undefined ? error : new NeedsSavepoint(failed, error);
  }
}

function remember(batch: Batch, { appended }: Written): void {
  if (appended === undefined) return;
  if (appended.events.length > 0) batch.head = appended.head;
  batch.versions.set(appended.stream, appended.version);
  if (appended.message !== undefined) batch.messages.set(appended.message.message_id, appended.message);
}

/** If these rows fail, nobody knows yet whose they are: each request then gets a savepoint. */
function sendNewRows({ session, newRows }: Batch): void {
  const { owner } = session;
  session.owner = 'newRows';
  newRows.send(session);
  session.owner = owner;
}

/** A query that returns rows sees the events of the requests before it. */
function executeIn(batch: Batch): Execute {
  const execute = executeOn(batch.session);
  return (query) => {
    if (returnsRows(query)) sendNewRows(batch);
    return execute(query);
  };
}

export function executeOn(session: Pick<PgSession, 'execute'>): Execute {
  return (query) => session.execute(query.sql, query.parameters, returnsRows(query));
}

function returnsRows({ query }: CompiledQuery): boolean {
  const writes = InsertQueryNode.is(query) || UpdateQueryNode.is(query) || DeleteQueryNode.is(query);
  return !writes || query.returning !== undefined;
}

/**
 * The whole batch fails with it, and may be made again. A database that only lets itself be read is no longer the one
 * to write to: a new connection may lead to the one that is.
 */
function isDatabaseTrouble(error: unknown): error is DatabaseError {
  return error instanceof DatabaseError && (isUnavailable(error) || error.code === readOnlyCode);
}

function toConflict(error: unknown): unknown {
  if (!(error instanceof DatabaseError) || error.code !== '23505') return explainDataError(error);
  // Named by columns, as in SQLite: "rescue_open.lift_id". The detail begins `Key (lift_id)=(12) …`, in the server's language.
  const columns = /\(([^)]*)\)=\(/.exec(error.detail ?? '')?.[1] ?? error.constraint ?? '';
  return new UniqueConflictError(
    columns
      .split(', ')
      .map((column) => `${error.table ?? ''}.${column}`)
      .join(', '),
  );
}
