import { sql, type Kysely } from 'kysely';

/** Of an incident that is a part of a power cut: the cut's name, which the incidents of its other companies share. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [
    'alter table exceptions add column cut_id text',
    'create index exceptions_by_cut on exceptions (cut_id) where cut_id is not null',
  ])
    await sql.raw(statement).execute(db);
}
