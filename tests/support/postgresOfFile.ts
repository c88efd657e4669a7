import { afterAll, beforeAll } from 'vitest';
import { startPostgres, type TestPostgres } from './postgres.ts';

/**
 * A PostgreSQL for the tests of one file: started before the first and stopped after the last. Without fsync: no test
 * of these cuts the power.
 */
export function postgresOfFile(): () => TestPostgres {
  let postgres: TestPostgres | undefined;
  beforeAll(async () => {
    postgres = await startPostgres({ fsync: 'off' });
  });
  afterAll(() => postgres?.stop());
  return () => {
    if (postgres === undefined) throw new Error('PostgreSQL runs only while tests do');
    return postgres;
  };
}

/** For `describe.each`: the name of each database, and what `databaseUrl` a test opens there; undefined for SQLite. */
export function onBothDatabases() {
  const postgres = postgresOfFile();
  return [
    ['SQLite', () => Promise.resolve(undefined)],
    ['PostgreSQL', () => postgres().createMigratedDatabase()],
  ] as const satisfies readonly (readonly [string, () => Promise<string | undefined>])[];
}
