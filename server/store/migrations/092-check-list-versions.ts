import { sql, type Kysely } from 'kysely';

/** Lists of items come from files, each import of one name the next version of it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    'alter table check_lists add column version integer not null default 1',
    `alter table check_lists add column list_version text not null default ''`,
    'alter table check_lists add column changed_at_ms bigint not null default 0',
    'alter table check_lists add column changed_by bigint',
    'update check_lists set list_version = name',
    'create index elevators_check_list on elevators (check_list_id) where check_list_id is not null',
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
