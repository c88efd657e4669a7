import { sql, type Kysely } from 'kysely';

const statements = ['alter table rescue_orders add column corrected_num bigint not null default 0'];

/** How often a closed rescue was corrected. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
