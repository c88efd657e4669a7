import { sql, type Kysely } from 'kysely';

const statements = [
  'alter table rescue_orders add column corrected_num bigint not null default 0',
  'alter table rescue_orders add column arrival_recorded_at_ms bigint',
  `create table ring_consoles (
    id text not null,
    process_id text not null,
    user_id bigint not null,
    user_name text not null,
    address text not null,
    agent text not null,
    signed_in_at_ms bigint,
    may_answer bigint not null,
    scope text not null,
    sound text not null,
    since_ms bigint not null,
    until_ms bigint,
    primary key (id)
  )`,
  'create index ring_consoles_by_end on ring_consoles (until_ms, since_ms)',
  `create table ring_processes (
    process_id text not null,
    seen_ms bigint not null,
    primary key (process_id)
  )`,
  `create table ring_pushes (
    subject text not null,
    position bigint not null,
    is_reminder bigint not null,
    notice_level bigint not null,
    responsibilities text not null,
    first_at_ms bigint not null,
    last_at_ms bigint not null,
    times bigint not null,
    primary key (subject, position, is_reminder, notice_level)
  )`,
  'create index ring_pushes_by_end on ring_pushes (last_at_ms)',
];

/** How often a closed rescue was corrected, when an arrival was typed that had been earlier, and who was rung where. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
