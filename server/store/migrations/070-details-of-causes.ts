import { sql, type Kysely } from 'kysely';

/** The detail of a rescue's cause: its code in the catalogue, and what it was called when it was chosen. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const column of ['cause_detail', 'cause_detail_label'])
    await sql.raw(`alter table rescue_orders add column ${column} text not null default ''`).execute(db);
}
