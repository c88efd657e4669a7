import { sql, type Kysely } from 'kysely';

const statements = [
  `alter table fault_causes add column subsystem text not null default ''`,
  `alter table organizations add column rating text not null default ''`,
  `alter table organizations add column rated_on text not null default ''`,
  `alter table elevators add column on_demand_permit_number text not null default ''`,
  `alter table elevators add column on_demand_permit_expiry text not null default ''`,
  // Few lifts have one; the list of what expires names the condition.
  `create index elevators_on_demand_permit on elevators (on_demand_permit_expiry, id) where on_demand_permit_expiry > ''`,
];

/** The subsystem of a cause of faults, the rating of a maintenance company, and a lift's permit for maintenance on demand. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
