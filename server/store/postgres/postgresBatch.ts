import { DeleteQueryNode, InsertQueryNode, UpdateQueryNode, type CompiledQuery } from 'kysely';
import { DatabaseError } from 'pg';
import type { StoredEvent } from '../../../src/contract/events/storedEvent.ts';
import type { Clock } from '../../runtime/clock.ts';
import { metaText, toRow, toStoredEvent, type LogHead } from '../eventRow.ts';
import {
  UniqueConflictError,
  type AppendRequest,
  type AppendResult,
  type InlineProjection,
  type KnownStates,
  type Queries,
} from '../eventStore.ts';
import { drive, type Execute } from '../execute.ts';
import { checkExpectedVersion } from '../expectedVersion.ts';
import { explainDataError } from '../keepable.ts';
import { readsAhead } from '../readAhead.ts';
import type { EventsTable, MessageIdsTable } from '../schema.ts';
import type { Upcasters } from '../upcasters.ts';
import type { HeadCheck, HeadRow } from './headCheck.ts';
import { isUnavailable } from './pgConnections.ts';
import type { PgSession } from './pgSession.ts';
import { PostgresEventRows } from './postgresEventRows.ts';

/** PostgreSQL's code for a write where only reading is allowed, as on a standby. */
const readOnlyCode = '25006';
/** Any number, the same in every process of the product. */
export const writeLock = 7_436_001;

const lookUpVersions = `select s.stream, (select max(version) from events where stream = s.stream) as version
  from json_array_elements_text($1::json) as s(stream)`;
const lookUpMessages = 'select * from message_ids where message_id in (select json_array_elements_text($1::json))';

/** The parts of the store that a batch works with. */
export interface BatchParts {
  readonly compile: Queries;
  readonly projectionsOf: (type: string) => readonly InlineProjection[];
  readonly upcasters: Upcasters;
  readonly clock: Clock;
  readonly check: HeadCheck;
}

/** The request for which a query is sent; `newRows` for the events of several requests. */
export type Owner = Work | 'newRows';

/** The log's head as the open transaction knows it, under the lock. */
export interface Batch {
  readonly session: PgSession<Owner>;
  /** The rows of the requests so far. */
  readonly newRows: PostgresEventRows;
  /** By projection. */
  readonly known: ReadonlyMap<InlineProjection, KnownStates>;
  readonly versions: Map<string, number>;
  readonly messages: Map<string, MessageIdsTable>;
  head: LogHead;
}

export interface Written {
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

export interface Work {
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
export class NeedsSavepoint extends Error {
  constructor(
    readonly work: Owner,
    cause: unknown,
  ) {
    super('a request of the batch failed', { cause });
  }
}

/** The lock comes first in the transaction: every statement after it sees what the process before has committed. */
export function beginLocked(session: PgSession<Owner>): void {
  session.send('begin isolation level read committed');
  session.send(`select pg_advisory_xact_lock(${writeLock})`);
}

/** Takes the lock and reads, in one round trip, what the requests need. */
export async function beginBatch(parts: BatchParts, session: PgSession<Owner>, works: readonly Work[]): Promise<Batch> {
  const requests = works.flatMap(({ request }) => request ?? []);
  const streams = [...new Set(requests.map(({ stream }) => stream))];
  const messageIds = requests.flatMap(({ messageId }) => messageId ?? []);
  const { sql, parameters, judge } = parts.check.ask();
  session.owner = undefined;
  beginLocked(session);
  const [heads, versions, messages, known] = await Promise.all([
    session.rows<HeadRow>(sql, parameters),
    streams.length === 0
      ? []
      : session.rows<{ stream: string; version: number | null }>(lookUpVersions, [JSON.stringify(streams)]),
    messageIds.length === 0 ? [] : session.rows<MessageIdsTable>(lookUpMessages, [JSON.stringify(messageIds)]),
    readAheadOf(parts, session, requests),
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
async function readAheadOf(
  { compile, projectionsOf }: BatchParts,
  session: PgSession<Owner>,
  requests: readonly AppendRequest[],
): Promise<ReadonlyMap<InlineProjection, KnownStates>> {
  const coming = requests.flatMap(({ stream, events, expectedVersion }) =>
    expectedVersion === 'none' ? [] : events.map(({ type }) => ({ stream, type })),
  );
  const found = readsAhead(coming, projectionsOf).map(
    async ({ projection, steps }) => [projection, await drive(steps(compile), executeOn(session))] as const,
  );
  return new Map(await Promise.all(found));
}

/** Appends the events of one request, with what its projections and effects write. */
export async function appendIn(
  batch: Batch,
  request: AppendRequest,
  resolve: (result: AppendResult) => void,
  parts: BatchParts,
): Promise<Written> {
  const { session, newRows, head: before, versions, messages, known } = batch;
  const { clock, compile, projectionsOf, upcasters } = parts;
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
    for (const projection of projectionsOf(event.type))
      await drive(projection.steps(event, compile, known.get(projection)), execute);
  }
  if (request.effects !== undefined) await drive(request.effects(compile), execute);
  return {
    changed: true,
    resolve: () => resolve({ repeated: false, version, events }),
    appended: { head, stream, version, message, events },
  };
}

/** Without a savepoint and without waiting for its responses. Throws NeedsSavepoint if part of it has been sent already. */
export async function executeTogether(batch: Batch, work: Work): Promise<Written> {
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
export async function executeApart(batch: Batch, work: Work): Promise<Written> {
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
export async function commit(session: PgSession<Owner>): Promise<void> {
  try {
    await session.commit();
  } catch (error) {
    // Only when PostgreSQL itself reports a failed query is it sure that the commit, sent behind it, was not done.
    const failed = error instanceof DatabaseError ? session.ownerOf(error) : undefined;
    throw failed === undefined ? error : new NeedsSavepoint(failed, error);
  }
}

/** Has the requests after this one see what it has appended. */
export function remember(batch: Batch, { appended }: Written): void {
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
export function executeIn(batch: Batch): Execute {
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
export function isDatabaseTrouble(error: unknown): error is DatabaseError {
  return error instanceof DatabaseError && (isUnavailable(error) || error.code === readOnlyCode);
}

export function toConflict(error: unknown): unknown {
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
