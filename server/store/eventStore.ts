import type { Compilable, CompiledQuery, Kysely } from 'kysely';
import type { StoredEvent } from '../../src/contract/events/storedEvent.ts';
import type { Database } from './schema.ts';

/**
 * Read-and-write steps that run inside one transaction on either database, synchronously or not: yield a query, receive its rows.
 * They may be run again from the start when the transaction has to be, so they change nothing outside: what they find they return.
 */
export type TransactionSteps<Result = void> = Generator<CompiledQuery, Result, readonly unknown[]>;

/** A portable query builder: it only compiles, the store executes. */
export type Queries = Kysely<Database>;

/** What a new event needs before the store gives it its position, version, times and hashes. */
export interface NewEvent {
  readonly type: string;
  readonly data: unknown;
  /** When it happened by the reporter's clock, epoch ms. The store adds `receivedAtMs` from its own clock. */
  readonly atMs: number;
  /** Only for imports and the demo's history: when it was received, in place of the store's clock. */
  readonly receivedAtMs?: number;
  /** Only for imports and the demo's history, which append a whole story at once: who made this event happen, in place of the request's actor. */
  readonly actor?: EventActor;
}

export interface EventActor {
  readonly kind: 'user' | 'device' | 'system' | 'simulator';
  /** User id for users; device key for devices; the part's name for the system. */
  readonly id: number | string;
  /** Name and role as they were then, so that later edits of base data change no record. */
  readonly name: string;
  readonly roleType?: number;
}

export interface AppendRequest {
  readonly stream: string;
  /** `none`: the stream must be new. `any`: no check. */
  readonly expectedVersion: number | 'none' | 'any';
  readonly events: readonly NewEvent[];
  readonly actor: EventActor;
  /** Makes a retry harmless: a second append with the same id changes nothing and returns the first result, `repeated: true`. */
  readonly messageId?: string;
  readonly causationPosition?: number;
  readonly correlationId?: string;
  /** In a transaction of its own, for what changes how later requests are written: none before it is written again after it has run. */
  readonly alone?: true;
  /** More rows in the same transaction (plain rows, outbox, recordings), run after the inline projections. A unique violation refuses the whole request. */
  readonly effects?: (queries: Queries) => TransactionSteps;
}

export interface AppendResult {
  readonly repeated: boolean;
  /** Version of the stream after the append. */
  readonly version: number;
  readonly events: readonly StoredEvent[];
}

/** The stream has moved on since the caller read it: load again and decide again. */
export class VersionConflictError extends Error {
  override readonly name = 'VersionConflictError';
  constructor(readonly stream: string, readonly expected: number | 'none', readonly actual: number) {
    super(`stream ${stream} is at version ${actual}, not ${expected}`);
  }
}

/** A unique row already exists (for example: this lift already has an open rescue order). Nothing was written. */
export class UniqueConflictError extends Error {
  override readonly name = 'UniqueConflictError';
  constructor(readonly constraint: string) {
    super(`unique row violated: ${constraint}`);
  }
}

/**
 * Rows kept in step with the log, inside the append's own transaction.
 * `steps` sees every event of `handles` once, in position order, and again from event zero on a rebuild; it must depend on nothing but the event and the rows,
 * and builds its queries with the `queries` it is given: on a rebuild they are about tables beside those that serve.
 */
export interface InlineProjection {
  readonly name: string;
  /** Raised when the shape changes: the store rebuilds the projection. */
  readonly version: number;
  /**
   * The oldest version whose rows this one can still read and go on with: the store opens with them and rebuilds while it is in use.
   * Without it rows of another version are rebuilt before the store opens.
   */
  readonly servesFrom?: number;
  /** Its own; nobody else writes to them. */
  readonly tables: readonly (keyof Database)[];
  readonly handles: readonly string[] | 'all';
  /** `known` holds what the transaction knows of streams already: `steps` need not read it, and keeps it in step with what it writes. */
  readonly steps: (event: StoredEvent, queries: Queries, known?: KnownStates) => TransactionSteps;
  /** Reads for `known`, at once, what `steps` would read of these streams one by one: where the database is a network away this saves most of the time. */
  readonly readAhead?: (streams: readonly string[], queries: Queries) => TransactionSteps<KnownStates>;
}

/** The kept states of streams as text, by stream; undefined for a stream that has none. */
export type KnownStates = Map<string, string | undefined>;

export interface SubscriptionOptions {
  /** Events with a higher position are delivered. */
  readonly afterPosition: number;
  /** Called with consecutive events in position order; the next batch waits for the promise. */
  readonly onEvents: (events: readonly StoredEvent[]) => void | Promise<void>;
  readonly onError?: (error: unknown) => void;
}

export interface DurableSubscriptionOptions {
  /** The checkpoint's name. */
  readonly name: string;
  /** Where a new subscription starts: from event zero, or from now. */
  readonly startFrom: 'beginning' | 'now';
  /**
   * The events of one lane are handled in order, those of different lanes at once; undefined for an event that needs no handling.
   * All are in one lane unless this says otherwise.
   */
  readonly laneOf?: (event: StoredEvent) => string | undefined | Promise<string | undefined>;
  /** Takes its lane ahead of the others when there is a backlog. */
  readonly isUrgent?: (event: StoredEvent) => boolean;
  /**
   * Handled at least once per event, in the order of its lane; the checkpoint stays below the lowest unhandled event, so effects must be
   * idempotent by position. A throw is retried with back-off and holds up its own lane alone.
   */
  readonly onEvent: (event: StoredEvent) => Promise<void>;
  readonly onError?: (error: unknown, event: StoredEvent) => void;
}

export interface Subscription {
  /** Resolves when the last delivery under way has ended. */
  close(): Promise<void>;
}

/**
 * The append-only log with its inline rows. Promises resolve only after the commit is durable (fsync): "commit, then tell".
 * Positions are consecutive from 1; `hash` chains each event to the one before.
 */
export interface EventStore {
  readonly kind: 'sqlite' | 'postgres';
  /** Changes when a store is restored from a backup: clients then take a fresh snapshot. */
  readonly epoch: string;
  /** For reading rows. Writes go through `append` and `write`. */
  readonly rows: Queries;

  /** Throws VersionConflictError, UniqueConflictError, UnkeepableDataError. Requests made in the same tick are committed together (group commit); each stands or falls alone. */
  append(request: AppendRequest): Promise<AppendResult>;
  /** One transaction of plain rows that are no fact of a lift's life (sessions, checkpoints). Throws UniqueConflictError. */
  write<Result>(steps: (queries: Queries) => TransactionSteps<Result>): Promise<Result>;
  /** The next id of a kind of record (`rescue`, `alarm`, …): never used twice, gaps allowed. */
  nextId(kind: string): Promise<number>;

  readStream(stream: string, afterVersion?: number): Promise<readonly StoredEvent[]>;
  /** Events after the position in order, at most `limit` (default 500). */
  readAll(afterPosition: number, limit?: number): Promise<readonly StoredEvent[]>;
  head(): Promise<number>;
  /** Live from memory; catches up from the log first. */
  subscribe(options: SubscriptionOptions): Subscription;
  subscribeDurably(options: DurableSubscriptionOptions): Subscription;

  /** Folds the log again into rows beside those that serve, while appends go on, and puts them in their place. Goes on where an earlier one was cut short. */
  rebuild(projections?: readonly string[]): Promise<{ readonly events: number; readonly durationMs: number }>;
  /** Walks the hash chain. */
  verify(): Promise<{ readonly events: number; readonly brokenAtPosition?: number }>;
  close(): Promise<void>;
}

/** Runs one typed query inside transaction steps: `const rows = yield* run(q.selectFrom(…)…)`. */
export function* run<Row>(query: Compilable<Row>): Generator<CompiledQuery, readonly Row[], readonly unknown[]> {
  const rows = yield query.compile();
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the compiled query carries its row type; the store returns exactly its rows
  return rows as readonly Row[];
}
