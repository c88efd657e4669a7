import { sql, type Kysely } from 'kysely';

const statements = [
  'create index elevators_property on elevators (property_id)',
  'create index elevators_maintenance on elevators (maintenance_id)',
];

/** A company's lifts are found without a look at every lift: for its row in a list, its scope, and what still uses it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
