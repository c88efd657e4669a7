import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Kysely } from 'kysely';
import { privateFileMode } from '../../server/runtime/privateFolder.ts';
import { LibsqlConnection } from '../../server/store/sqlite/libsqlConnection.ts';
import { LibsqlDialect } from '../../server/store/sqlite/libsqlDialect.ts';
import { migrate } from '../../server/store/migrations/migrate.ts';
import type { Database } from '../../server/store/schema.ts';
import { sqliteFileName } from '../../server/store/sqlite/sqliteFile.ts';

let migrated: Promise<Buffer> | undefined;

/** Puts a SQLite store with today's tables and nothing else into a folder: the copy of one that this process migrated once. */
export async function copyMigratedStore(dataDir: string): Promise<void> {
  migrated ??= migrateOne();
  await writeFile(join(dataDir, sqliteFileName), await migrated, { mode: privateFileMode });
}

async function migrateOne(): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'tian-migrated-'));
  const path = join(folder, sqliteFileName);
  const db = new Kysely<Database>({
    dialect: new LibsqlDialect(() => new LibsqlConnection(path, { use: 'write' })),
  });
  try {
    try {
      await migrate(db, 'sqlite');
    } finally {
      await db.destroy();
    }
    // A closed connection may empty its write-ahead log much later, so the file alone need not be whole.
    const whole = join(folder, 'whole.db');
    const connection = new LibsqlConnection(path, { use: 'copy' });
    try {
      connection.exec(`vacuum into '${whole}'`);
    } finally {
      connection.close();
    }
    return await readFile(whole);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
