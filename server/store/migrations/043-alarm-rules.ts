import { sql, type Kysely } from 'kysely';

/** Rules that people write, every version of them, what they did, and what of it has to wait. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [
    `create table alarm_rules (
      id bigint not null,
      org_type smallint not null,
      org_id bigint not null,
      name text not null,
      event_type smallint not null,
      body text not null,
      version bigint not null,
      active_version bigint not null,
      active_from bigint not null,
      state text not null,
      shipped_key text not null,
      cut_off text not null,
      updated_at_ms bigint not null,
      updated_by text not null,
      primary key (id)
    )`,
    'create index alarm_rules_state on alarm_rules (state)',
    `create table alarm_rule_versions (
      rule_id bigint not null,
      version bigint not null,
      body text not null,
      shipped_key text not null,
      created_at_ms bigint not null,
      created_by text not null,
      activated_at_ms bigint,
      activated_by text not null,
      primary key (rule_id, version)
    )`,
    `create table rule_firings (
      "position" bigint not null,
      rule_id bigint not null,
      version bigint not null,
      name text not null,
      kind text not null,
      elevator_id bigint not null,
      tag text not null,
      addr text not null,
      area_id bigint not null,
      community_id bigint not null,
      community_name text not null,
      property_id bigint,
      maintenance_id bigint,
      brand_id bigint,
      alarm_id bigint,
      exception_id bigint,
      reason text not null,
      positions text not null,
      gathered bigint not null,
      late smallint not null,
      at_ms bigint not null,
      primary key ("position")
    )`,
    'create index rule_firings_rule on rule_firings (rule_id, at_ms)',
    'create index rule_firings_lift on rule_firings (elevator_id, "position")',
    // An action that waits. No projection: the row goes when the action is carried out.
    `create table rule_actions_due (
      "position" bigint not null,
      action_index smallint not null,
      due_at_ms bigint not null,
      primary key ("position", action_index)
    )`,
    'create index rule_actions_due_at on rule_actions_due (due_at_ms)',
    // No event of theirs is in the log yet: nothing is rebuilt.
    `insert into projection_versions (name, version) values ('alarm-rules', 1), ('rule-firings', 1)`,
  ])
    await sql.raw(statement).execute(db);
}
