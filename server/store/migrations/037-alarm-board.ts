import { sql, type Kysely } from 'kysely';

/** What is put aside and what is counted only, and the open alarms however long the history is. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [
    `alter table alarms add column suppressed_by text not null default ''`,
    'alter table alarms add column shelved_until_ms bigint',
    `alter table alarms add column shelved_by text not null default ''`,
    `alter table alarms add column shelve_reason text not null default ''`,
    // The query names this condition word for word, so that the index serves it.
    'create index alarms_open on alarms (level, raised_at_ms) where status in (0, 3)',
  ])
    await sql.raw(statement).execute(db);
}
