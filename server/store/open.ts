import type { EventStore } from './eventStore.ts';
import { openPostgresStore } from './postgres/postgres.ts';
import { openSqliteStore } from './sqlite/sqlite.ts';
import type { OpenOptions } from './openOptions.ts';

/**
 * Opens the event store: runs the migrations, rebuilds projections whose version has changed. Throws StoreLockedError,
 * StoreUnavailableError, StoreDamagedError, StoreNewerError, StoreOlderError, and what the lease's callbacks throw.
 */
export function openStore(options: OpenOptions): Promise<EventStore> {
  const { databaseUrl } = options;
  return databaseUrl === undefined ? openSqliteStore(options) : openPostgresStore({ ...options, databaseUrl });
}
