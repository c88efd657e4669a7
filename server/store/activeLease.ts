import { hostname } from 'node:os';
import { DatabaseError, type Client } from 'pg';
import { every, type Clock } from '../runtime/clock.ts';
import { LeaseLostError, StoreUnavailableError } from './errors.ts';
import type { LogHead } from './eventRow.ts';
import { endClient, giveUp, isUnavailable, openClient } from './pgConnections.ts';
import { leaseClass } from './pgListener.ts';
import { writeLock } from './postgresWriter.ts';
import type { ProjectionVersionsTable } from './schema.ts';

/** A standby asks this often whether it may take over. */
const askEveryMs = 250;
const beatEveryMs = 500;
/** An active process that has had no answer for so long stops by itself … */
const stopAfterMs = 3_000;
/** … before the server ends its session, and with it the lock, because nothing more was heard on it. */
const serverGivesUpAfterMs = 3_500;
const answerWithinMs = 800;
/** A tick that comes so late shows that the process itself stood still. Then the lock is asked after once more before it counts as lost. */
const stoodStillMs = 1_500;

const lockName = 'active';
const tryLock = 'select pg_try_advisory_lock($1, hashtext($2)) as claimed';
const unlock = 'select pg_advisory_unlock($1, hashtext($2))';
/** Programs from before this lease hold other locks of the class for as long as they run. */
const olderProgram = `select 1 from pg_locks where locktype = 'advisory' and granted and objsubid = 2 and classid = $1 and pid <> pg_backend_pid()
  and database = (select oid from pg_database where datname = current_database())`;
/** Looked at without touching the lock, so that nobody who asks is in another's way. */
const activeHolder = `select 1 from pg_locks where locktype = 'advisory' and granted and objsubid = 2 and classid = $1 and objid = (hashtext($2)::bigint & 4294967295)::oid
  and database = (select oid from pg_database where datname = current_database())`;
/** A process that froze inside a transaction would hold up its successor. */
const endPredecessor = `select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and granted and objsubid = 1 and classid = 0 and objid = $1
  and pid <> pg_backend_pid() and database = (select oid from pg_database where datname = current_database())`;
/** Our own old session, of whose end the server does not know yet. */
const endOwnSession = `select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and granted and objsubid = 2 and classid = $1 and pid = $2
  and database = (select oid from pg_database where datname = current_database())`;
const raiseToken = 'update active_lease set token = token + 1, holder = $1 where id = 1 returning token';

/** What a waiting process may look at: a row of `store_meta`, the names of the schema's steps, the versions of the projections; nothing before the first start. */
export interface WaitingView {
  meta(key: string): Promise<string | undefined>;
  migrations(): Promise<readonly string[]>;
  projections(): Promise<readonly ProjectionVersionsTable[]>;
}

export interface LeaseRequest {
  /** Another process is active: called once. A throw gives up, else this process waits until it may take over. */
  readonly whileTaken: (view: WaitingView) => void | Promise<void>;
  /** The database does not answer: called once. A throw gives up, else this process waits for it. */
  readonly whileAway: (error: StoreUnavailableError) => void | Promise<void>;
}

export interface LeaseOptions extends LeaseRequest {
  readonly databaseUrl: string;
  readonly clock: Clock;
  /** Called once: this process is no longer the active one, or cannot be sure of it. */
  readonly onLost: (error: LeaseLostError) => void;
}

/**
 * The right to be the one process that is active on a PostgreSQL database. It is a lock of a session that the server ends when nothing is heard on it,
 * so that a process that is killed, frozen or cut off loses it within seconds, and stops by itself before. The token that each holder raises
 * fences off one that was frozen and does not know yet: every write asks for it (`HeadCheck`).
 */
export class ActiveLease {
  /** The log's end as a standby saw it last, to be compared with the log that it takes over. */
  readonly seen: LogHead | undefined;
  readonly #options: LeaseOptions;
  #client: Client | undefined;
  #token: number | undefined;
  /** The session's, on the server. */
  #processId: number;
  #confirmedMs: number;
  #tickedMs: number;
  #sureUntilMs = 0;
  #beating: Promise<void> | undefined;
  #cancelTicks: () => void;
  #over = false;
  #onReclaimed: () => void = () => {};

  private constructor(options: LeaseOptions, claimed: Claimed) {
    this.#options = options;
    this.#client = claimed.client;
    this.#processId = claimed.processId;
    this.seen = claimed.seen;
    this.#confirmedMs = claimed.claimedMs;
    this.#tickedMs = options.clock.monotonicMs();
    this.#watchEnd(claimed.client);
    this.#cancelTicks = every(options.clock, beatEveryMs, () => this.#tick());
  }

  /** Waits until this process is the only one. Throws what the callbacks throw, and what cannot get better by waiting (a wrong password, no such database). */
  static async acquire(options: LeaseOptions): Promise<ActiveLease> {
    return new ActiveLease(options, await claim(options));
  }

  /** Ends what the predecessor may still have under way, and raises the token. Throws when the table is not there yet. */
  async takeToken(): Promise<number> {
    const client = this.#client;
    if (client === undefined) throw new StoreUnavailableError(new Error('the lease has no connection'));
    await client.query(endPredecessor, [writeLock]).catch((error: unknown) => {
      // Its sessions belong to somebody else's account: then the server's time-out of idle transactions ends them.
      if (!(error instanceof DatabaseError) || error.code !== '42501') throw error;
    });
    await client.query('begin');
    try {
      await client.query(`select pg_advisory_xact_lock(${writeLock})`);
      const { rows } = await client.query<{ token: number }>(raiseToken, [`${hostname()}:${process.pid}`]);
      await client.query('commit');
      const token = rows[0]?.token;
      if (token === undefined) throw new Error('active_lease has no row');
      this.#token = token;
      return token;
    } catch (error) {
      await client.query('rollback');
      throw error;
    }
  }

  /** From now on called after each time that the link broke and the lease was found unchanged. */
  watch(onReclaimed: () => void): void {
    this.#onReclaimed = onReclaimed;
  }

  /** A standby may take over at once. */
  async release(): Promise<void> {
    this.#over = true;
    this.#cancelTicks();
    await this.#beating;
    const client = this.#client;
    this.#client = undefined;
    if (client !== undefined) await endClient(client);
  }

  #tick(): void {
    const nowMs = this.#options.clock.monotonicMs();
    if (nowMs - this.#tickedMs > stoodStillMs) this.#sureUntilMs = nowMs + answerWithinMs;
    this.#tickedMs = nowMs;
    if (nowMs - this.#confirmedMs > stopAfterMs && nowMs > this.#sureUntilMs) return this.#lose(new LeaseLostError('unconfirmed'));
    this.#beating ??= this.#beat().finally(() => {
      this.#beating = undefined;
    });
  }

  /** An answer on the same session proves that its lock was never free. */
  async #beat(): Promise<void> {
    const sentMs = this.#options.clock.monotonicMs();
    const before = this.#client;
    try {
      const client = before ?? (await this.#reclaim());
      const expected = this.#token;
      const token = expected === undefined ? undefined : await tokenOf(client);
      if (token === undefined) await client.query('select 1');
      if (this.#over) return before === undefined ? giveUp(client) : undefined;
      if (token !== expected) return this.#lose(new LeaseLostError('takenOver'));
      this.#client = client;
      this.#confirmedMs = sentMs;
      if (before === undefined) {
        this.#watchEnd(client);
        this.#onReclaimed();
      }
    } catch {
      // The next beat connects again: a link that fell silent is given up.
      if (this.#client !== undefined) giveUp(this.#client);
      this.#client = undefined;
    }
  }

  /** On a new session. Throws while another session has the lock. */
  async #reclaim(): Promise<Client> {
    const client = await openSession(this.#options.databaseUrl);
    try {
      if (await tryToLock(client)) {
        this.#processId = await processIdOf(client);
        return client;
      }
      if (this.#token !== undefined && (await tokenOf(client)) !== this.#token) this.#lose(new LeaseLostError('takenOver'));
      await client.query(endOwnSession, [leaseClass, this.#processId]);
      throw new Error('the lease is taken');
    } catch (error) {
      giveUp(client);
      throw error;
    }
  }

  /** A session that breaks is replaced at once, before a standby takes its place. */
  #watchEnd(client: Client): void {
    client.on('end', () => {
      if (this.#client !== client) return;
      this.#client = undefined;
      if (!this.#over) this.#tick();
    });
  }

  #lose(error: LeaseLostError): void {
    if (this.#over) return;
    this.#over = true;
    this.#cancelTicks();
    if (this.#client !== undefined) giveUp(this.#client);
    this.#client = undefined;
    this.#options.onLost(error);
  }
}

interface Claimed {
  readonly client: Client;
  readonly processId: number;
  /** When the lock was asked for, by the monotonic clock. */
  readonly claimedMs: number;
  readonly seen: LogHead | undefined;
}

async function claim({ databaseUrl, clock, whileTaken, whileAway }: LeaseOptions): Promise<Claimed> {
  let client: Client | undefined;
  let seen: LogHead | undefined;
  let isToldTaken = false;
  let isToldAway = false;
  for (;;) {
    try {
      client ??= await openSession(databaseUrl);
      const claimedMs = clock.monotonicMs();
      if (await tryToLock(client)) {
        if ((await client.query(olderProgram, [leaseClass])).rowCount === 0) return { client, processId: await processIdOf(client), claimedMs, seen };
        await client.query(unlock, [leaseClass, lockName]);
      }
      if (!isToldTaken) {
        isToldTaken = true;
        await whileTaken(viewOf(client));
      }
      seen = (await ifThere(client.query<LogHead>('select position, hash from log_head where id = 1')))?.[0] ?? seen;
    } catch (error) {
      if (client !== undefined) giveUp(client);
      client = undefined;
      if (!isPassing(error)) throw error;
      if (!isToldAway) await whileAway(new StoreUnavailableError(error));
      isToldAway = true;
    }
    await new Promise<void>((resolve) => clock.after(askEveryMs, resolve));
  }
}

/** Whether another process is active on the database now. */
export async function isAnotherActive(databaseUrl: string): Promise<boolean> {
  const client = await openSession(databaseUrl);
  try {
    return ((await client.query(activeHolder, [leaseClass, lockName])).rowCount ?? 0) > 0;
  } finally {
    await endClient(client);
  }
}

function openSession(databaseUrl: string): Promise<Client> {
  return openClient(
    { connectionString: databaseUrl, connectionTimeoutMillis: answerWithinMs, query_timeout: answerWithinMs, lock_timeout: answerWithinMs },
    `set idle_session_timeout = ${serverGivesUpAfterMs}; set synchronous_commit = on; set idle_in_transaction_session_timeout = ${serverGivesUpAfterMs}`,
  );
}

async function tryToLock(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ claimed: boolean }>(tryLock, [leaseClass, lockName]);
  return rows[0]?.claimed === true;
}

async function tokenOf(client: Client): Promise<number> {
  const { rows } = await client.query<{ token: number }>('select token from active_lease where id = 1');
  // A database that has no such row any more is another one.
  return rows[0]?.token ?? -1;
}

async function processIdOf(client: Client): Promise<number> {
  const { rows } = await client.query<{ id: number }>('select pg_backend_pid() as id');
  return rows[0]?.id ?? 0;
}

function viewOf(client: Client): WaitingView {
  return {
    async meta(key) {
      return (await ifThere(client.query<{ value: string }>('select value from store_meta where key = $1', [key])))?.[0]?.value;
    },
    async migrations() {
      return ((await ifThere(client.query<{ name: string }>('select name from kysely_migration'))) ?? []).map(({ name }) => name);
    },
    async projections() {
      return (await ifThere(client.query<ProjectionVersionsTable>('select name, version from projection_versions'))) ?? [];
    },
  };
}

/** Undefined when the table is not there yet. */
async function ifThere<Row>(answer: Promise<{ readonly rows: readonly Row[] }>): Promise<readonly Row[] | undefined> {
  try {
    return (await answer).rows;
  } catch (error) {
    if (isMissingTable(error)) return undefined;
    throw error;
  }
}

/** PostgreSQL's code for a table that does not exist. */
export function isMissingTable(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === '42P01';
}

/** Whether waiting may help: the network or the server, and nothing that must be set right first. */
function isPassing(error: unknown): boolean {
  if (error instanceof DatabaseError) return isUnavailable(error);
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? /^E(CONN|HOST|NET|TIMEDOUT|PIPE|AI_AGAIN)/.test(code) : error instanceof Error && /timeout|terminated/i.test(error.message);
}
