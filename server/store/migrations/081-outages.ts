import { sql, type Kysely } from 'kysely';

/** Planned outages, one for each lift. */
export async function up(db: Kysely<unknown>, kind: 'sqlite' | 'postgres'): Promise<void> {
  const withoutRowid = kind === 'sqlite' ? 'without rowid' : '';
  for (const statement of [
    `create table outage_machines (
      stream text not null,
      version bigint not null,
      "position" bigint not null,
      state text not null,
      primary key (stream)
    )`,
    `create table outage_deadlines (
      stream text not null,
      kind text not null,
      due_at_ms bigint not null,
      data text not null,
      primary key (stream, kind)
    ) ${withoutRowid}`,
    'create index outage_deadlines_due on outage_deadlines (due_at_ms)',
    `create table outages (
      id bigint not null,
      elevator_id bigint not null,
      tag text not null,
      addr text not null,
      community_id bigint not null,
      community_name text not null,
      area_id bigint not null,
      full_area text not null,
      property_id bigint,
      maintenance_id bigint,
      brand_id bigint,
      state text not null,
      from_ms bigint not null,
      to_ms bigint not null,
      reason text not null,
      planned_by text not null,
      planned_at_ms bigint not null,
      end_note text not null,
      ended_at_ms bigint,
      "position" bigint not null,
      primary key (id)
    )`,
    'create index outages_from on outages (from_ms, id)',
    // The few that are not over: asked for each alarm that can wait, and by the public page.
    `create index outages_open on outages (elevator_id, from_ms) where state in ('planned', 'active', 'overrun')`,
    `insert into projection_versions (name, version) values ('outage', 1)`,
  ])
    await sql.raw(statement).execute(db);
}
