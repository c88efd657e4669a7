import { deviceReports, type DeviceEvent } from '../../src/contract/events/device.ts';
import { deviceLifecycle, deviceLoadIndex } from '../../src/machines/deviceLifecycle.ts';
import type { DeviceSnapshot } from '../../src/machines/deviceMachine.ts';
import { run, type Queries, type TransactionSteps } from '../store/eventStore.ts';
import { runPrepared } from '../store/runPrepared.ts';
import { deviceCodeRows } from './deviceCodeRows.ts';
import type { EventPlace } from './eventPlace.ts';

/** They change nothing of what the row says. */
const keepingStatus: ReadonlySet<string> = new Set([...deviceReports, 'device.terminalChosen', 'device.modelSynced']);

/** `device_states`: whether a device is online, how busy it is, and since when; `device_codes`. */
export function* deviceRows(
  event: DeviceEvent,
  place: EventPlace,
  state: DeviceSnapshot,
  queries: Queries,
): TransactionSteps {
  yield* deviceCodeRows(event, place, queries);
  // The time since when is unchanged.
  if (keepingStatus.has(event.type)) return;
  const deviceKey = place.streamId;
  const row = {
    status: deviceLifecycle.statusIndex(state),
    load: deviceLoadIndex(state),
    changed_at_ms: event.receivedAtMs,
  };
  if (event.type === 'device.bound' || event.type === 'device.installed') {
    yield* run(
      queries
        .insertInto('device_states')
        .values({ device_key: deviceKey, elevator_id: event.data.elevatorId, ...row })
        .onConflict((conflict) =>
          conflict.column('device_key').doUpdateSet({ elevator_id: event.data.elevatorId, ...row }),
        ),
    );
    return;
  }
  yield* runPrepared(queries, 'device_states.update', [...Object.values(row), deviceKey], () =>
    queries.updateTable('device_states').set(row).where('device_key', '=', deviceKey),
  );
}
