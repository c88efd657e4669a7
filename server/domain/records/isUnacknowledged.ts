import type * as z from 'zod';
import type { ruleFiringEvents } from '../../../src/contract/events/alarmRule.ts';
import { findExceptionRow } from './currentRows.ts';
import type { EventStore } from '../../store/eventStore.ts';

type Firing = z.infer<(typeof ruleFiringEvents)['ruleFiring.fired']>;

/**
 * Has nobody confirmed yet what the rule fired for? An alarm that somebody has confirmed or closed, an exception or a rescue that somebody
 * has accepted needs no further notice; what has none of them stays unconfirmed.
 */
export async function isUnacknowledged(
  store: EventStore,
  { alarmId, exceptionId, elevatorId }: Pick<Firing, 'alarmId' | 'exceptionId' | 'elevatorId'>,
): Promise<boolean> {
  const rescue = await store.rows
    .selectFrom('open_rescues as o')
    .innerJoin('rescue_orders as r', 'r.id', 'o.order_id')
    .select('r.accepted_by_id')
    .where('o.elevator_id', '=', elevatorId)
    .executeTakeFirst();
  if (rescue !== undefined && rescue.accepted_by_id !== null) return false;
  if (exceptionId !== null) {
    const row = await findExceptionRow(store, exceptionId);
    return row === undefined || (row.is_open === 1 && row.accepted_by_id === null);
  }
  if (alarmId === null) return true;
  const alarm = await store.rows
    .selectFrom('alarms')
    .select(['status', 'acknowledged_by'])
    .where('id', '=', alarmId)
    .executeTakeFirst();
  if (alarm === undefined) return true;
  // 0 unhandled, 3 overdue: both still need somebody.
  return alarm.acknowledged_by === '' && (alarm.status === 0 || alarm.status === 3);
}
