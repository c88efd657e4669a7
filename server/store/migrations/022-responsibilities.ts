import { sql, type Kysely } from 'kysely';

const statements = [
  `create table responsibilities (
    elevator_id bigint not null,
    from_ms bigint not null,
    to_ms bigint,
    area_id bigint not null,
    community_id bigint not null,
    property_id bigint,
    brand_id bigint,
    maintenance_id bigint,
    primary key (elevator_id, from_ms)
  )`,
  'create index responsibilities_open on responsibilities (to_ms, elevator_id)',
  // Earlier changes are not known: the organisations of today count as responsible since the lift was installed.
  `insert into responsibilities (elevator_id, from_ms, area_id, community_id, property_id, brand_id, maintenance_id)
   select e.id, coalesce(e.install_at_ms, 0), c.area_id, e.community_id, e.property_id, e.brand_id, e.maintenance_id
   from elevators e join communities c on c.id = e.community_id`,
];

/** Who was responsible for each lift from when to when: statistics of a past month count the lifts of that month. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
