import { sql, type Kysely } from 'kysely';

/** People of base data: who works for whom, appointed to what, with which certificates. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `create table people (
      id bigint not null,
      name text not null,
      mobile text not null,
      org_type bigint not null,
      org_id bigint not null,
      duties text not null,
      certificates text not null,
      certificate_expiry text,
      user_id bigint,
      primary key (id),
      unique (user_id)
    )`,
    )
    .execute(db);
  await sql.raw('create index people_by_organization on people (org_type, org_id)').execute(db);
}
