import type { Compilable, CompiledQuery, Kysely } from 'kysely';
import type { StoredEvent } from '../../src/contract/events/storedEvent.ts';
import type { CallsFirst } from './subscriptions/callsFirst.ts';
import type { Database } from './schema.ts';

/**
 * Read-and-write steps that run inside one transaction on either database, synchronously or not: yield a query, receive its rows.
 * They may be run again from the start if the transaction is, so they have no side effects: they return what they find.
 */
export type TransactionSteps<Result = void> = Generator<CompiledQuery, Result, readonly unknown[]>;

/** A portable query builder: it only compiles; the store executes. */
export type Queries = Kysely<Database>;

/** A new event before the store gives it its position, version, times and hashes. */
export interface NewEvent {
  readonly type: string;
  readonly data: unknown;
  /** The time of the event by the reporter's clock, epoch ms. The store adds `receivedAtMs` from its own clock. */
  readonly atMs: number;
  /** Only for imports and the demo's history: when it was received, instead of the store's clock. */
  readonly receivedAtMs?: number;
  /** Only for imports and the demo's history, which append a whole story at once: this event's actor, instead of the request's. */
  readonly actor?: EventActor;
}

export interface EventActor {
  readonly kind: 'user' | 'device' | 'system' | 'simulator';
  /** User id for users; device key for devices; the part's name for the system. */
  readonly id: number | string;
  /** Name and role as they were then, so that later edits of base data change no record. */
  readonly name: string;
  readonly roleType?: number;
  /** The name of a user's role. */
  readonly role?: string;
  /** A user's right to decide about calls that others have. */
  readonly supervises?: boolean;
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
  /**
   * In a transaction of its own, for a request that changes how later requests are written: no earlier request is
   * retried after it has run.
   */
  readonly alone?: true;
  /**
   * More rows in the same transaction (plain rows, outbox, recordings), run after the inline projections. A unique
   * violation refuses the whole request.
   */
  readonly effects?: (queries: Queries) => TransactionSteps;
}

export interface AppendResult {
  readonly repeated: boolean;
  /** Version of the stream after the append. */
  readonly version: number;
  readonly events: readonly StoredEvent[];
}

/** The stream has changed since the caller read it: load and decide again. */
export class VersionConflictError extends Error {
  override readonly name = 'VersionConflictError';
  constructor(
    readonly stream: string,
    readonly expected: number | 'none',
    readonly actual: number,
  ) {
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
 * Rows kept in step with the log, inside the append's own transaction. `steps` gets every event of `handles` once, in
 * position order, and again from event zero on a rebuild; it must depend only on the event and the rows, and builds its
 * queries with the `queries` it is given: on a rebuild they refer to the new tables beside the live ones.
 */
export interface InlineProjection {
  readonly name: string;
  /** Raised when the shape changes: the store rebuilds the projection. */
  readonly version: number;
  /**
   * The oldest version whose rows this one can still use: the store opens with them and rebuilds while it is in use.
   * Without it rows of another version are rebuilt before the store opens.
   */
  readonly servesFrom?: number;
  /** Its own tables; nothing else writes to them. */
  readonly tables: readonly (keyof Database)[];
  readonly handles: readonly string[] | 'all';
  /** `known` holds the stream states that the transaction already knows: `steps` need not read them, and update them as they write. */
  readonly steps: (event: StoredEvent, queries: Queries, known?: KnownStates) => TransactionSteps;
  /**
   * Reads into `known`, in one query, what `steps` would read for these streams one by one: with a database across a
   * network this saves most of the time.
   */
  readonly readAhead?: (streams: readonly string[], queries: Queries) => TransactionSteps<KnownStates>;
}

/** The stored states of streams as text, by stream; undefined for a stream without one. */
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
  /** The place at which a new subscription starts: from event zero, or from now. */
  readonly startFrom: 'beginning' | 'now';
  /**
   * The events of one lane are handled in order, those of different lanes at once; undefined for an event that needs no handling.
   * All are in one lane unless this says otherwise.
   */
  readonly laneOf?: (event: StoredEvent) => string | undefined | Promise<string | undefined>;
  /** Moves its lane ahead of the others when there is a backlog. */
  readonly isUrgent?: (event: StoredEvent) => boolean;
  /** A call for help: what gives way, in any subscription, waits until it has been handled. */
  readonly isCall?: (event: StoredEvent) => boolean;
  /**
   * True if the subscription handles no calls for help: fewer handlers run at once while the process is overloaded, and while a call waits
   * only urgent ones begin.
   */
  readonly givesWay?: boolean;
  /**
   * Handled at least once per event, in the order of its lane; the checkpoint stays below the lowest unhandled event, so effects must be
   * idempotent by position. A throw is retried with back-off and holds up only its own lane.
   */
  readonly onEvent: (event: StoredEvent) => Promise<void>;
  readonly onError?: (error: unknown, event: StoredEvent) => void;
}

export interface Subscription {
  /** Resolves when the last delivery in progress has ended. */
  close(): Promise<void>;
}

/**
 * The append-only log with its inline rows. Promises resolve only after the commit is durable (fsync): commit first, then announce.
 * Positions are consecutive from 1; `hash` chains each event to the one before.
 */
export interface EventStore {
  readonly kind: 'sqlite' | 'postgres';
  /** Changes when a store is restored from a backup: clients then fetch a fresh snapshot. */
  readonly epoch: string;
  /**
   * For decisions and for single rows by their key: at once, on SQLite on the thread that rings. Writes go through
   * `append` and `write`.
   */
  readonly rows: Queries;
  /**
   * Reads that may take long: lists, counts, statistics, exports. On SQLite other threads read, so that a call for help never waits for it.
   * It sees all that was acknowledged before it is asked. A user's queries go through `readsOf`. Throws StoreUnavailableError,
   * StoreClosedError.
   */
  readonly reads: Queries;

  /**
   * Throws VersionConflictError, UniqueConflictError, UnkeepableDataError. Requests made in the same tick are committed
   * together (group commit), but each succeeds or fails on its own.
   */
  append(request: AppendRequest): Promise<AppendResult>;
  /** One transaction of plain rows that are not part of a lift's history (sessions, checkpoints). Throws UniqueConflictError. */
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
  /** For calls for help that no subscription handles: subscriptions that give way wait for them. */
  readonly callsFirst: Pick<CallsFirst, 'begin'>;

  /**
   * Folds the log into new rows beside the live ones, while appends continue, and then swaps them. Continues where an
   * interrupted rebuild stopped.
   */
  rebuild(projections?: readonly string[]): Promise<{ readonly events: number; readonly durationMs: number }>;
  /** Walks the hash chain. */
  verify(): Promise<{ readonly events: number; readonly brokenAtPosition?: number }>;
  close(): Promise<void>;
}

/** Runs one typed query inside transaction steps: `const rows = yield* run(q.selectFrom(…)…)`. */
export function* run<Row>(query: Compilable<Row>): Generator<CompiledQuery, readonly Row[], readonly unknown[]> {
  const rows = yield query.compile();
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the compiled query carries its row type, and the store returns its rows
  return rows as readonly Row[];
}
