import { sql, type Kysely } from 'kysely';

/** Tables for the live picture and its history: recordings around incidents, minute samples of the fleet, walls; and who made a device. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements: readonly string[] = [
    "alter table devices add column vendor text not null default 'standard'",
    `create table recordings (
      id bigint not null,
      elevator_id bigint not null,
      alarm_id bigint,
      rescue_order_id bigint,
      incident_at_ms bigint not null,
      from_ms bigint not null,
      to_ms bigint not null,
      is_open smallint not null,
      primary key (id)
    )`,
    `create table recording_chunks (
      recording_id bigint not null,
      seq bigint not null,
      samples text not null,
      primary key (recording_id, seq)
    )`,
    `create table minute_samples (
      at_ms bigint not null,
      lift_num bigint not null,
      source text not null,
      frame text not null,
      primary key (at_ms)
    )`,
    `create table walls (
      id bigint not null,
      name text not null,
      user_id bigint not null,
      paired_by_id bigint not null,
      paired_by_name text not null,
      paired_at_ms bigint not null,
      last_seen_at_ms bigint,
      revoked_at_ms bigint,
      primary key (id)
    )`,
    `create table wall_pairings (
      code_hash text not null,
      name text not null,
      created_by_id bigint not null,
      expires_at_ms bigint not null,
      primary key (code_hash)
    )`,
    `create table wall_credentials (
      secret_hash text not null,
      wall_id bigint not null,
      issued_at_ms bigint not null,
      superseded_at_ms bigint,
      is_used smallint not null,
      primary key (secret_hash)
    )`,
    'create index recordings_alarm on recordings (alarm_id)',
    'create index recordings_order on recordings (rescue_order_id)',
    'create index recordings_elevator on recordings (elevator_id, incident_at_ms)',
    'create index recordings_open on recordings (is_open)',
    'create index wall_credentials_wall on wall_credentials (wall_id)',
    'create unique index walls_user on walls (user_id)',
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
