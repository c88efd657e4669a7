import { sql, type Kysely } from 'kysely';

const sections = ['total', 'region', 'response', 'site', 'time', 'cause', 'age', 'brand', 'maintenance'];

/** Comments on the bulletin of a month and a region, or of the whole city. What was frozen is in the log alone. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const comments = sections.map((section) => `"${section}" text not null default ''`).join(', ');
  const statements = [
    `create table bulletins (id bigint not null, month text not null, area_id bigint, ${comments}, primary key (id))`,
    'create unique index bulletins_month on bulletins (month, coalesce(area_id, 0))',
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
