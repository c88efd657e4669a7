import { sql, type Kysely } from 'kysely';

const statements = [
  'alter table imports add column group_id bigint not null default 0',
  'update imports set group_id = id',
  'create index imports_by_group on imports (group_id, id)',
  'create index import_rows_by_record on import_rows (record_id, import_id)',
];

/** Files that somebody uploads together are one group, with the id of its first file; a single file is a group of its own. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
