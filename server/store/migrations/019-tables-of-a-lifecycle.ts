import { sql, type Kysely } from 'kysely';

/** The lifecycles of that time, by the prefix of their streams. */
const prefixes = ['rescue', 'alarm', 'device', 'command'] as const;

/**
 * Each lifecycle gets its own machines, deadlines and projection. The rows are right as they are: they move with the version that they were
 * written by, so that nothing is rebuilt.
 */
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
      `insert into ${prefix}_machines (stream, version, "position", state)
       select stream, version, "position", state from lifecycles where stream like '${prefix}-%'`,
      `create table ${prefix}_deadlines (
        stream text not null,
        kind text not null,
        due_at_ms bigint not null,
        data text not null,
        primary key (stream, kind)
      ) ${withoutRowid}`,
      `insert into ${prefix}_deadlines (stream, kind, due_at_ms, data)
       select stream, kind, due_at_ms, data from deadlines where stream like '${prefix}-%'`,
      `create index ${prefix}_deadlines_due on ${prefix}_deadlines (due_at_ms)`,
      `insert into projection_versions (name, version)
       select '${prefix}', version from projection_versions where name = 'lifecycles'`,
    ]),
    `delete from projection_versions where name = 'lifecycles'`,
    'drop table lifecycles',
    'drop table deadlines',
    // Written by the order's events, so it belongs to the orders.
    `create table alarm_rescues (
      alarm_id bigint not null,
      order_id bigint not null,
      primary key (alarm_id)
    )`,
    `insert into alarm_rescues (alarm_id, order_id)
     select id, rescue_order_id from alarms where rescue_order_id is not null`,
    'alter table alarms drop column rescue_order_id',
    // A rebuild under the former name would never be continued: without its state its tables are removed at the next start.
    `delete from store_meta where "key" = 'rebuild'`,
  ];
  for (const statement of statements) await sql.raw(statement.trimEnd()).execute(db);
}
