import { sql } from 'kysely';
import { DatabaseError } from 'pg';

const timelineText = `substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8)`;
const systemText = '(select system_identifier::text from pg_control_system())';

/**
 * PostgreSQL's history of a database cluster, 8 hex digits: a promotion of a standby, or a recovery to an earlier
 * moment, begins a new one with a higher number.
 */
export const clusterTimeline = sql.raw<string>(timelineText);

/** The cluster's own number, the same for a primary and its standbys and for no other cluster. */
export const clusterSystem = sql.raw<string>(systemText);

/** Both, as columns `timeline` and `system` of one row. */
export const askCluster = `select ${timelineText} as timeline, ${systemText} as system`;

/** A hosted PostgreSQL may refuse to tell. Rethrows what says nothing of that, such as a link that broke. */
export function orUntold(error: unknown): undefined {
  if (error instanceof DatabaseError) return undefined;
  throw error;
}
