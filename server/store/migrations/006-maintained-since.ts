import { sql, type Kysely } from 'kysely';

/** Since when its maintenance company has been responsible for a lift; unknown for lifts already in the store. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('alter table elevators add column maintained_since_ms bigint').execute(db);
}
