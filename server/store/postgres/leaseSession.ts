import { hostname } from 'node:os';
import { DatabaseError, type Client } from 'pg';
import type { Clock } from '../../runtime/clock.ts';
import { StoreUnavailableError } from '../errors.ts';
import type { LogHead } from '../eventRow.ts';
import { sawEnd, type LogAnchor } from '../integrity/logAnchor.ts';
import {
  answerWithinMs as writeWithinMs,
  endClient,
  giveUp,
  isUnavailable,
  openClient,
  writerSettings,
} from './pgConnections.ts';
import { leaseClass } from './pgListener.ts';
import { rebuildLock } from './postgresBeside.ts';
import { writeLock } from './postgresBatch.ts';
import type { ProjectionVersionsTable } from '../schema.ts';
import { askCluster, orUntold } from '../integrity/timeline.ts';

/** The period in which a standby checks whether it may take over. */
const askEveryMs = 250;
/** The server ends a session, and with it its lock, after this much silence. */
const serverGivesUpAfterMs = 3_500;
export const answerWithinMs = 800;

const lockName = 'active';
const missingTableCode = '42P01';
const tryLock = 'select pg_try_advisory_lock($1, hashtext($2)) as claimed';
const unlock = 'select pg_advisory_unlock($1, hashtext($2))';
/**
 * Selects the other holders of a lock of the class: the active process, and programs from before this lease, which hold others for as long as
 * they run. It only looks, without touching a lock, so that askers are not in each other's way.
 */
const otherHolders = `select 1 from pg_locks
  where locktype = 'advisory' and granted and objsubid = 2 and classid = $1 and pid <> pg_backend_pid()
  and database = (select oid from pg_database where datname = current_database())`;
/** A process that froze inside a transaction or a rebuild would hold up its successor. */
const endPredecessor = `select pg_terminate_backend(pid) from pg_locks
  where locktype = 'advisory' and granted and objsubid = 1 and classid = 0 and objid in ($1, $2)
  and pid <> pg_backend_pid() and database = (select oid from pg_database where datname = current_database())`;
/** Our own old session, whose end the server has not noticed yet. */
const endOwnSession = `select pg_terminate_backend(pid) from pg_locks
  where locktype = 'advisory' and granted and objsubid = 2 and classid = $1 and pid = $2
  and database = (select oid from pg_database where datname = current_database())`;
const raiseToken = `with locked as materialized (select pg_advisory_xact_lock(${writeLock}))
  update active_lease set token = token + 1, holder = $1 from locked where id = 1 returning token`;

/**
 * The data that a waiting process may read: a row of `store_meta`, the names of the migrations, the versions of the projections; nothing
 * before the first start.
 */
export interface WaitingView {
  meta(key: string): Promise<string | undefined>;
  migrations(): Promise<readonly string[]>;
  projections(): Promise<readonly ProjectionVersionsTable[]>;
}

export interface LeaseRequest {
  /** Called once if another process is active. A throw gives up; otherwise this process waits until it may take over. */
  readonly whileTaken: (view: WaitingView) => void | Promise<void>;
  /** Called once if the database does not answer. A throw gives up; otherwise this process waits for it. */
  readonly whileAway: (error: StoreUnavailableError) => void | Promise<void>;
  /** Called before the log is opened, with what this process saw of it while it waited. */
  readonly onClaimed?: (seen: LogAnchor | undefined) => void;
}

export interface Claimed {
  readonly client: Client;
  readonly processId: number;
  /** The time of the lock's request, by the monotonic clock. */
  readonly claimedMs: number;
  readonly seen: LogAnchor | undefined;
}

/**
 * Waits until this process holds the lock. Throws what the callbacks throw, and errors that waiting cannot cure (a
 * wrong password, no such database).
 */
export async function claim({
  databaseUrl,
  clock,
  whileTaken,
  whileAway,
}: LeaseRequest & { readonly databaseUrl: string; readonly clock: Clock }): Promise<Claimed> {
  let client: Client | undefined;
  let seen: LogAnchor | undefined;
  let cluster: Pick<LogAnchor, 'timeline' | 'system'> | undefined;
  let isToldTaken = false;
  let isToldAway = false;
  for (;;) {
    try {
      if (client === undefined) {
        client = await openSession(databaseUrl);
        cluster = (await client.query<{ timeline: string; system: string }>(askCluster).catch(orUntold))?.rows[0];
      }
      const claimedMs = clock.monotonicMs();
      if (await tryToLock(client)) {
        if ((await client.query(otherHolders, [leaseClass])).rowCount === 0)
          return { client, processId: await processIdOf(client), claimedMs, seen };
        await client.query(unlock, [leaseClass, lockName]);
      }
      // Reported only when the check is through: a link that breaks meanwhile restarts it.
      if (!isToldTaken) await whileTaken(viewOf(client));
      isToldTaken = true;
      const end = (await ifThere(client.query<LogHead>('select position, hash from log_head where id = 1')))?.[0];
      if (end !== undefined) seen = sawEnd(seen, end, cluster, clock.nowMs());
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

/** Ends what the predecessor may still have in progress, and raises the token; undefined before the table exists. */
export async function takeToken(databaseUrl: string): Promise<number | undefined> {
  const client = await openClient({ connectionString: databaseUrl, query_timeout: writeWithinMs }, writerSettings);
  try {
    await client.query(endPredecessor, [writeLock, rebuildLock]).catch((error: unknown) => {
      // Its sessions belong to somebody else's account: then the server's time-out of idle transactions ends them.
      if (!(error instanceof DatabaseError) || error.code !== '42501') throw error;
    });
    return (await ifThere(client.query<{ token: number }>(raiseToken, [`${hostname()}:${process.pid}`])))?.[0]?.token;
  } finally {
    await endClient(client);
  }
}

/** Ends this process's old session by its id on the server, which may not have noticed its end yet. */
export async function endOldSession(client: Client, processId: number): Promise<void> {
  await client.query(endOwnSession, [leaseClass, processId]);
}

/** Resolves to true if another process, of this program or an older one, is active on the database now. */
export async function isAnotherActive(databaseUrl: string): Promise<boolean> {
  const client = await openSession(databaseUrl);
  try {
    return ((await client.query(otherHolders, [leaseClass])).rowCount ?? 0) > 0;
  } finally {
    await endClient(client);
  }
}

export function openSession(databaseUrl: string): Promise<Client> {
  return openClient(
    {
      connectionString: databaseUrl,
      connectionTimeoutMillis: answerWithinMs,
      query_timeout: answerWithinMs,
      lock_timeout: answerWithinMs,
    },
    `set idle_session_timeout = ${serverGivesUpAfterMs}; set synchronous_commit = on;
     set idle_in_transaction_session_timeout = ${serverGivesUpAfterMs}`,
  );
}

export async function tryToLock(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ claimed: boolean }>(tryLock, [leaseClass, lockName]);
  return rows[0]?.claimed === true;
}

export async function tokenOf(client: Client): Promise<number> {
  const { rows } = await client.query<{ token: number }>('select token from active_lease where id = 1');
  // A database that no longer has such a row is another one.
  return rows[0]?.token ?? -1;
}

export async function processIdOf(client: Client): Promise<number> {
  const { rows } = await client.query<{ id: number }>('select pg_backend_pid() as id');
  return rows[0]?.id ?? 0;
}

function viewOf(client: Client): WaitingView {
  return {
    async meta(key) {
      return (await ifThere(client.query<{ value: string }>('select value from store_meta where key = $1', [key])))?.[0]
        ?.value;
    },
    async migrations() {
      return ((await ifThere(client.query<{ name: string }>('select name from kysely_migration'))) ?? []).map(
        ({ name }) => name,
      );
    },
    async projections() {
      return (
        (await ifThere(client.query<ProjectionVersionsTable>('select name, version from projection_versions'))) ?? []
      );
    },
  };
}

/** Undefined when the table is not there yet. */
async function ifThere<Row>(answer: Promise<{ readonly rows: readonly Row[] }>): Promise<readonly Row[] | undefined> {
  try {
    return (await answer).rows;
  } catch (error) {
    if (error instanceof DatabaseError && error.code === missingTableCode) return undefined;
    throw error;
  }
}

/** Returns true if waiting may help: true for trouble with the network or the server, false for what somebody must correct first. */
function isPassing(error: unknown): boolean {
  if (error instanceof DatabaseError) return isUnavailable(error);
  if (!(error instanceof Error)) return false;
  // The driver's error for a connection that broke, before or during a query, has no code.
  if (!('code' in error) || typeof error.code !== 'string')
    return /timeout|terminated|not queryable/i.test(error.message);
  return /^E(CONN|HOST|NET|TIMEDOUT|PIPE|AI_AGAIN|RR_STREAM)/.test(error.code);
}
