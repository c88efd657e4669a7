import { sql, type Kysely } from 'kysely';

const statements = [
  // Null where nobody said so and neither code nor phenomenon tells.
  'alter table exceptions add column stops_car bigint',
  // The last stretch in which the fault stood, and how long it stood before; rows from before are filled by their rebuild.
  'alter table exceptions add column stood_from_ms bigint',
  'alter table exceptions add column stood_until_ms bigint',
  'alter table exceptions add column stood_before_ms bigint not null default 0',
  // Few faults are linked to a rescue; a rescue looks for its own.
  'create index exceptions_rescue on exceptions (rescue_order_id, id) where rescue_order_id is not null',
  `alter table rescue_orders add column release_way text not null default ''`,
];

/** Whether a fault stopped the car and for how long, and how the trapped were released. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
