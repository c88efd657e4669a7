import { sql, type Kysely } from 'kysely';
import * as z from 'zod';

const statements = [
  'alter table responsibilities add column is_in_use integer not null default 1',
  'alter table alarms add column acknowledged_at_ms bigint',
  'alter table alarms add column closed_at_ms bigint',
  'alter table exceptions add column repaired_at_ms bigint',
];

interface OpenInterval {
  readonly elevator_id: number;
  readonly from_ms: number;
}
interface LiftEvent {
  readonly data: string;
  readonly received_at_ms: number;
}

const stateSchema = z.object({ state: z.number() });
const liftChanged = z.object({ before: stateSchema.nullable(), after: stateSchema.nullable() });

/** Returns the moment since which the lift has not been in use, as the log has it; undefined where it does not say. */
async function outOfUseSince(db: Kysely<unknown>, elevatorId: number): Promise<number | undefined> {
  const { rows } = await sql<LiftEvent>`select data, received_at_ms from events
    where stream = ${`elevator-${elevatorId}`} and type = 'elevator.changed' order by version desc`.execute(db);
  for (const { data, received_at_ms: atMs } of rows) {
    // What an older release wrote otherwise does not say.
    const parsed = liftChanged.safeParse(JSON.parse(data));
    if (!parsed.success) return undefined;
    const { before, after } = parsed.data;
    if (before?.state === 0 && after !== null && after.state !== 0) return atMs;
  }
  return undefined;
}

/**
 * Splits who was responsible for a lift also by whether it was in use, and adds when alarms were acknowledged and closed and when faults were
 * repaired; projections fill these in. Of a lift that is out of use or scrapped now, the log says since when if someone entered it. Otherwise
 * that is not known, and the whole last interval counts as out of use. Times out of use that had ended before are not known either: they
 * count as in use.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
  const { rows } = await sql<OpenInterval>`select r.elevator_id, r.from_ms from responsibilities r
    join elevators e on e.id = r.elevator_id where r.to_ms is null and e.state <> 0`.execute(db);
  for (const { elevator_id: id, from_ms: fromMs } of rows) {
    const since = await outOfUseSince(db, id);
    if (since === undefined || since <= fromMs) {
      await sql`update responsibilities set is_in_use = 0 where elevator_id = ${id} and to_ms is null`.execute(db);
      continue;
    }
    await sql`insert into responsibilities
      (elevator_id, from_ms, to_ms, area_id, community_id, property_id, brand_id, maintenance_id, is_in_use)
      select elevator_id, ${since}, null, area_id, community_id, property_id, brand_id, maintenance_id, 0
      from responsibilities where elevator_id = ${id} and from_ms = ${fromMs}`.execute(db);
    await sql`update responsibilities set to_ms = ${since} where elevator_id = ${id} and from_ms = ${fromMs}`.execute(
      db,
    );
  }
}
