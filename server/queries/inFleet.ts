import { sql } from 'kysely';
import { liftStates } from '../../src/contract/entities/elevatorFields.ts';

/**
 * The condition that a lift, `e` of `elevators`, belongs to the fleet. A scrapped one does not, although it keeps its row: every number of
 * lifts in a list leaves it out, as the census and the list of lifts do.
 */
export const inFleet = sql<boolean>`e.state <> ${sql.lit(liftStates.scrapped)}`;
