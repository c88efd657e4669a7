import { execFile, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chown, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Kysely, PostgresDialect } from 'kysely';
import { Client, Pool } from 'pg';
import { migrate } from '../../server/store/migrations/migrate.ts';
import { pgTypes } from '../../server/store/postgres/pgSession.ts';
import type { Database } from '../../server/store/schema.ts';

const run = promisify(execFile);

/** Databases of a server that runs: this one's tests may share it with others. */
export interface TestDatabases {
  /** A fresh, empty database's URL. */
  createDatabase(): Promise<string>;
  /** The URL of a fresh database with today's tables: a copy of one that was migrated once, for tests of what stands above the store. */
  createMigratedDatabase(): Promise<string>;
  /** Runs SQL in a database as its owner. */
  execute(databaseUrl: string, sql: string): Promise<void>;
  /** Resolves when no one is connected to the database: a killed process's last transaction may still be under way. */
  untilUnused(databaseUrl: string): Promise<void>;
}

/** A server of one's own, which may be crashed. */
export interface TestPostgres extends TestDatabases {
  /** The URL of its maintenance database, by which other processes create databases (`databasesAt`). */
  readonly url: string;
  /** Kills the server like a power cut. Resolves when it is gone. */
  crash(): Promise<void>;
  /** Starts the crashed server again. */
  restart(): Promise<void>;
  crashAndRestart(): Promise<void>;
  /** Copies all databases as they are now: a standby that falls behind from here on. */
  copyAsStandby(): Promise<void>;
  /** The server is lost and the standby is promoted in its place: what was committed since the copy is gone. */
  failOver(): Promise<void>;
  /** The same copy is started as it is, like an older backup of the files: nothing was promoted. */
  putCopyBack(): Promise<void>;
  /** Stops the server and removes its files. */
  stop(): Promise<void>;
}

/**
 * A private PostgreSQL of the system's own binaries on a random port, gone at the end. PostgreSQL refuses to run as
 * root, so root runs it as `postgres`. Throws, saying what to install, when there is none: these tests never skip
 * silently.
 */
export async function startPostgres(settings: Readonly<Record<string, string>> = {}): Promise<TestPostgres> {
  const bin = await findBinaries();
  const owner = await serverUser();
  const folder = await mkdtemp('/tmp/tian-pg-');
  if (owner !== undefined) await chown(folder, owner.uid, owner.gid);
  const data = join(folder, 'data');
  const copy = join(folder, 'copy');
  await run(join(bin, 'initdb'), ['-D', data, '-U', 'tian', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'], {
    ...owner,
    cwd: folder,
  });
  const port = await freePort();
  const flags = Object.entries({
    listen_addresses: '127.0.0.1',
    unix_socket_directories: folder,
    max_connections: '100',
    ...settings,
  }).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const url = (database: string) => `postgres://tian@127.0.0.1:${port}/${database}`;

  const start = async () => {
    // `env` becomes the first of the words that follow it.
    const server = spawn(
      'env',
      [...endsWithParent(), join(bin, 'postgres'), '-D', data, '-p', String(port), ...flags],
      { ...owner, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] },
    );
    let log = '';
    server.stderr.on('data', (chunk: Buffer) => {
      log = (log + chunk.toString()).slice(-4000);
    });
    const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()));
    for (;;) {
      if (server.exitCode !== null) throw new Error(`PostgreSQL did not start:\n${log}`);
      const client = new Client({ connectionString: url('postgres'), connectionTimeoutMillis: 2_000 });
      try {
        await client.connect();
        await client.end();
        return { server, ended };
      } catch {
        await new Promise((resolve) => setTimeout(resolve, 25));
      }
    }
  };
  let running = await start();
  const crash = async () => {
    // Immediate shutdown: no checkpoint, the next start recovers from the WAL.
    running.server.kill('SIGQUIT');
    await running.ended;
  };
  const restart = async () => {
    running = await start();
  };

  return {
    ...databasesAt(url('postgres')),
    url: url('postgres'),
    crash,
    restart,
    async crashAndRestart() {
      await crash();
      await restart();
    },
    async copyAsStandby() {
      await run(
        join(bin, 'pg_basebackup'),
        ['-D', copy, '-d', url('postgres'), '-X', 'stream', '-c', 'fast', '--no-sync'],
        { ...owner, cwd: folder },
      );
      const signal = join(copy, 'standby.signal');
      await writeFile(signal, '');
      if (owner !== undefined) await chown(signal, owner.uid, owner.gid);
    },
    async putCopyBack() {
      await rm(join(copy, 'standby.signal'));
      await crash();
      await rm(data, { recursive: true });
      await rename(copy, data);
      await restart();
    },
    async failOver() {
      await crash();
      await rm(data, { recursive: true });
      await rename(copy, data);
      await restart();
      await execute(url('postgres'), 'select pg_promote()');
    },
    async stop() {
      await crash();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Databases on the server with this maintenance database, whichever process started it; `dropAll` removes those that were created here. */
export function databasesAt(serverUrl: string): TestDatabases & { readonly dropAll: () => Promise<void> } {
  const urlOf = (database: string) => {
    const url = new URL(serverUrl);
    url.pathname = `/${database}`;
    return url.href;
  };
  const created: string[] = [];
  const create = async (template: string) => {
    // Other processes create databases on the same server.
    const name = `store_${randomUUID().replaceAll('-', '')}`;
    created.push(name);
    await execute(serverUrl, `create database ${name} template ${template}`);
    return urlOf(name);
  };
  let migrated: Promise<string> | undefined;
  return {
    execute,
    createDatabase: () => create('template1'),
    async createMigratedDatabase() {
      migrated ??= createMigrated(serverUrl, urlOf);
      return create(await migrated);
    },
    async untilUnused(databaseUrl) {
      const client = new Client({ connectionString: databaseUrl });
      await client.connect();
      try {
        for (;;) {
          const { rows } = await client.query(
            'select 1 from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
          );
          if (rows.length === 0) return;
        }
      } finally {
        await client.end();
      }
    },
    async dropAll() {
      for (const name of created.splice(0)) await execute(serverUrl, `drop database ${name} with (force)`);
    },
  };
}

/**
 * Creates a database with the tables of today's migrations and nothing else, unless another process has done so or does it now; returns
 * its name.
 */
async function createMigrated(serverUrl: string, urlOf: (database: string) => string): Promise<string> {
  const name = 'migrated';
  const client = new Client({ connectionString: serverUrl });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock(1)');
    const { rows } = await client.query('select 1 from pg_database where datname = $1', [name]);
    if (rows.length > 0) return name;
    await client.query(`create database ${name}`);
    const db = new Kysely<Database>({
      dialect: new PostgresDialect({ pool: new Pool({ connectionString: urlOf(name), types: pgTypes }) }),
    });
    try {
      await migrate(db, 'postgres');
    } finally {
      await db.destroy();
    }
    return name;
  } finally {
    await client.end();
  }
}

async function execute(databaseUrl: string, sql: string): Promise<void> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

async function findBinaries(): Promise<string> {
  const root = '/usr/lib/postgresql';
  const versions = await readdir(root).catch(() => []);
  const newest = versions
    .map(Number)
    .filter((version) => version >= 15)
    .sort((a, b) => b - a)[0];
  if (newest === undefined) throw new Error('These tests need PostgreSQL 15 or newer: apt-get install postgresql');
  return join(root, String(newest), 'bin');
}

/** Returns the command by which the server stops even when the test process is killed, where the system can do that. */
function endsWithParent(): string[] {
  return existsSync('/usr/bin/setpriv') ? ['/usr/bin/setpriv', '--pdeathsig', 'QUIT', '--'] : [];
}

async function serverUser(): Promise<{ readonly uid: number; readonly gid: number } | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const [uid, gid] = await Promise.all(
    ['-u', '-g'].map(async (flag) => Number((await run('id', [flag, 'postgres'])).stdout)),
  );
  if (uid === undefined || gid === undefined) throw new Error('there is no user postgres to run the server as');
  return { uid, gid };
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() =>
        typeof address === 'object' && address !== null ? resolve(address.port) : reject(new Error('no free port')),
      );
    });
  });
}
