import { sql, type Kysely } from 'kysely';

/** Which rescue was opened because of a message that could not be accepted. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('alter table quarantine_resolutions add column rescue_order_id bigint').execute(db);
}
