import { sql, type Kysely } from 'kysely';

/** Of an import: in which of its settled states the telephone numbers of its rows were made unreadable. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw("alter table imports add column redacted_state text not null default ''").execute(db);
}
