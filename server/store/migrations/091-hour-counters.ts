import { sql, type Kysely } from 'kysely';

/** Counters of lifts' reports by hour, and indexes of the visits that wait for the device's word or are under way. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements: readonly string[] = [
    `create table hour_counters (
      at_ms bigint not null,
      lift_num bigint not null,
      counters text not null,
      primary key (at_ms)
    )`,
    `create index visits_unjudged on visits (checked_out_at_ms)
      where evidence = '' and is_paper = 0 and checked_out_at_ms is not null`,
    `create index visits_working on visits (elevator_id) where stage = 'working'`,
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
