import { sql, type Kysely } from 'kysely';

/** Passengers' reviews of lifts, and the uploads of people who have no account. */
export async function up(db: Kysely<unknown>, kind: 'sqlite' | 'postgres'): Promise<void> {
  const withoutRowid = kind === 'sqlite' ? 'without rowid' : '';
  const statements: readonly string[] = [
    `create table review_machines (
      stream text not null,
      version bigint not null,
      "position" bigint not null,
      state text not null,
      primary key (stream)
    )`,
    `create table review_deadlines (
      stream text not null,
      kind text not null,
      due_at_ms bigint not null,
      data text not null,
      primary key (stream, kind)
    ) ${withoutRowid}`,
    'create index review_deadlines_due on review_deadlines (due_at_ms)',
    `create table reviews (
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
      via text not null,
      problem text,
      score smallint,
      "text" text not null,
      photos text not null,
      follow_hash text,
      exception_id bigint,
      stage text not null,
      verdict text,
      status smallint not null,
      is_open smallint not null,
      reason text not null,
      decided_by text not null,
      decided_at_ms bigint,
      answer text not null,
      answered_by text not null,
      answered_at_ms bigint,
      received_at_ms bigint not null,
      updated_at_ms bigint not null,
      "position" bigint not null,
      primary key (id)
    )`,
    'create index reviews_received on reviews (received_at_ms, id)',
    'create index reviews_of_lift on reviews (elevator_id, received_at_ms)',
    // What waits for a person: few of all that ever came in.
    'create index reviews_open on reviews (id) where is_open = 1',
    'create index reviews_follow on reviews (follow_hash)',
    // Null for files of accounts and devices; empty for one of a stranger without a page, else the page's ticket.
    'alter table uploads add column ticket text',
    'create index uploads_by_ticket on uploads (ticket) where ticket is not null',
    // No store has events of it yet: no start waits for the whole log to be read for it.
    `insert into projection_versions (name, version) values ('review', 1)`,
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
