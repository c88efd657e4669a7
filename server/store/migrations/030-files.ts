import { sql, type Kysely } from 'kysely';

/**
 * Uploaded files in the store, in parts: one large write would keep a call for help waiting. What an older version wrote to disk is
 * whole; the server takes its bytes in at its first start.
 */
export async function up(db: Kysely<unknown>, kind: 'sqlite' | 'postgres'): Promise<void> {
  const bytes = kind === 'sqlite' ? 'blob' : 'bytea';
  for (const statement of [
    'alter table uploads add column is_complete bigint not null default 1',
    'create unique index uploads_by_name on uploads (file_name)',
    `create table upload_parts (
      upload_id bigint not null,
      seq bigint not null,
      bytes ${bytes} not null,
      primary key (upload_id, seq)
    )`,
    `create table upload_uses (
      file_name text not null,
      record text not null,
      primary key (file_name, record)
    )`,
    'create index upload_uses_by_record on upload_uses (record)',
    // No older version wrote down which record uses a file, so all of them are kept.
    `insert into upload_uses (file_name, record) select file_name, 'legacy' from uploads`,
  ])
    await sql.raw(statement).execute(db);
}
