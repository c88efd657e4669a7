import { join } from 'node:path';
import { Kysely, PostgresDialect } from 'kysely';
import { Client } from 'pg';
import { BackupError, StoreUnavailableError } from '../errors.ts';
import { pgTypes } from './pgSession.ts';
import { runPostgresTool } from './postgresTools.ts';
import type { Database } from '../schema.ts';
import type { LogPlace } from '../sqlite/sqliteBackup.ts';
import { walkChain } from '../integrity/verifyChain.ts';

export const postgresDumpName = 'tian.dump';

async function withClient<Result>(databaseUrl: string, work: (client: Client) => Promise<Result>): Promise<Result> {
  const client = new Client({ connectionString: databaseUrl, types: pgTypes });
  try {
    await client.connect();
  } catch (error) {
    throw new StoreUnavailableError(error);
  }
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** The log's position and state as this connection sees them: within a transaction, those of its snapshot. */
async function readPlace(client: Client): Promise<LogPlace> {
  const { rows: places } = await client.query<LogPlace>(
    `select (select value from store_meta where key = 'epoch') as epoch, position, hash from log_head where id = 1`,
  );
  const [place] = places;
  if (place === undefined) throw new BackupError('数据库中没有梯安的数据，请检查 DATABASE_URL。');
  const pool = { connect: async () => ({ query: client.query.bind(client), release: () => {} }), end: async () => {} };
  const { broken } = await walkChain(new Kysely<Database>({ dialect: new PostgresDialect({ pool }) }));
  return { ...place, ...(broken === undefined ? {} : { brokenAtPosition: broken.position }) };
}

/** Dumps a snapshot of the database, which may be in use. */
export function dumpPostgres(databaseUrl: string, target: string): Promise<LogPlace> {
  return withClient(databaseUrl, async (client) => {
    // The dump reads the same snapshot as the head.
    await client.query('begin isolation level repeatable read read only');
    const { rows: snapshots } = await client.query<{ name: string }>('select pg_export_snapshot() as name');
    const place = await readPlace(client);
    const file = join(target, postgresDumpName);
    await runPostgresTool('pg_dump', databaseUrl, [
      '--format=custom',
      '--no-owner',
      '--no-privileges',
      `--snapshot=${snapshots[0]?.name ?? ''}`,
      `--file=${file}`,
    ]);
    await runPostgresTool('pg_restore', undefined, ['--list', file]);
    return place;
  });
}

/** Fills an empty database from a dump and gives it its new epoch. If this fails, nothing remains. Returns what is there now. */
export async function restorePostgres(databaseUrl: string, source: string, epoch: string): Promise<LogPlace> {
  await withClient(databaseUrl, async (client) => {
    const { rows } = await client.query<{ tables: number }>(
      `select count(*) as tables from information_schema.tables where table_schema = any(current_schemas(false))`,
    );
    if (rows[0]?.tables !== 0)
      throw new BackupError('目标数据库不是空的。请新建一个空数据库，并让 DATABASE_URL 指向它，然后重试。');
  });
  const { pathname } = new URL(databaseUrl);
  await runPostgresTool('pg_restore', databaseUrl, [
    '--exit-on-error',
    '--single-transaction',
    '--no-owner',
    '--no-privileges',
    `--dbname=${decodeURIComponent(pathname.slice(1))}`,
    join(source, postgresDumpName),
  ]);
  return withClient(databaseUrl, async (client) => {
    await client.query(`update store_meta set value = $1 where key = 'epoch'`, [epoch]);
    return readPlace(client);
  });
}
