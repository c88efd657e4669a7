import { sql, type Kysely } from 'kysely';

const statements = [
  `create table imports (
    id bigint not null,
    kind text not null,
    file_name text not null,
    state text not null,
    header text not null,
    note text not null default '',
    row_num bigint not null,
    new_num bigint not null default 0,
    changed_num bigint not null default 0,
    same_num bigint not null default 0,
    wrong_num bigint not null default 0,
    created_by bigint not null,
    created_at_ms bigint not null,
    written_at_ms bigint,
    primary key (id)
  )`,
  'create index imports_by_author on imports (created_by, id)',
  `create table import_rows (
    import_id bigint not null,
    row_number bigint not null,
    state text not null,
    cells text not null,
    problems text not null default '[]',
    changes text not null default '[]',
    row_values text,
    row_before text,
    record_id bigint,
    version bigint not null default 0,
    is_written bigint not null default 0,
    primary key (import_id, row_number)
  )`,
  'create index import_rows_by_state on import_rows (import_id, state, row_number)',
];

/** Files of base data with what each of their rows would change, or has changed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
