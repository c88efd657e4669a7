import type { AlarmEvent } from '../../src/contract/events/alarm.ts';
import { alarmLifecycle, isAlarmClosed } from '../../src/machines/alarmLifecycle.ts';
import type { AlarmSnapshot } from '../../src/machines/alarmMachine.ts';
import { run, type Queries, type TransactionSteps } from '../store/eventStore.ts';
import { columnsOf, runPrepared } from '../store/runPrepared.ts';
import type { EventPlace } from './eventPlace.ts';
import { flag } from './flag.ts';
import { responsibleColumns } from './responsibleColumns.ts';

/** `alarms`, and `open_alarms`, whose primary key lets a lift have one live alarm of a kind: repeats append to it. */
export function* alarmRows(
  event: AlarmEvent,
  place: EventPlace,
  state: AlarmSnapshot,
  queries: Queries,
): TransactionSteps {
  const { context } = state;
  const common = {
    level: context.priority,
    status: alarmLifecycle.statusIndex(state),
    is_active: flag(state.matches({ raised: { condition: 'active' } })),
    is_hidden: flag(context.hidden),
    acknowledged_by: context.acknowledgedBy?.name ?? '',
    repeat_num: context.repeatCount,
    shelved_until_ms: context.shelvedUntilMs,
    updated_at_ms: event.receivedAtMs,
    position: place.position,
  };
  if (event.type === 'alarm.raised') {
    const { data, receivedAtMs } = event;
    const { responsible } = data;
    const open = { elevator_id: data.elevatorId, kind: data.kind, alarm_id: data.alarmId };
    yield* runPrepared(queries, 'open_alarms.insert', Object.values(open), () =>
      queries.insertInto('open_alarms').values(open),
    );
    const row = {
      id: data.alarmId,
      elevator_id: data.elevatorId,
      device_key: data.deviceKey,
      tag: data.tag,
      addr: data.addr,
      kind: data.kind,
      ...responsibleColumns(responsible),
      late: flag(data.late),
      clock_off: flag(data.clockOff),
      detail: data.detail === undefined ? '' : JSON.stringify(data.detail),
      picture: '',
      raised_at_ms: receivedAtMs,
      cleared_at_ms: null,
      acknowledged_at_ms: null,
      closed_at_ms: null,
      suppressed_by: data.suppressedBy ?? '',
      shelved_by: '',
      shelve_reason: '',
      ...common,
    };
    yield* runPrepared(queries, 'alarms.insert', Object.values(row), () => queries.insertInto('alarms').values(row));
    return;
  }
  const alarmId = Number(place.streamId);
  const changed = {
    ...common,
    ...(event.type === 'alarm.cleared' ? { cleared_at_ms: event.receivedAtMs } : {}),
    ...(event.type === 'alarm.completed' || event.type === 'alarm.judgedFalse'
      ? { closed_at_ms: event.receivedAtMs }
      : {}),
    ...(event.type === 'alarm.shelved' ? { shelved_by: event.actor.name, shelve_reason: event.data.reason } : {}),
    ...(event.type === 'alarm.pictured' ? { picture: event.data.picture } : {}),
  };
  yield* runPrepared(queries, `alarms.update ${columnsOf(changed)}`, [...Object.values(changed), alarmId], () =>
    queries.updateTable('alarms').set(changed).where('id', '=', alarmId),
  );
  if (event.type === 'alarm.acknowledged')
    yield* run(
      queries
        .updateTable('alarms')
        .set({ acknowledged_at_ms: event.receivedAtMs })
        .where('id', '=', alarmId)
        .where('acknowledged_at_ms', 'is', null),
    );
  if (isAlarmClosed(state))
    yield* runPrepared(queries, 'open_alarms.delete', [alarmId], () =>
      queries.deleteFrom('open_alarms').where('alarm_id', '=', alarmId),
    );
}

export function* shiftAlarmRows(byMs: number, queries: Queries): TransactionSteps {
  yield* run(
    queries
      .updateTable('alarms')
      .where('id', 'in', queries.selectFrom('open_alarms').select('alarm_id'))
      .set((row) => ({
        raised_at_ms: row('raised_at_ms', '+', byMs),
        // Null stays null.
        acknowledged_at_ms: row('acknowledged_at_ms', '+', byMs),
        shelved_until_ms: row('shelved_until_ms', '+', byMs),
      })),
  );
}
