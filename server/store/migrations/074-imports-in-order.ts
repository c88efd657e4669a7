import { sql, type Kysely } from 'kysely';

const statements = [
  // Rows that are checked again need what was wrong with their spreadsheet apart from what a check found.
  `alter table import_rows add column file_problems text not null default '[]'`,
  `update import_rows set file_problems = problems where state = 'unchecked'`,
  'alter table imports add column is_provisional bigint not null default 0',
  'alter table imports add column waits_for bigint',
  'alter table imports add column purged_at_ms bigint',
];

/**
 * Files of one upload are checked against what the others will make, and written one after the other. The rows of an import are kept for a
 * while only.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
