import type { ExceptionRow } from '../../src/contract/entities/exception.ts';
import { detailOfLabel } from '../../src/contract/entities/faultCause.ts';
import {
  exceptionPrefixOf,
  exceptionSourceLabels,
  faultPhenomenonLabels,
  faultStageLabels,
  incidentKindLabels,
  incidentStageLabels,
  keysOf,
  scooterStageLabels,
  type ExceptionPrefix,
  type ExceptionSource,
  type KeptExceptionType,
} from '../../src/contract/exceptions.ts';
import {
  alarmPriorityLabels,
  priorityIndexOf,
  exceptionTypeLabels,
  repairStatusLabels,
  rescueCauseText,
  rescueCauses,
  rescueStageLabels,
  rescueStages,
  rescueStatusLabels,
  rescueTriggerLabels,
  rescueTriggers,
  statusIndexOf,
  type RescueStage,
} from '../../src/contract/labels.ts';
import { meaningOf } from '../../src/contract/messageCodes.ts';
import { toWireTime, toWireTimeOrNull } from '../../src/contract/time.ts';
import { lifecycles, type AnyLifecycle } from '../../src/machines/lifecycles.ts';
import type { Principal } from '../access/principal.ts';
import type { Queries } from '../store/eventStore.ts';
import type { ExceptionTable, RescueOrderTable } from '../store/rowTables.ts';
import { rescueScope } from '../domain/city/recordScope.ts';
import { causeDetailLabel } from './linkedFault.ts';
import { offeredStates, type OfferedState } from './offeredState.ts';
import { rowOrder } from './rowOrder.ts';

/** The record that a row of the list of exceptions stands for: an order where it is of type 1. */
export interface NamedException {
  readonly id: number;
  readonly isOrder: boolean;
}

export const keptTypeOf = (type: number): KeptExceptionType => (type === 2 || type === 3 ? type : 4);

const stageLabels: Readonly<Record<KeptExceptionType, Readonly<Record<string, string>>>> = {
  2: scooterStageLabels,
  3: faultStageLabels,
  4: incidentStageLabels,
};
const sources = keysOf(exceptionSourceLabels);
const phenomena = keysOf(faultPhenomenonLabels);
const incidentKinds = keysOf(incidentKindLabels);

const finishedText = (isFinished: boolean) => (isFinished ? '已结束' : '未结束');
const person = (id: number | null, name: string) => (name === '' ? null : { id: id ?? 0, name });

/** The rows in the given order; the caller has checked that they are in scope. */
export async function readExceptionRows(
  queries: Queries,
  by: Principal,
  named: readonly NamedException[],
): Promise<ExceptionRow[]> {
  const idsOf = (isOrder: boolean) => named.filter((one) => one.isOrder === isOrder).map(({ id }) => id);
  const [exceptions, orders] = await Promise.all([
    readExceptions(queries, by, idsOf(false)),
    readOrders(queries, idsOf(true)),
  ]);
  return named.flatMap(({ id, isOrder }) => (isOrder ? orders : exceptions).get(id) ?? []);
}

async function readExceptions(
  queries: Queries,
  by: Principal,
  ids: readonly number[],
): Promise<ReadonlyMap<number, ExceptionRow>> {
  if (ids.length === 0) return new Map();
  const rows = await queries
    .selectFrom('exceptions as x')
    // The picture follows its alarm, and never holds up the row.
    .leftJoin('alarms as a', 'a.id', 'x.alarm_id')
    .selectAll('x')
    .select('a.picture')
    .where('x.id', 'in', ids)
    .execute();
  const offered = await readOffered(queries, by, rows);
  const seesOrders = by.permissions.has(rescueScope.viewedBy);
  return new Map(
    rows.map((row) => [row.id, rowOf(seesOrders ? row : { ...row, rescue_order_id: null }, offered.get(row.id))]),
  );
}

/** Of the three lifecycles; no two exceptions have one number. */
async function readOffered(
  queries: Queries,
  by: Principal,
  rows: readonly ExceptionTable[],
): Promise<ReadonlyMap<number, OfferedState>> {
  const read = (prefix: ExceptionPrefix) => {
    const lifecycle: AnyLifecycle = lifecycles[prefix];
    const own = rows.filter(({ type }) => exceptionPrefixOf[keptTypeOf(type)] === prefix);
    return offeredStates(
      queries,
      lifecycle,
      own.map(({ id }) => id),
      by,
    );
  };
  const found = await Promise.all(Object.values(exceptionPrefixOf).map(read));
  return new Map(found.flatMap((offered) => [...offered]));
}

function titleOf(row: ExceptionTable): string {
  switch (keptTypeOf(row.type)) {
    case 2:
      return '电动车入梯';
    case 3: {
      const phenomenon = phenomena.find((name) => name === row.phenomenon) ?? 'other';
      return meaningOf(row.code)?.label ?? faultPhenomenonLabels[phenomenon];
    }
    case 4:
      return incidentKindLabels[incidentKinds.find((name) => name === row.incident_kind) ?? 'other'];
  }
}

/** All stretches in which a fault that stops the car stood; null for others, and while one lasts. */
function stopSeconds(row: ExceptionTable): number | null {
  if (row.stops_car !== 1 || row.is_false === 1 || row.stood_from_ms === null || row.stood_until_ms === null)
    return null;
  return Math.round((row.stood_before_ms + row.stood_until_ms - row.stood_from_ms) / 1_000);
}

/** With the picture of its alarm, where there is an alarm. */
type Pictured<Row> = Row & { readonly picture: string | null };

function rowOf(row: Pictured<ExceptionTable>, offered: OfferedState | undefined): ExceptionRow {
  const type = keptTypeOf(row.type);
  const status = statusIndexOf(row.status);
  const level = priorityIndexOf(row.level);
  const source: ExceptionSource = sources.find((name) => name === row.source) ?? 'person';
  return {
    id: row.id,
    type,
    type_label: exceptionTypeLabels[type],
    elevator_id: row.elevator_id,
    tag: row.tag,
    addr: row.addr,
    community_id: row.community_id,
    community_name: row.community_name,
    full_area: row.full_area,
    property_name: row.property_name,
    maintenance_name: row.maintenance_name,
    title: titleOf(row),
    level,
    levelName: alarmPriorityLabels[level],
    status,
    statusResult: repairStatusLabels[status],
    stage: row.stage,
    stage_label: stageLabels[type][row.stage] ?? '',
    is_finished: row.is_open === 0,
    is_finished_result: finishedText(row.is_open === 0),
    overdue: row.overdue === 1,
    is_false: row.is_false === 1,
    active: row.is_active === 1,
    source,
    source_label: exceptionSourceLabels[source],
    code: row.code,
    phenomenon: type === 3 ? (phenomena.find((name) => name === row.phenomenon) ?? 'other') : null,
    incident_kind: type === 4 ? (incidentKinds.find((name) => name === row.incident_kind) ?? 'other') : null,
    device_key: row.device_key,
    alarm_id: row.alarm_id,
    rescue_order_id: row.rescue_order_id,
    picture: row.picture ?? '',
    door_held: row.door_held === 1,
    people_num: null,
    caller_name: row.caller_name,
    mobile: row.caller_phone,
    detail: row.detail,
    repeat_num: row.repeat_num,
    comment_num: row.comment_num,
    accepted_by: person(row.accepted_by_id, row.accepted_by_name),
    cause: row.cause,
    cause_label: row.cause_label,
    stops_car: row.stops_car === null ? null : row.stops_car === 1,
    stop_seconds: stopSeconds(row),
    child_num: row.child_num,
    swept_num: row.swept_num,
    created_at: toWireTime(row.raised_at_ms),
    updated_at: toWireTime(row.updated_at_ms),
    due_at: toWireTimeOrNull(row.due_at_ms),
    cleared_at: toWireTimeOrNull(row.cleared_at_ms),
    finished_at: toWireTimeOrNull(row.finished_at_ms),
    position: rowOrder(offered?.state.version, row.updated_at_ms),
    ...(offered ?? { state: null, allowed_actions: [] }),
  };
}

async function readOrders(queries: Queries, ids: readonly number[]): Promise<ReadonlyMap<number, ExceptionRow>> {
  if (ids.length === 0) return new Map();
  const rows = await queries
    .selectFrom('rescue_orders as o')
    .leftJoin('alarms as a', 'a.id', 'o.alarm_id')
    .selectAll('o')
    .select(['a.picture', causeDetailLabel.as('detail_label')])
    .where('o.id', 'in', ids)
    .execute();
  return new Map(rows.map((row) => [row.id, rowOfOrder(row)]));
}

/** The limit that an order is waiting for: the answer, then the arrival of help; null once help is there. */
function orderDueMs(
  stage: RescueStage,
  row: { readonly respond_due_at_ms: number; readonly arrive_due_at_ms: number },
): number | null {
  if (stage === 'pending') return row.respond_due_at_ms;
  return stage === 'accepted' || stage === 'dispatched' ? row.arrive_due_at_ms : null;
}

/** A call for help among the exceptions. It is handled at the desk: no step is offered here. */
function rowOfOrder(row: Pictured<RescueOrderTable> & { readonly detail_label: string }): ExceptionRow {
  const status = statusIndexOf(row.status);
  const stage = rescueStages.find((name) => name === row.stage) ?? 'pending';
  const trigger = rescueTriggers.find((name) => name === row.trigger) ?? 'trapped';
  const cause = rescueCauses.find((name) => name === row.cause);
  const source: ExceptionSource = trigger === 'phone' || trigger === 'QR' ? 'person' : 'alarm';
  return {
    id: row.id,
    type: 1,
    type_label: exceptionTypeLabels[1],
    elevator_id: row.elevator_id,
    tag: row.tag,
    addr: row.addr,
    community_id: row.community_id,
    community_name: row.community_name,
    full_area: row.full_area,
    property_name: row.property_name,
    maintenance_name: row.maintenance_name,
    title: rescueTriggerLabels[trigger],
    level: 1,
    levelName: alarmPriorityLabels[1],
    status,
    statusResult: rescueStatusLabels[status],
    stage,
    stage_label: rescueStageLabels[stage],
    is_finished: row.is_open === 0,
    is_finished_result: finishedText(row.is_open === 0),
    overdue: row.overdue === 1,
    is_false: stage === 'falseCall',
    active: row.is_open === 1,
    source,
    source_label: exceptionSourceLabels[source],
    code: '',
    phenomenon: null,
    incident_kind: null,
    device_key: '',
    alarm_id: row.alarm_id,
    rescue_order_id: row.id,
    picture: row.picture ?? '',
    door_held: false,
    people_num: row.people_num,
    caller_name: row.caller_name,
    mobile: row.caller_phone,
    detail: row.note,
    repeat_num: row.joined_num,
    comment_num: 0,
    accepted_by: person(row.accepted_by_id, row.accepted_by_name),
    cause: cause ?? '',
    stops_car: null,
    stop_seconds: null,
    cause_label: cause === undefined ? '' : rescueCauseText(cause, detailOfLabel(row.detail_label)),
    child_num: 0,
    swept_num: 0,
    created_at: toWireTime(row.raised_at_ms),
    updated_at: toWireTime(row.updated_at_ms),
    due_at: toWireTimeOrNull(orderDueMs(stage, row)),
    cleared_at: null,
    finished_at: toWireTimeOrNull(row.completed_at_ms),
    position: rowOrder(null, row.updated_at_ms),
    state: null,
    allowed_actions: [],
  };
}
