import { sql, type Kysely } from 'kysely';

/**
 * One row for each sender, reason and minute instead of one for each payload, of which there is no end. Older rows have no minute, so that
 * they conflict with none.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    'drop index quarantine_same',
    'alter table quarantine drop column payload_hash',
    'alter table quarantine add column minute bigint',
    "alter table quarantine add column last_topic text not null default ''",
    "alter table quarantine add column last_payload text not null default ''",
    'update quarantine set last_topic = topic, last_payload = payload',
    'create unique index quarantine_same on quarantine (device_key, reason, could_be_help, minute)',
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
