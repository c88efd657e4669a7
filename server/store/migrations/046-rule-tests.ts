import { sql, type Kysely } from 'kysely';

/** Finished tests of saved versions of alarm rules: an activation names the one that it relies on. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements: readonly string[] = [
    `create table rule_tests (
      id bigint not null,
      rule_id bigint not null,
      version bigint not null,
      user_id bigint not null,
      days bigint not null,
      finished_at_ms bigint not null,
      firings bigint not null,
      result text not null,
      primary key (id)
    )`,
    'create index rule_tests_version on rule_tests (rule_id, version, finished_at_ms)',
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
