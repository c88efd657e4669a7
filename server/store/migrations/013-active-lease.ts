import { sql, type Kysely } from 'kysely';

/**
 * Which process may write: each that takes over raises the token, and one that knows an older token is refused. Older
 * programs no longer open the store.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      'create table active_lease (id bigint not null, token bigint not null, holder text not null, primary key (id))',
    )
    .execute(db);
  await sql.raw(`insert into active_lease (id, token, holder) values (1, 0, '')`).execute(db);
}
