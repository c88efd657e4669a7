import type { Permission } from '../../../src/contract/permissions.ts';
import type { Principal } from '../../access/principal.ts';
import { isInScope } from '../../access/scope.ts';
import type { EventStore } from '../../store/eventStore.ts';
import type { RowTables } from '../../store/rowTables.ts';
import type { Directory, ElevatorInfo } from './directory.ts';
import { NotFound } from '../refusal.ts';
import { type ResponsibilityColumns, responsibilityOf } from './responsible.ts';

/** The tables that say of each record which lift it is about and who was responsible: every one of `store/tables` with those columns. */
export type RecordTable = {
  [Table in keyof RowTables]: RowTables[Table] extends ResponsibilityColumns & {
    readonly id: number;
    readonly elevator_id: number | null;
  }
    ? Table
    : never;
}[keyof RowTables];

/**
 * The users who see a record of a lifecycle: those with the permission who were responsible for its lift when it began,
 * or are responsible now.
 */
export interface RecordScope {
  readonly viewedBy: Permission;
  /** The table whose rows say who was responsible then; null where only those who are responsible now see it. */
  readonly table: RecordTable | null;
}

export const rescueScope = { viewedBy: 'rescue.view', table: 'rescue_orders' } as const satisfies RecordScope;
export const alarmScope = { viewedBy: 'alarm.view', table: 'alarms' } as const satisfies RecordScope;
export const exceptionScope = { viewedBy: 'exception.view', table: 'exceptions' } as const satisfies RecordScope;
export const visitScope = { viewedBy: 'visit.view', table: 'visits' } as const satisfies RecordScope;
export const deviceScope = { viewedBy: 'device.view', table: null } as const satisfies RecordScope;

export const reviewScope = { viewedBy: 'review.view', table: 'reviews' } as const satisfies RecordScope;

/** A notification about no lift is seen only by users without limits. */
export const notificationScope = { viewedBy: 'notify.view', table: 'notifications' } as const satisfies RecordScope;

export const outageScope = { viewedBy: 'elevator.view', table: 'outages' } as const satisfies RecordScope;
/** A sent notice concerns no lift in particular: its community, and who looks after that. */
export const announcementScope = { viewedBy: 'community.view', table: 'announcements' } as const satisfies RecordScope;

const elevatorNotFound = '电梯不存在，或您无权查看';

/** The lift, if the caller may see it; an absent lift and one out of scope get the same NotFound. */
export function requireElevatorInScope(
  directory: Pick<Directory, 'elevator'>,
  by: Principal,
  elevatorId: number,
): ElevatorInfo {
  const elevator = directory.elevator(elevatorId);
  if (elevator === undefined || !isInScope(by.scope, elevator.responsible)) throw new NotFound(elevatorNotFound);
  return elevator;
}

/** Only users who were responsible then see a part of a power cut: see `exceptionScopeCondition`. */
async function isPartOfCut({ rows }: EventStore, exceptionId: number): Promise<boolean> {
  const row = await rows.selectFrom('exceptions').select('cut_id').where('id', '=', exceptionId).executeTakeFirst();
  return row !== undefined && row.cut_id !== null;
}

/** The lift of a record and who was responsible for it when the record began; undefined where there is no such record. */
export const findPlaceOfRecord = (
  { rows }: Pick<EventStore, 'rows'>,
  table: NonNullable<RecordScope['table']>,
  id: number,
) =>
  rows
    .selectFrom(table)
    .select(['elevator_id', 'area_id', 'community_id', 'brand_id', 'property_id', 'maintenance_id'])
    .where('id', '=', id)
    .executeTakeFirst();

/**
 * Users who were responsible when it happened, or are responsible for the lift now, may act on a record; anyone else
 * learns nothing: NotFound.
 */
export async function requireRecordInScope(
  { store, directory }: { readonly store: EventStore; readonly directory: Directory },
  by: Principal,
  table: NonNullable<RecordScope['table']>,
  id: number,
): Promise<void> {
  const row = await findPlaceOfRecord(store, table, id);
  if (row === undefined) throw new NotFound();
  const isOfThen = table === 'exceptions' && (await isPartOfCut(store, id));
  const now = isOfThen || row.elevator_id === null ? undefined : directory.elevator(row.elevator_id)?.responsible;
  if (!isInScope(by.scope, responsibilityOf(row)) && (now === undefined || !isInScope(by.scope, now)))
    throw new NotFound();
}
