import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import { Client, DatabaseError, Pool, type ClientBase, type ClientConfig, type PoolClient } from 'pg';
import { StoreUnavailableError } from '../errors.ts';
import { pgTypes } from './pgSession.ts';
import { StatementNames } from './statementNames.ts';

const connectWithinMs = 5_000;
/** A silently dead link is given up after this; the request fails and may be repeated. */
export const answerWithinMs = 5_000;
/** The server's own limit, a little shorter, for when a lock or a long query takes the time. */
const lockWithinMs = 4_000;
/** A list or a statistic over many years may take longer than a write. */
const readWithinMs = 10_000;
const goodbyeWithinMs = 1_000;
/** On a new connection the first query takes 10 ms longer and statements are planned again: it outlives the pauses of a working day. */
const idleMs = 600_000;
const mostReadConnections = 8;

/** Lets the server notice that a client's machine or link is gone, instead of after two hours. */
const noticeDeadClients = `set tcp_keepalives_idle = 2; set tcp_keepalives_interval = 1;
  set tcp_keepalives_count = 3; set tcp_user_timeout = '3s'`;

/** Settings of every connection: none waits without a bound. */
export const limits = {
  keepAlive: true,
  keepAliveInitialDelayMillis: 2_000,
  connectionTimeoutMillis: connectWithinMs,
} as const;

/**
 * Opens one connection and runs `settings` on it. An error between two queries is reported by the next query. Throws
 * what the driver throws.
 */
export async function openClient(config: ClientConfig, settings = ''): Promise<Client> {
  const client = new Client({ types: pgTypes, ...limits, ...config });
  // Without a listener the process would end.
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query(`${noticeDeadClients}; ${settings}`);
    return client;
  } catch (error) {
    giveUp(client);
    throw error;
  }
}

/** The settings of a connection that writes: it neither waits for a lock nor holds one in an idle transaction for long. */
export const writerSettings = `set synchronous_commit = on; set lock_timeout = ${lockWithinMs};
  set idle_in_transaction_session_timeout = 3000`;

/** Drops a connection immediately: its pending queries fail. */
export function giveUp(client: Client): void {
  client.connection.stream.destroy();
}

/** Closes the connection properly if the server responds, otherwise drops it. */
export async function endClient(client: Client): Promise<void> {
  const cutOff = setTimeout(() => giveUp(client), goodbyeWithinMs);
  await client.end().catch(() => undefined);
  clearTimeout(cutOff);
}

export interface ReadPool extends PostgresPool {
  /** Drops every connection: pending queries fail immediately, later ones get a new connection. */
  dropConnections(): void;
}

/** A read-only pool that drops connections without a response. Such a read throws StoreUnavailableError. */
export function openReadPool(databaseUrl: string, most = mostReadConnections): ReadPool {
  const known = new Set<Client>();
  const setUp = async (client: ClientBase) => {
    if (client instanceof Client) {
      known.add(client);
      client.once('end', () => known.delete(client));
    }
    await client.query('set default_transaction_read_only = on');
  };
  const pool = new Pool({
    connectionString: databaseUrl,
    types: pgTypes,
    max: most,
    idleTimeoutMillis: idleMs,
    ...limits,
    query_timeout: readWithinMs,
    statement_timeout: readWithinMs - 1_000,
    // Here and not in Kysely, which never returns a connection to the pool that failed during its set-up.
    // oxlint-disable-next-line typescript/no-misused-promises -- the pool waits for it; its types do not know
    onConnect: setUp,
  });
  // An idle connection that breaks is replaced when the next query needs one.
  pool.on('error', () => {});
  // One that breaks in use reports to its query and then to its listeners: without any, the process ends.
  pool.on('connect', (client) => client.on('error', () => {}));
  const guarded = new WeakMap<PoolClient, GuardedClient>();
  const names = new StatementNames();
  const dropConnections = () => {
    for (const client of known) giveUp(client);
  };
  return {
    dropConnections,
    async connect() {
      const client = await pool.connect().catch((error: unknown) => {
        throw new StoreUnavailableError(error);
      });
      // Always the same for a connection: Kysely sets each one up once.
      const kept = guarded.get(client) ?? new GuardedClient(client, names);
      guarded.set(client, kept);
      return kept;
    },
    async end() {
      const cutOff = setTimeout(dropConnections, goodbyeWithinMs);
      await pool.end();
      clearTimeout(cutOff);
    },
  };
}

/** A pooled connection that is not reused once a response was missing. */
class GuardedClient implements PostgresPoolClient {
  readonly #client: PoolClient;
  readonly #names: StatementNames;

  constructor(client: PoolClient, names: StatementNames) {
    this.#client = client;
    this.#names = names;
  }

  query<Row>(sql: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<Row>>;
  query<Row>(cursor: PostgresCursor<Row>): PostgresCursor<Row>;
  query<Row>(
    asked: string | PostgresCursor<Row>,
    parameters: readonly unknown[] = [],
  ): Promise<PostgresQueryResult<Row>> | PostgresCursor<Row> {
    if (typeof asked !== 'string') throw new Error('rows are not read through cursors');
    return this.#query<Row>(asked, parameters);
  }

  release(): void {
    this.#client.release();
  }

  async #ask(text: string, values: unknown[]) {
    const name = this.#names.nameOf(text);
    if (name === undefined) return this.#client.query(text, values);
    try {
      return await this.#client.query({ name, text, values });
    } catch (error) {
      if (!(error instanceof DatabaseError) || error.code !== planOutdatedCode) throw error;
      // A rebuild has put a table of another shape in the place of the old one.
      this.#names.refuse(text);
      return this.#client.query(text, values);
    }
  }

  async #query<Row>(sql: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<Row>> {
    try {
      const { command, rowCount, rows } = await this.#ask(sql, [...parameters]);
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the database returns the rows that the SQL names
      return { command: command as PostgresQueryResult<Row>['command'], rowCount: rowCount ?? 0, rows: rows as Row[] };
    } catch (error) {
      // These connections only read: 25006 is a statement of ours that writes, not a standby.
      if (!isUnavailable(error) || isReadOnly(error)) throw error;
      // The pool replaces what is broken.
      giveUp(this.#client);
      throw new StoreUnavailableError(error);
    }
  }
}

/**
 * Returns true if the database, not the request, is the trouble: away, going down, overloaded or silent, its disk full or failing (53, 58,
 * XX001), a lock that somebody keeps (55), another transaction in the way (40), or a standby that is not promoted yet (25006).
 */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof DatabaseError)) return true;
  return /^(08|25P0|25006|40|53|55|57|58|XX00[12])/.test(error.code ?? '');
}

const isReadOnly = (error: unknown): boolean => error instanceof DatabaseError && error.code === '25006';

export const lockNotAvailableCode = '55P03';
/** PostgreSQL's error code for a named statement whose columns are no longer the same. */
const planOutdatedCode = '0A000';
