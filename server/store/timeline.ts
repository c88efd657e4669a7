import { sql } from 'kysely';
import { DatabaseError } from 'pg';

/**
 * PostgreSQL's history of a database cluster, 8 hex digits: a promotion of a standby, or a recovery to an earlier
 * moment, begins a new one.
 */
export const clusterTimeline = sql<string>`substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8)`;

/** A hosted PostgreSQL may refuse to tell. Rethrows what says nothing of that, such as a link that broke. */
export function orUntold(error: unknown): undefined {
  if (error instanceof DatabaseError) return undefined;
  throw error;
}
