import { afterAll, inject } from 'vitest';
import { databasesAt, type TestDatabases } from './postgres.ts';

/** Databases for the tests of one file, in the PostgreSQL that all files of the run share; they are gone after the file's last test. */
export function postgresOfFile(): TestDatabases {
  const databases = databasesAt(inject('postgresUrl'));
  afterAll(() => databases.dropAll());
  return databases;
}

/** For `describe.each`: the name of each database, and what `databaseUrl` a test opens there; undefined for SQLite. */
export function onBothDatabases() {
  const postgres = postgresOfFile();
  return [
    ['SQLite', () => Promise.resolve(undefined)],
    ['PostgreSQL', () => postgres.createMigratedDatabase()],
  ] as const satisfies readonly (readonly [string, () => Promise<string | undefined>])[];
}
