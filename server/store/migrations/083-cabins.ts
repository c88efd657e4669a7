import { sql, type Kysely } from 'kysely';

/** A display that is paired for one lift is the page in its car. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [
    'alter table walls add column elevator_id bigint',
    'alter table wall_pairings add column elevator_id bigint',
    'create index walls_of_lift on walls (elevator_id) where elevator_id is not null',
  ])
    await sql.raw(statement).execute(db);
}
