import { sql, type Kysely } from 'kysely';

/** What the rules about faults, scooters and incidents remember, and what they record and tell about them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements: readonly string[] = [
    `create table power_signals (
      "position" bigint not null,
      elevator_id bigint not null,
      device_key text not null,
      cause text not null,
      is_over smallint not null,
      at_ms bigint not null,
      primary key ("position")
    )`,
    'create index power_signals_elevator on power_signals (elevator_id)',
    'create index power_signals_at on power_signals (at_ms)',
    `create table lifts_without_mains (
      device_key text not null,
      code text not null,
      elevator_id bigint not null,
      primary key (device_key, code)
    )`,
    'create index lifts_without_mains_elevator on lifts_without_mains (elevator_id)',
    // Which collectors have been away for long: few of a hundred thousand are.
    'create index device_states_since on device_states (status, changed_at_ms)',
    'alter table recordings add column exception_id bigint',
    // An exception has one recording, however often the rule that makes it is carried out.
    'create unique index recordings_exception on recordings (exception_id)',
    'alter table notices add column exception_id bigint',
    // What the last hour said decides nothing after an upgrade: no start waits for the whole log to be read for it.
    `insert into projection_versions (name, version) values ('power-signals', 1)`,
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
