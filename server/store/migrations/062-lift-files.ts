import { sql, type Kysely } from 'kysely';
import { indexedAuditTypes as before } from './057-stopped-work.ts';

/** As they were when this step was written; the query repeats them word for word, so that the index serves it. */
const indexedAuditTypes = [...before, 'liftFile.changed'];

/** Papers on a lift's register, which the audit log shows too. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [
    `create table lift_files (
      id bigint not null,
      elevator_id bigint not null,
      kind text not null,
      name text not null,
      issued_on text not null,
      photos text not null,
      primary key (id)
    )`,
    'create index lift_files_by_lift on lift_files (elevator_id)',
    'drop index events_audited',
    `create index events_audited on events ("position") where type in (${indexedAuditTypes.map((type) => `'${type}'`).join(', ')})`,
  ])
    await sql.raw(statement).execute(db);
}
