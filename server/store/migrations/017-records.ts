import { sql, type Kysely } from 'kysely';

const statements = [
  'alter table rescue_orders add column corrected_num bigint not null default 0',
  'alter table rescue_orders add column arrival_recorded_at_ms bigint',
];

/** How often a closed rescue was corrected, and when an arrival was typed that had been earlier. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
