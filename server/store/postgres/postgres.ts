import { randomUUID } from 'node:crypto';
import { Kysely, PostgresDialect, sql, type PostgresPool } from 'kysely';
import { DatabaseError, Pool } from 'pg';
import { ActiveLease } from './activeLease.ts';
import { compileOnlyQueries } from '../compileOnly.ts';
import { LogWentBackError, StoreUnavailableError, type LeaseLostError } from '../errors.ts';
import type { EventStore } from '../eventStore.ts';
import { FairPostgresDialect } from './fairPostgresDialect.ts';
import { FairTurns } from '../fairTurns.ts';
import { HeadCheck } from './headCheck.ts';
import { isAnotherActive } from './leaseSession.ts';
import { LogStore } from '../logStore.ts';
import { migrate } from '../migrations/migrate.ts';
import { refuseOlderProgram } from '../olderProgram.ts';
import { endClient, isUnavailable, limits, openClient, openReadPool, writerSettings } from './pgConnections.ts';
import { PgListener } from './pgListener.ts';
import { pgTypes } from './pgSession.ts';
import { postgresBeside } from './postgresBeside.ts';
import { postgresShadow } from './postgresShadow.ts';
import { PostgresWriter } from './postgresWriter.ts';
import { usualPatienceMs } from '../rebuild.ts';
import type { Database } from '../schema.ts';
import { openEpoch } from '../storeMeta.ts';
import { Tail } from '../subscriptions/tail.ts';
import { clusterTimeline, orUntold } from '../integrity/timeline.ts';
import { Upcasters } from '../upcasters.ts';
import type { OpenOptions } from '../openOptions.ts';

const tailBatch = 500;
/** Connections for lists, statistics and exports. */
const longReadConnections = 6;
const longReadsOfUser = 2;

type PostgresOptions = OpenOptions & { readonly databaseUrl: string };

/**
 * Opens the store in PostgreSQL, bringing schema and projections up to date. Throws StoreUnavailableError when the
 * database does not answer, StoreNewerError, StoreOlderError.
 */
export async function openPostgresStore(options: PostgresOptions): Promise<EventStore> {
  const { databaseUrl, clock, lease: request, onFatal } = options;
  if (request === undefined) return openLog(options, undefined);
  const lease = await ActiveLease.acquire({ databaseUrl, clock, ...request, onLost: onFatal });
  request.onClaimed?.(lease.seen);
  try {
    return await openLog(options, lease);
  } catch (error) {
    await lease.release();
    throw error;
  }
}

async function openLog(options: PostgresOptions, lease: ActiveLease | undefined): Promise<EventStore> {
  const { databaseUrl, clock, projections, onFatal, upcasters = new Upcasters() } = options;
  const isBeside = lease === undefined && (await isAnotherActive(databaseUrl).catch(throwUnavailable));
  const token = await prepareSchema(databaseUrl, lease, isBeside);

  const pool = openReadPool(databaseUrl);
  const rows = openRows(pool);
  // On connections of their own: what takes a call and rings waits for no one's export.
  const longPool = openReadPool(databaseUrl, longReadConnections);
  const turns = new FairTurns({ places: longReadConnections, placesOfUser: longReadsOfUser });
  const reads = new Kysely<Database>({ dialect: new FairPostgresDialect(openRows(longPool), turns) });
  const compile = compileOnlyQueries('postgres');
  let writer: PostgresWriter | undefined;
  let listener: PgListener | undefined;
  const release = async () => {
    await listener?.close();
    await Promise.all([rows.destroy(), reads.destroy()]);
    await lease?.release();
  };
  try {
    refuseOlderProgram(projections, await rows.selectFrom('projection_versions').selectAll().execute());
    const head = await rows.selectFrom('log_head').select(['position', 'hash']).executeTakeFirstOrThrow();
    const last = await rows
      .selectFrom('events')
      .select('hash')
      .where('position', '=', head.position)
      .executeTakeFirst();
    const check = new HeadCheck({
      end: { position: head.position, hash: last?.hash ?? null },
      token,
      onBroken: (error) => void stopFor(error),
    });
    const stopFor = async (error: LeaseLostError | LogWentBackError) => {
      if (error instanceof LogWentBackError) await renewEpoch(databaseUrl).catch(() => undefined);
      onFatal(error);
    };
    const tail = new Tail({
      head: head.position,
      readAll: (after, limit) => store.readAll(after, limit),
      clock,
      onFatal,
    });
    const ownName = randomUUID();
    const log = new PostgresWriter({
      name: ownName,
      databaseUrl,
      compile,
      projections,
      upcasters,
      clock,
      check,
      // Another process may have committed in between: then the log is read.
      onCommitted: (events) => {
        if (!tail.publish(events)) readOn();
      },
      onInDoubt: () => readOn(),
    });
    writer = log;
    const readOn = () => void wakeUp.wake().catch(() => undefined);
    const startAnew = () => {
      // If one link fell silent the others may have too, and would notice only by waiting.
      log.dropConnection();
      pool.dropConnections();
      longPool.dropConnections();
      // An empty write checks under the lock that everything is as this process knows it; while the database is
      // unreachable, the next one will.
      log.write(function* () {}).catch(() => undefined);
    };
    const wakeUp = new PgListener({
      databaseUrl,
      clock,
      ownName,
      async readNew() {
        for (;;) {
          const events = await store.readAll(tail.head, tailBatch);
          tail.publish(events);
          const last = events.at(-1);
          if (last !== undefined) check.advance(last);
          if (events.length < tailBatch) return;
        }
      },
      onReconnected: startAnew,
    });
    listener = wakeUp;
    lease?.watch(startAnew);
    const epoch = `${await openEpoch(log, lease?.seen)}.${await timelineOf(rows)}`;
    const store: LogStore = new LogStore({
      kind: 'postgres',
      epoch,
      rows,
      reads,
      // Those under way end with their connections: a database that does not answer holds up no stop.
      stopReads: async () => turns.close(),
      compile,
      writer: log,
      tail,
      clock,
      upcasters,
      projections,
      release,
      onRebuild: options.onRebuild,
      onLongStep: options.onLongStep,
      rebuilding: {
        shadow: postgresShadow,
        page: { rows: 500, span: 10_000, timeMs: 500 },
        patienceMs: options.rebuildPatienceMs ?? usualPatienceMs,
        beside: postgresBeside({ databaseUrl, compile }),
      },
      // The single active process owns every subscription.
      claim:
        lease === undefined
          ? (name) => wakeUp.claim(name)
          : async () => ({ lost: new AbortController().signal, release: () => {} }),
    });
    await wakeUp.connect();
    if (!isBeside) await store.bringRowsUpToDate();
    return store;
  } catch (error) {
    await writer?.close();
    await release();
    throw error;
  }
}

/** Reads only: writes go through the writer, under its lock. */
function openRows(pool: PostgresPool): Kysely<Database> {
  return new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });
}

/** Fences off the predecessor, if any, before the first step. Returns the token under which this process writes. */
async function prepareSchema(
  databaseUrl: string,
  lease: ActiveLease | undefined,
  isBeside: boolean,
): Promise<number | undefined> {
  const early = await lease?.takeToken();
  if (!isBeside) await applyMigrations(databaseUrl);
  return early ?? lease?.takeToken();
}

/**
 * No step has a limit: an index of a large table takes its time. But none waits long for readers of a table, and one
 * whose process froze is rolled back.
 */
async function applyMigrations(databaseUrl: string): Promise<void> {
  const pool = new Pool({
    connectionString: databaseUrl,
    types: pgTypes,
    max: 1,
    ...limits,
    lock_timeout: 10_000,
    idle_in_transaction_session_timeout: 5_000,
  });
  pool.on('connect', (client) => client.on('error', () => {}));
  const schema = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });
  try {
    await sql`select 1`.execute(schema).catch(throwUnavailable);
    await migrate(schema, 'postgres').catch((error: unknown) => {
      throw error instanceof DatabaseError && isUnavailable(error) ? new StoreUnavailableError(error) : error;
    });
  } finally {
    await schema.destroy();
  }
}

/** Consoles must not continue from events that the log has lost. */
async function renewEpoch(databaseUrl: string): Promise<void> {
  const client = await openClient({ connectionString: databaseUrl, query_timeout: 2_000 }, writerSettings);
  await client.query(`update store_meta set value = $1 where key = 'epoch'`, [randomUUID()]);
  await endClient(client);
}

/** Empty where the server does not say. Throws StoreUnavailableError: an epoch without it would be another one. */
async function timelineOf(rows: Kysely<Database>): Promise<string> {
  return (await rows.selectNoFrom(clusterTimeline.as('timeline')).executeTakeFirst().catch(orUntold))?.timeline ?? '';
}

function throwUnavailable(error: unknown): never {
  throw new StoreUnavailableError(error);
}
