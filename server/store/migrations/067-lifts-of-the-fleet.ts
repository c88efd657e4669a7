import { sql, type Kysely } from 'kysely';

const counted = ['community', 'brand', 'property', 'maintenance'] as const;

/** The lifts of a community or company that are not scrapped are counted from an index alone: no row is read for it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const name of counted) {
    await sql.raw(`drop index elevators_${name}`).execute(db);
    await sql.raw(`create index elevators_${name} on elevators (${name}_id, state)`).execute(db);
  }
}
