import { closeSync, existsSync, fsyncSync, mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import Libsql from 'libsql';
import { Kysely } from 'kysely';
import { privateFileMode, privateFolderMode } from '../../runtime/privateFolder.ts';
import { compileOnlyQueries } from '../compileOnly.ts';
import { RestoreUnfinishedError, StoreLockedError } from '../errors.ts';
import type { EventStore } from '../eventStore.ts';
import { LibsqlConnection, sqliteCode } from './libsqlConnection.ts';
import { LibsqlDialect } from './libsqlDialect.ts';
import { LogStore } from '../logStore.ts';
import { migrate } from '../migrations/migrate.ts';
import { ReadThreads } from './readThreads.ts';
import { ReadThreadsDialect } from './readThreadsDialect.ts';
import { usualPatienceMs } from '../rebuild.ts';
import type { Database } from '../schema.ts';
import { restoringFileName, sqliteFileName } from './sqliteFile.ts';
import { sqliteShadow } from './sqliteShadow.ts';
import { refuseBadText } from './sqliteText.ts';
import { SqliteWriter } from './sqliteWriter.ts';
import { openEpoch } from '../storeMeta.ts';
import { Tail } from '../subscriptions/tail.ts';
import { Upcasters } from '../upcasters.ts';
import type { OpenOptions } from '../openOptions.ts';

/**
 * Opens the embedded store of a data folder, bringing schema and projections up to date. Throws StoreLockedError when
 * another process has it, RestoreUnfinishedError, StoreDamagedError.
 */
export async function openSqliteStore(options: Omit<OpenOptions, 'databaseUrl'>): Promise<EventStore> {
  const {
    dataDir,
    clock,
    projections,
    onFatal,
    upcasters = new Upcasters(),
    readsWholeLog = false,
    rebuildPatienceMs = usualPatienceMs,
  } = options;
  mkdirSync(dataDir, { recursive: true, mode: privateFolderMode });
  if (existsSync(join(dataDir, restoringFileName))) throw new RestoreUnfinishedError(dataDir);
  const unlock = lockFolder(dataDir);
  const path = join(dataDir, sqliteFileName);
  makePrivate(path);
  const connections: { close(): void }[] = [];
  const open = (use: 'write' | 'read') => {
    const connection = new LibsqlConnection(path, { use });
    connections.push(connection);
    return connection;
  };
  try {
    const connection = open('write');
    refuseBadText(connection, { whole: readsWholeLog });
    const schema = new Kysely<Database>({
      dialect: new LibsqlDialect(() => new LibsqlConnection(path, { use: 'write' })),
    });
    await migrate(schema, 'sqlite');
    await schema.destroy();
    connection.neverWait();

    const rows = new Kysely<Database>({
      dialect: new LibsqlDialect(() => new LibsqlConnection(path, { use: 'read' })),
    });
    const threads = new ReadThreads(path);
    const reads = new Kysely<Database>({ dialect: new ReadThreadsDialect(threads) });
    const compile = compileOnlyQueries('sqlite');
    const head = await rows.selectFrom('log_head').select(['position', 'hash']).executeTakeFirstOrThrow();
    const tail = new Tail({
      head: head.position,
      readAll: (after, limit) => store.readAll(after, limit),
      clock,
      onFatal,
    });
    const writer = new SqliteWriter({
      connection,
      head,
      compile,
      projections,
      upcasters,
      clock,
      onFatal,
      onCommitted: (events) => tail.publish(events),
      betweenReads: (work) => void threads.between(work),
    });
    const epoch = await openEpoch(writer);
    // All files exist by now. SQLite ignores a failure to sync their directory.
    syncFolder(dataDir);
    const store = new LogStore({
      kind: 'sqlite',
      epoch,
      rows,
      reads,
      stopReads: () => threads.close(),
      compile,
      writer,
      tail,
      clock,
      upcasters,
      projections,
      onRebuild: options.onRebuild,
      onLongStep: options.onLongStep,
      // A rebuild reads all of the log, and one bad text of it would end the process.
      beforeRebuild: () => (readsWholeLog ? undefined : refuseBadText(connection, { whole: true })),
      // The pages share the transactions of the appends, so they are short.
      rebuilding: {
        shadow: sqliteShadow,
        page: { rows: 64, span: 1_000, timeMs: 8 },
        patienceMs: rebuildPatienceMs,
        beside: (work) => work((steps) => writer.write(steps)),
      },
      // Only one process uses the folder, so it owns every durable subscription.
      claim: async () => ({ lost: new AbortController().signal, release: () => {} }),
      async release() {
        await rows.destroy();
        for (const opened of connections) opened.close();
        unlock();
      },
    });
    await store.bringRowsUpToDate();
    return store;
  } catch (error) {
    for (const opened of connections) opened.close();
    unlock();
    throw error;
  }
}

function syncFolder(folder: string): void {
  // Windows has no such call.
  if (process.platform === 'win32') return;
  const descriptor = openSync(folder, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** SQLite gives its write-ahead log and index the permissions of the file, and a new file those of the process's umask. */
function makePrivate(path: string): void {
  if (!existsSync(path)) closeSync(openSync(path, 'a', privateFileMode));
}

/** The operating system drops the lock when the process ends, however it ends; a file with a process id in it would not. */
function lockFolder(dataDir: string): () => void {
  const path = join(dataDir, 'store.lock');
  makePrivate(path);
  const lock = new Libsql(path, { timeout: 0 });
  try {
    lock.exec('begin exclusive');
  } catch (error) {
    lock.close();
    if (sqliteCode(error) === 'SQLITE_BUSY') throw new StoreLockedError(dataDir);
    throw error;
  }
  return () => lock.close();
}
