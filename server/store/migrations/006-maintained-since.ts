import { sql, type Kysely } from 'kysely';

/** Since when its maintenance company is responsible for a lift; not known of those that a store already has. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('alter table elevators add column maintained_since_ms bigint').execute(db);
}
