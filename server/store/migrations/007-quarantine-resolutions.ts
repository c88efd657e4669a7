import { sql, type Kysely } from 'kysely';

/** Who looked into a device message that could not be accepted. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `create table quarantine_resolutions (
      quarantine_id bigint not null,
      version bigint not null,
      repeat_num bigint not null,
      note text not null,
      by_id bigint not null,
      by_name text not null,
      at_ms bigint not null,
      primary key (quarantine_id)
    )`,
    )
    .execute(db);
}
