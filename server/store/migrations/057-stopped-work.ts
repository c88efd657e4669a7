import { sql, type Kysely } from 'kysely';
import { indexedAuditTypes as before } from './051-audit-of-the-log.ts';

/** As they were when this step was written; the query repeats them word for word, so that the index serves it. */
export const indexedAuditTypes = [...before, 'user.workStopped'];

/**
 * Of an import: what its present worker could do when the work began, so that a restart can ask whether that still holds. The audit log
 * also shows work that was stopped.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [
    'alter table imports add column worker text',
    'drop index events_audited',
    `create index events_audited on events ("position") where type in (${indexedAuditTypes.map((type) => `'${type}'`).join(', ')})`,
  ])
    await sql.raw(statement).execute(db);
}
