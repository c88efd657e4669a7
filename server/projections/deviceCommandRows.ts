import type { DeviceCommandEvent } from '../../src/contract/events/deviceCommand.ts';
import { commandState } from '../../src/machines/deviceCommandLifecycle.ts';
import type { DeviceCommandSnapshot } from '../../src/machines/deviceCommandMachine.ts';
import { run, type Queries, type TransactionSteps } from '../store/eventStore.ts';
import type { EventPlace } from './eventPlace.ts';

/** `device_commands`: commands to a device and its replies. */
export function* deviceCommandRows(
  event: DeviceCommandEvent,
  place: EventPlace,
  state: DeviceCommandSnapshot,
  queries: Queries,
): TransactionSteps {
  const common = {
    state: commandState(state) ?? 'queued',
    expires_at_ms: state.context.expiresAtMs,
    updated_at_ms: event.receivedAtMs,
  };
  if (event.type === 'command.queued') {
    const { data } = event;
    yield* run(
      queries.insertInto('device_commands').values({
        id: data.commandId,
        device_key: data.deviceKey,
        elevator_id: data.elevatorId,
        identifier: data.identifier,
        payload: JSON.stringify(data.payload),
        created_at_ms: event.receivedAtMs,
        created_by: event.actor.name,
        result_code: null,
        result_message: '',
        ...common,
      }),
    );
    return;
  }
  const result =
    event.type === 'command.resulted' ? { result_code: event.data.code, result_message: event.data.message ?? '' } : {};
  yield* run(
    queries
      .updateTable('device_commands')
      .set({ ...common, ...result })
      .where('id', '=', Number(place.streamId)),
  );
}

export function* shiftDeviceCommandRows(byMs: number, queries: Queries): TransactionSteps {
  yield* run(
    queries
      .updateTable('device_commands')
      .where('state', 'in', ['queued', 'sent', 'delivered'])
      .set((row) => ({ expires_at_ms: row('expires_at_ms', '+', byMs) })),
  );
}
