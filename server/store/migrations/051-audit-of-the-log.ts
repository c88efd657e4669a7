import { sql, type Kysely } from 'kysely';
import { indexedAuditTypes as before } from './040-audit-of-notices.ts';

/** As they were when this step was written; the query repeats them word for word, so that the index serves it. */
export const indexedAuditTypes = [
  ...before,
  'chain.breakAcknowledged',
  'chain.rewindAccepted',
  'chain.failedOver',
  'chain.failedOverConfirmed',
];

/** The audit log also shows what was declared about the log itself. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [
    'drop index events_audited',
    `create index events_audited on events ("position") where type in (${indexedAuditTypes.map((type) => `'${type}'`).join(', ')})`,
  ])
    await sql.raw(statement).execute(db);
}
