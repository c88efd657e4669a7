import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Kysely, sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { auditTypeNames } from '../../src/contract/audit.ts';
import { indexedAuditTypes } from './auditIndex.ts';
import { LibsqlConnection } from './sqlite/libsqlConnection.ts';
import { LibsqlDialect } from './sqlite/libsqlDialect.ts';
import { migrate } from './migrations/migrate.ts';
import type { Database } from './schema.ts';
import { sqliteFileName } from './sqlite/sqliteFile.ts';

let dataDir: string;
let db: Kysely<Database>;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'tian-audit-'));
  db = new Kysely<Database>({
    dialect: new LibsqlDialect(() => new LibsqlConnection(join(dataDir, sqliteFileName), { use: 'write' })),
  });
  await migrate(db, 'sqlite');
});
afterEach(async () => {
  await db.destroy();
  await rm(dataDir, { recursive: true });
});

test('a store that opens with another list of audited types gets the index of the new list', async () => {
  expect(await indexedAuditTypes(db, 'sqlite')).toEqual(auditTypeNames);
  await sql`drop index events_audited`.execute(db);
  await sql`create index events_audited on events ("position") where type in ('brand.changed')`.execute(db);
  expect(await indexedAuditTypes(db, 'sqlite')).toEqual(['brand.changed']);
  await migrate(db, 'sqlite');
  expect(await indexedAuditTypes(db, 'sqlite')).toEqual(auditTypeNames);
});

test('an index that serves already is not made again', async () => {
  const rootPage = async () => {
    const { rows } = await sql<{
      rootpage: number;
    }>`select rootpage from sqlite_master where name = 'events_audited'`.execute(db);
    return rows;
  };
  await sql`create table later (id bigint)`.execute(db);
  const before = await rootPage();
  await migrate(db, 'sqlite');
  expect(await rootPage()).toEqual(before);
});
