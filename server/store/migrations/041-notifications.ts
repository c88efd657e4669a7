import { sql, type Kysely } from 'kysely';

/** Notifications that leave the platform: their rows, and when each address was last written to. */
export async function up(db: Kysely<unknown>, kind: 'sqlite' | 'postgres'): Promise<void> {
  const withoutRowid = kind === 'sqlite' ? 'without rowid' : '';
  const statements: readonly string[] = [
    `create table notification_machines (
      stream text not null,
      version bigint not null,
      "position" bigint not null,
      state text not null,
      primary key (stream)
    )`,
    `create table notification_deadlines (
      stream text not null,
      kind text not null,
      due_at_ms bigint not null,
      data text not null,
      primary key (stream, kind)
    ) ${withoutRowid}`,
    'create index notification_deadlines_due on notification_deadlines (due_at_ms)',
    `create table notifications (
      id bigint not null,
      dedup_key text not null,
      source text not null,
      source_position bigint not null,
      channel text not null,
      template text not null,
      template_values text not null,
      title text not null,
      priority smallint not null,
      state text not null,
      attempts integer not null,
      problem text not null,
      problem_code text not null,
      receipt_at_ms bigint,
      person_id bigint,
      user_id bigint,
      recipient_organization text not null,
      recipient_name text not null,
      masked_address text not null,
      require_key smallint not null,
      is_unheard smallint not null,
      ladder_id bigint,
      rung integer,
      rule_id bigint,
      rule_version bigint,
      rule_name text not null,
      elevator_id bigint,
      tag text not null,
      area_id bigint,
      community_id bigint,
      brand_id bigint,
      property_id bigint,
      maintenance_id bigint,
      rescue_order_id bigint,
      alarm_id bigint,
      exception_id bigint,
      is_demo smallint not null,
      is_hidden smallint not null,
      expires_at_ms bigint not null,
      created_at_ms bigint not null,
      updated_at_ms bigint not null,
      "position" bigint not null,
      primary key (id)
    )`,
    // What waits to be sent, most urgent first: few of all that were ever sent.
    `create index notifications_queued on notifications (channel, priority, id) where state = 'queued'`,
    `create index notifications_under_way on notifications (id) where state = 'attempted'`,
    'create index notifications_created on notifications (created_at_ms, id)',
    'create index notifications_rescue on notifications (rescue_order_id)',
    'create index notifications_elevator on notifications (elevator_id)',
    'create index notifications_rule on notifications (rule_id)',
    `create table notification_provider_ids (
      channel text not null,
      provider_id text not null,
      notification_id bigint not null,
      primary key (channel, provider_id)
    ) ${withoutRowid}`,
    `create table notification_attempts (
      channel text not null,
      address_hash text not null,
      at_ms bigint not null
    )`,
    'create index notification_attempts_address on notification_attempts (channel, address_hash, at_ms)',
    'create index notification_attempts_at on notification_attempts (at_ms)',
    // No store has events of it yet: no start waits for the whole log to be read for it.
    `insert into projection_versions (name, version) values ('notification', 1)`,
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
