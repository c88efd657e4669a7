import { sql, type Kysely } from 'kysely';

/** How far the log is when clients begin to get sealed ids: up to there they may know a record by its plain id. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`insert into store_meta ("key", value)
    select 'plain_ids_until', cast(position as text) from log_head where position > 0`.execute(db);
}
