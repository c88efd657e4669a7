import type { TestProject } from 'vitest/node';
import { startPostgres } from './postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The maintenance database of the PostgreSQL that all files of a run share. */
    readonly postgresUrl: string;
  }
}

/**
 * Starts one PostgreSQL for all files of a run, which each create databases of their own in it (`postgresOfFile`). Nothing in it need
 * outlive the run, so it writes as little as it can. What crashes PostgreSQL starts its own.
 */
export default async function sharePostgres(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await startPostgres({
    fsync: 'off',
    full_page_writes: 'off',
    max_connections: '300',
  });
  project.provide('postgresUrl', postgres.url);
  return () => postgres.stop();
}
