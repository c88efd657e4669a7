import { sql, type Kysely } from 'kysely';

/** Maintenance visits, with what plans them: lifts that follow a list of their own, and how many workers a region wants. */
export async function up(db: Kysely<unknown>, kind: 'sqlite' | 'postgres'): Promise<void> {
  const withoutRowid = kind === 'sqlite' ? 'without rowid' : '';
  const statements: readonly string[] = [
    `create table visit_machines (
      stream text not null,
      version bigint not null,
      "position" bigint not null,
      state text not null,
      primary key (stream)
    )`,
    `create table visit_deadlines (
      stream text not null,
      kind text not null,
      due_at_ms bigint not null,
      data text not null,
      primary key (stream, kind)
    ) ${withoutRowid}`,
    'create index visit_deadlines_due on visit_deadlines (due_at_ms)',
    `create table visits (
      id bigint not null,
      elevator_id bigint not null,
      tag text not null,
      addr text not null,
      community_id bigint not null,
      community_name text not null,
      area_id bigint not null,
      full_area text not null,
      property_id bigint,
      property_name text not null,
      maintenance_id bigint,
      maintenance_name text not null,
      brand_id bigint,
      kind text not null,
      depth smallint not null,
      category text not null,
      list_version text not null,
      items text not null,
      parameters text not null,
      workers_needed smallint not null,
      worker1_id bigint,
      worker1_user_id bigint,
      worker1_name text not null,
      worker2_id bigint,
      worker2_user_id bigint,
      worker2_name text not null,
      stage text not null,
      status smallint not null,
      is_open smallint not null,
      overdue smallint not null,
      is_paper smallint not null,
      due_on text,
      planned_on text,
      done_on text,
      checked_in_num smallint not null,
      signed_num smallint not null,
      item_num integer not null,
      abnormal_num integer not null,
      flags text not null,
      evidence text not null,
      rejected_num smallint not null,
      checked_in_at_ms bigint,
      checked_out_at_ms bigint,
      submitted_at_ms bigint,
      signed_at_ms bigint,
      signed_by_name text not null,
      planned_at_ms bigint not null,
      updated_at_ms bigint not null,
      "position" bigint not null,
      primary key (id)
    )`,
    'create index visits_open on visits (due_on, id) where is_open = 1',
    `create index visits_unsigned on visits (submitted_at_ms, id) where stage = 'submitted'`,
    'create index visits_by_lift on visits (elevator_id, done_on)',
    'create index visits_done on visits (done_on, id) where done_on is not null',
    'create index visits_by_worker1 on visits (worker1_user_id) where is_open = 1',
    'create index visits_by_worker2 on visits (worker2_user_id) where is_open = 1',
    // A lift has one open visit of the cycle, and one that somebody ordered.
    `create table open_visits (
      elevator_id bigint not null,
      is_extra smallint not null,
      visit_id bigint not null,
      primary key (elevator_id, is_extra)
    ) ${withoutRowid}`,
    // Lists of items that a maker demands for lifts of its own kind; the standard's are no rows.
    `create table check_lists (
      id bigint not null,
      name text not null,
      category text not null,
      items text not null,
      primary key (id)
    )`,
    'create unique index check_lists_name on check_lists (name)',
    // Written by the desk beside the log: which fault an abnormal item of a visit opened or joined.
    `create table visit_faults (
      visit_id bigint not null,
      item_code text not null,
      exception_id bigint not null,
      primary key (visit_id, item_code)
    ) ${withoutRowid}`,
    `insert into projection_versions (name, version) values ('visit', 1)`,
    `alter table elevators add column special_type text not null default ''`,
    `alter table elevators add column check_list_id bigint`,
    'alter table areas add column visit_workers smallint',
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
