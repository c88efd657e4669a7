import { sql, type Kysely } from 'kysely';

/** Codes that were shown in a lift and have been used: each counts once. Codes themselves are kept nowhere. */
export async function up(db: Kysely<unknown>, kind: 'sqlite' | 'postgres'): Promise<void> {
  const withoutRowid = kind === 'sqlite' ? 'without rowid' : '';
  for (const statement of [
    `create table presence_codes_used (
      elevator_id bigint not null,
      step bigint not null,
      used_at_ms bigint not null,
      primary key (elevator_id, step)
    ) ${withoutRowid}`,
    'create index presence_codes_used_at on presence_codes_used (used_at_ms)',
  ])
    await sql.raw(statement).execute(db);
}
