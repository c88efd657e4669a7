import type { RescueEvent } from '../../src/contract/events/rescue.ts';
import type { RescueResult } from '../../src/contract/events/rescueResult.ts';
import { streamName } from '../../src/contract/streamName.ts';
import { isRescueClosed } from '../../src/machines/rescueOrderLifecycle.ts';
import type { RescueSnapshot } from '../../src/machines/rescueOrderMachine.ts';
import { rescueFigures } from '../../src/machines/rescueRow.ts';
import { run, type Queries, type TransactionSteps } from '../store/eventStore.ts';
import { columnsOf, runPrepared } from '../store/runPrepared.ts';
import type { RescueOrderTable } from '../store/rowTables.ts';
import type { EventPlace } from './eventPlace.ts';
import { flag } from './flag.ts';
import { responsibleColumns } from './responsibleColumns.ts';

function rowOfState(state: RescueSnapshot) {
  const { isOverdue, isOnlyScanned, claimer, answeredAtMs, arrivedAtMs, arrivalRecordedAtMs, ...same } =
    rescueFigures(state);
  return {
    ...same,
    overdue: flag(isOverdue),
    only_scanned: flag(isOnlyScanned),
    is_open: flag(!isRescueClosed(state)),
    is_hidden: flag(state.context.hidden),
    accepted_by_id: typeof claimer?.id === 'number' ? claimer.id : null,
    accepted_by_name: claimer?.name ?? '',
    answered_at_ms: answeredAtMs,
    arrived_at_ms: arrivedAtMs,
    arrival_recorded_at_ms: arrivalRecordedAtMs,
  };
}

const rowOfResult = (result: RescueResult): Partial<RescueOrderTable> => ({
  people_num: result.peopleNum,
  cause: result.cause,
  cause_detail: result.causeDetail ?? '',
  cause_detail_label: result.causeDetailLabel ?? '',
  was_trapped: flag(result.wasTrapped),
  injured_num: result.injuredNum,
  vulnerable_num: result.vulnerableNum,
  handed_to: result.handedTo,
  called_back: flag(result.calledBack),
  release_way: result.releaseWay ?? '',
});

/** Returns the columns that this event changes; a correction tells it the whole result as it is now. */
function rowOfEvent(event: RescueEvent, state: RescueSnapshot): Partial<RescueOrderTable> {
  switch (event.type) {
    case 'rescue.released':
      return { released_at_ms: event.receivedAtMs, people_num: event.data.people };
    case 'rescue.selfReleased':
      return { released_at_ms: event.receivedAtMs };
    case 'rescue.completed': {
      const { data } = event;
      return {
        completed_at_ms: event.receivedAtMs,
        ...rowOfResult(data),
        note: data.note ?? '',
      };
    }
    case 'rescue.corrected':
      return state.context.result === null ? {} : rowOfResult(state.context.result);
    case 'rescue.judgedFalse':
      return { completed_at_ms: event.receivedAtMs, was_trapped: 0, note: event.data.reason };
    case 'rescue.joined':
      return {
        ...(event.data.callerName === undefined ? {} : { caller_name: event.data.callerName }),
        ...(event.data.callerPhone === undefined ? {} : { caller_phone: event.data.callerPhone }),
      };
    default:
      return {};
  }
}

/**
 * `rescue_orders`; `open_rescues`, whose primary key lets a lift have one open order only; and `alarm_rescues`, which
 * alarms called for which order.
 */
export function* rescueRows(
  event: RescueEvent,
  place: EventPlace,
  state: RescueSnapshot,
  queries: Queries,
): TransactionSteps {
  const common = { ...rowOfState(state), updated_at_ms: event.receivedAtMs, position: place.position };
  if (event.type === 'rescue.raised') {
    const { data, receivedAtMs } = event;
    const { responsible } = data;
    const open = { elevator_id: data.elevatorId, order_id: data.orderId };
    yield* runPrepared(queries, 'open_rescues.insert', Object.values(open), () =>
      queries.insertInto('open_rescues').values(open),
    );
    const row = {
      id: data.orderId,
      elevator_id: data.elevatorId,
      tag: data.tag,
      addr: data.addr,
      trigger: data.trigger,
      alarm_id: data.alarmId,
      ...responsibleColumns(responsible),
      property_name: responsible.propertyName,
      maintenance_name: responsible.maintenanceName,
      brand_name: responsible.brandName,
      caller_name: data.callerName ?? '',
      caller_phone: data.callerPhone ?? '',
      late: flag(data.late),
      note: data.note ?? '',
      raised_at_ms: receivedAtMs,
      respond_due_at_ms: receivedAtMs + data.respondLimitSeconds * 1_000,
      arrive_due_at_ms: receivedAtMs + data.arriveLimitMinutes * 60_000,
      dispatched_at_ms: null,
      released_at_ms: null,
      completed_at_ms: null,
      people_num: null,
      cause: null,
      cause_detail: '',
      cause_detail_label: '',
      was_trapped: null,
      injured_num: null,
      vulnerable_num: null,
      handed_to: null,
      called_back: null,
      release_way: '',
      ...common,
    };
    yield* runPrepared(queries, 'rescue_orders.insert', Object.values(row), () =>
      queries.insertInto('rescue_orders').values(row),
    );
    if (data.alarmId !== null) yield* linkAlarm(queries, data.alarmId, data.orderId);
    return;
  }
  const orderId = Number(place.streamId);
  const changed = { ...common, ...rowOfEvent(event, state) };
  yield* runPrepared(queries, `rescue_orders.update ${columnsOf(changed)}`, [...Object.values(changed), orderId], () =>
    queries.updateTable('rescue_orders').set(changed).where('id', '=', orderId),
  );
  if (event.type === 'rescue.dispatched') {
    yield* run(
      queries
        .updateTable('rescue_orders')
        .set({ dispatched_at_ms: event.receivedAtMs })
        .where('id', '=', orderId)
        .where('dispatched_at_ms', 'is', null),
    );
  }
  if (event.type === 'rescue.joined' && event.data.alarmId !== null)
    yield* linkAlarm(queries, event.data.alarmId, orderId);
  if (isRescueClosed(state)) yield* run(queries.deleteFrom('open_rescues').where('order_id', '=', orderId));
}

function* linkAlarm(queries: Queries, alarmId: number, orderId: number): TransactionSteps {
  const row = { alarm_id: alarmId, order_id: orderId };
  yield* runPrepared(queries, 'alarm_rescues.upsert', [alarmId, orderId, orderId], () =>
    queries
      .insertInto('alarm_rescues')
      .values(row)
      .onConflict((conflict) => conflict.column('alarm_id').doUpdateSet({ order_id: orderId })),
  );
}

/** A call that has passed every deadline has no further one, and is still open. */
export function* openRescueStreams(queries: Queries): TransactionSteps<readonly string[]> {
  const calls = yield* run(queries.selectFrom('open_rescues').select('order_id'));
  return calls.map((row) => streamName('rescue', row.order_id));
}

export function* shiftRescueRows(byMs: number, queries: Queries): TransactionSteps {
  yield* run(
    queries
      .updateTable('rescue_orders')
      .where('is_open', '=', 1)
      .set((row) => ({
        raised_at_ms: row('raised_at_ms', '+', byMs),
        respond_due_at_ms: row('respond_due_at_ms', '+', byMs),
        arrive_due_at_ms: row('arrive_due_at_ms', '+', byMs),
        answered_at_ms: row('answered_at_ms', '+', byMs),
        dispatched_at_ms: row('dispatched_at_ms', '+', byMs),
        arrived_at_ms: row('arrived_at_ms', '+', byMs),
        arrival_recorded_at_ms: row('arrival_recorded_at_ms', '+', byMs),
        released_at_ms: row('released_at_ms', '+', byMs),
      })),
  );
}
