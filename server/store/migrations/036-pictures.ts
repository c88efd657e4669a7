import { sql, type Kysely } from 'kysely';

/** The picture that a device sends after its event, by the name of its file. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table alarms add column picture text not null default ''`.execute(db);
}
