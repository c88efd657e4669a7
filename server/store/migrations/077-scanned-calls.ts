import { sql, type Kysely } from 'kysely';

/** Calls by the code in the car that no device and no telephone has confirmed: they queue below the others. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('alter table rescue_orders add column only_scanned smallint not null default 0').execute(db);
}
