import { sql, type Kysely } from 'kysely';

/** What providers reported and was not processed yet: a row is kept before its provider is answered. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `create table notify_receipts (
      id bigint not null,
      channel text not null,
      content text not null,
      received_at_ms bigint not null,
      primary key (id)
    )`,
    )
    .execute(db);
}
