import { sql, type Kysely } from 'kysely';

/** Filters and columns that users keep under a name. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [
    `create table list_views (
      id bigint not null,
      user_id bigint not null,
      list_name text not null,
      name text not null,
      params text not null,
      hidden text not null,
      is_default bigint not null,
      primary key (id),
      unique (user_id, list_name, name)
    )`,
  ])
    await sql.raw(statement).execute(db);
}
