import { sql, type RawBuilder } from 'kysely';
import { sharedRead } from '../../store/sharedReads.ts';

/** `select elevator_id` of the lifts at which the workers of a visit are at work. */
export const servicedLifts: RawBuilder<unknown> = sql`select elevator_id from visits where stage = 'working'`;

/** The visit at whose lift its workers are at work; undefined where there is none. Of two the one that was planned first. */
export const visitAtWork = sharedRead(async ({ rows }, elevatorIds: readonly number[]) => {
  const found = await rows
    .selectFrom('visits')
    .select(['id', 'elevator_id'])
    .where('stage', '=', 'working')
    .where('elevator_id', 'in', elevatorIds)
    .orderBy('id', 'desc')
    .execute();
  return new Map(found.map(({ id, elevator_id: elevatorId }) => [elevatorId, id]));
});
