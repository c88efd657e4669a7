import { rescueTriggers } from '../../../src/contract/labels.ts';
import type { EventStore } from '../../store/eventStore.ts';
import type { AlarmTable, ExceptionTable, RescueOrderTable } from '../../store/rowTables.ts';

/**
 * Current rows for code that decides or rings: the rules, the pushes, the fleet in memory. Reads where events are appended, never
 * through the readers of lists, which may be a moment behind.
 */
type Rows = Pick<EventStore, 'rows'>;

export async function findOrderRow({ rows }: Rows, orderId: number): Promise<RescueOrderTable | undefined> {
  return rows.selectFrom('rescue_orders').selectAll().where('id', '=', orderId).executeTakeFirst();
}

/** In no order; an id without a row is left out. Both databases take 500 ids in one query. */
export async function readOrderRows({ rows }: Rows, orderIds: readonly number[]): Promise<readonly RescueOrderTable[]> {
  return rows.selectFrom('rescue_orders').selectAll().where('id', 'in', orderIds).execute();
}

/** Open orders that nobody has accepted. */
export async function unansweredOrderIds({ rows }: Rows): Promise<readonly number[]> {
  const found = await rows
    .selectFrom('rescue_orders')
    .select('id')
    .where('is_open', '=', 1)
    .where('stage', '=', 'pending')
    .execute();
  return found.map(({ id }) => id);
}

/** The lift that a rescue order is for. */
export async function liftOfOrder({ rows }: Rows, orderId: number): Promise<number | undefined> {
  return (await rows.selectFrom('rescue_orders').select('elevator_id').where('id', '=', orderId).executeTakeFirst())
    ?.elevator_id;
}

/** Lifts with an open rescue order. */
export async function liftsInRescue({ rows }: Rows): Promise<readonly number[]> {
  const found = await rows.selectFrom('open_rescues').select('elevator_id').execute();
  return found.map(({ elevator_id }) => elevator_id);
}

export type AlarmFactsRow = Pick<
  AlarmTable,
  'kind' | 'late' | 'elevator_id' | 'area_id' | 'community_id' | 'brand_id' | 'property_id' | 'maintenance_id'
>;

/** The members of an alarm that never change. */
export async function findAlarmFacts({ rows }: Rows, alarmId: number): Promise<AlarmFactsRow | undefined> {
  return rows
    .selectFrom('alarms')
    .select(['kind', 'late', 'elevator_id', 'area_id', 'community_id', 'brand_id', 'property_id', 'maintenance_id'])
    .where('id', '=', alarmId)
    .executeTakeFirst();
}

/** The stream whose event a message became; undefined for a message that is not in the log. */
export async function findMessageStream({ rows }: Rows, messageId: string): Promise<string | undefined> {
  const row = await rows
    .selectFrom('message_ids')
    .select('stream')
    .where('message_id', '=', messageId)
    .executeTakeFirst();
  return row?.stream;
}

/** Returns the reporter of an alarm and the device's details as JSON. */
export async function findAlarmReport(
  { rows }: Rows,
  alarmId: number,
): Promise<Pick<AlarmTable, 'elevator_id' | 'device_key' | 'detail'> | undefined> {
  return rows
    .selectFrom('alarms')
    .select(['elevator_id', 'device_key', 'detail'])
    .where('id', '=', alarmId)
    .executeTakeFirst();
}

/** A fault, scooter or incident as it stands now. */
export async function findExceptionRow({ rows }: Rows, exceptionId: number): Promise<ExceptionTable | undefined> {
  return rows.selectFrom('exceptions').selectAll().where('id', '=', exceptionId).executeTakeFirst();
}

/** The open alarms that called for this order. */
export async function openAlarmIdsOfOrder({ rows }: Rows, orderId: number): Promise<readonly number[]> {
  const found = await rows
    .selectFrom('open_alarms as o')
    .innerJoin('alarm_rescues as r', 'r.alarm_id', 'o.alarm_id')
    .select('o.alarm_id')
    .where('r.order_id', '=', orderId)
    .execute();
  return found.map(({ alarm_id }) => alarm_id);
}

/** The open order that looks after an alarm. */
export async function openOrderOfAlarm({ rows }: Rows, alarmId: number): Promise<number | undefined> {
  const found = await rows
    .selectFrom('alarm_rescues as r')
    .innerJoin('open_rescues as o', 'o.order_id', 'r.order_id')
    .select('r.order_id')
    .where('r.alarm_id', '=', alarmId)
    .executeTakeFirst();
  return found?.order_id;
}

/** Open alarms that call for help and have no order, oldest first. */
export async function openCallsWithoutOrder({ rows }: Rows): Promise<readonly number[]> {
  const found = await rows
    .selectFrom('open_alarms as o')
    .leftJoin('alarm_rescues as r', 'r.alarm_id', 'o.alarm_id')
    .select('o.alarm_id')
    .where('o.kind', 'in', [...rescueTriggers])
    .where('r.order_id', 'is', null)
    .orderBy('o.alarm_id')
    .execute();
  return found.map(({ alarm_id }) => alarm_id);
}

export interface LiftStatus {
  readonly elevatorId: number;
  readonly status: number;
}

/** The collector's of each lift: a camera or a screen says nothing about the lift. */
export async function readLiftStatuses({ rows }: Rows): Promise<readonly LiftStatus[]> {
  const found = await rows
    .selectFrom('device_states as s')
    .innerJoin('devices as d', 'd.device_key', 's.device_key')
    .select(['s.elevator_id', 's.status'])
    .where('d.device_type', '=', 'COL')
    .execute();
  return found.map((row) => ({ elevatorId: row.elevator_id, status: row.status }));
}

/**
 * The statuses of the lifts that these devices serve, and of these lifts; 0 of a lift without a collector. In no order;
 * both databases take 500 of each.
 */
export async function readStatusesAround(
  { rows }: Rows,
  { deviceKeys, elevatorIds }: { readonly deviceKeys: readonly string[]; readonly elevatorIds: readonly number[] },
): Promise<readonly LiftStatus[]> {
  const served =
    deviceKeys.length === 0
      ? []
      : await rows.selectFrom('device_states').select('elevator_id').where('device_key', 'in', deviceKeys).execute();
  const lifts = [...new Set([...elevatorIds, ...served.map((row) => row.elevator_id)])];
  if (lifts.length === 0) return [];
  const collectors = await rows
    .selectFrom('devices as d')
    .innerJoin('device_states as s', 's.device_key', 'd.device_key')
    .select(['d.elevator_id', 's.status'])
    .where('d.elevator_id', 'in', lifts)
    .where('d.device_type', '=', 'COL')
    .execute();
  const statusOf = new Map(collectors.map((row) => [row.elevator_id, row.status]));
  return lifts.map((elevatorId) => ({ elevatorId, status: statusOf.get(elevatorId) ?? 0 }));
}
