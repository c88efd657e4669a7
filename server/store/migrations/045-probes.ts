import { sql, type Kysely } from 'kysely';

/** When the stages of the way from a device to a person were last proven: one row, and no event for each proof. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `create table probe_state (
      id smallint not null,
      state text not null,
      primary key (id)
    )`,
    )
    .execute(db);
}
