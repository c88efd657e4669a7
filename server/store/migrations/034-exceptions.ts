import { sql, type Kysely } from 'kysely';

/** The lifecycles that work items of the types 2 to 4 follow. */
const prefixes = ['fault', 'scooter', 'incident'] as const;

/** Faults, scooters and incidents: one row for each work item, and the tables of their three lifecycles. */
export async function up(db: Kysely<unknown>, kind: 'sqlite' | 'postgres'): Promise<void> {
  const withoutRowid = kind === 'sqlite' ? 'without rowid' : '';
  const statements = [
    ...prefixes.flatMap((prefix) => [
      `create table ${prefix}_machines (
        stream text not null,
        version bigint not null,
        "position" bigint not null,
        state text not null,
        primary key (stream)
      )`,
      `create table ${prefix}_deadlines (
        stream text not null,
        kind text not null,
        due_at_ms bigint not null,
        data text not null,
        primary key (stream, kind)
      ) ${withoutRowid}`,
      `create index ${prefix}_deadlines_due on ${prefix}_deadlines (due_at_ms)`,
    ]),
    `create table exceptions (
      id bigint not null,
      type smallint not null,
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
      level smallint not null,
      status smallint not null,
      stage text not null,
      is_open smallint not null,
      is_hidden smallint not null,
      is_active smallint not null,
      is_false smallint not null,
      overdue smallint not null,
      late smallint not null,
      source text not null,
      device_key text not null,
      code text not null,
      phenomenon text,
      incident_kind text,
      alarm_id bigint,
      rescue_order_id bigint,
      door_held smallint not null,
      caller_name text not null,
      caller_phone text not null,
      detail text not null,
      photos text not null,
      repeat_num bigint not null,
      comment_num bigint not null,
      child_num bigint not null,
      swept_num bigint not null,
      accepted_by_id bigint,
      accepted_by_name text not null,
      cause text not null,
      cause_label text not null,
      parts text not null,
      repair_photos text not null,
      raised_at_ms bigint not null,
      updated_at_ms bigint not null,
      due_at_ms bigint,
      cleared_at_ms bigint,
      finished_at_ms bigint,
      "position" bigint not null,
      primary key (id)
    )`,
    // Pending ones are few; the history is read newest first, of one type, one status, one lift or one organisation.
    'create index exceptions_open on exceptions (is_open, type, raised_at_ms)',
    'create index exceptions_raised on exceptions (raised_at_ms, id)',
    'create index exceptions_type on exceptions (type, raised_at_ms, id)',
    'create index exceptions_status on exceptions (status, raised_at_ms, id)',
    'create index exceptions_elevator on exceptions (elevator_id, raised_at_ms)',
    'create index exceptions_community on exceptions (community_id, raised_at_ms)',
    'create index exceptions_property on exceptions (property_id, raised_at_ms)',
    'create index exceptions_maintenance on exceptions (maintenance_id, raised_at_ms)',
    'create index exceptions_alarm on exceptions (alarm_id)',
    `create table exception_children (
      exception_id bigint not null,
      elevator_id bigint not null,
      tag text not null,
      addr text not null,
      swept_by_id bigint,
      swept_by_name text not null,
      swept_at_ms bigint,
      way text,
      note text not null,
      restored_at_ms bigint,
      primary key (exception_id, elevator_id)
    ) ${withoutRowid}`,
    'create index exception_children_elevator on exception_children (elevator_id)',
    `create table exception_comments (
      id bigint not null,
      exception_id bigint not null,
      author_id bigint not null,
      author_name text not null,
      text text not null,
      photos text not null,
      created_at_ms bigint not null,
      primary key (id)
    )`,
    'create index exception_comments_exception on exception_comments (exception_id, id)',
    // The primary key lets a place have one open exception of a cause only.
    `create table open_exceptions (
      place text not null,
      cause_key text not null,
      exception_id bigint not null,
      stream text not null,
      primary key (place, cause_key)
    ) ${withoutRowid}`,
    'create index open_exceptions_exception on open_exceptions (exception_id)',
    // No event of theirs is in the log yet: the rows are right as they are, and nothing is rebuilt.
    `insert into projection_versions (name, version) values ('fault', 1), ('scooter', 1), ('incident', 1)`,
  ];
  for (const statement of statements) await sql.raw(statement.trimEnd()).execute(db);
}
