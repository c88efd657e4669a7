import { sql, type Kysely } from 'kysely';

/** The month calendar and the summaries of visits are counted from indexes alone. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    'create index visits_open_by_day on visits (due_on, kind, stage) where is_open = 1',
    'create index visits_done_by_day on visits (done_on, kind, stage) where done_on is not null',
    'create index visits_of_company on visits (maintenance_id, due_on) where is_open = 1',
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
