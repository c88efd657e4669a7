import { actorOf, type Principal } from '../access/principal.ts';
import { isInScope } from '../access/scope.ts';
import type { Clock } from '../runtime/clock.ts';
import { run, type EventStore } from '../store/eventStore.ts';
import type { Directory } from './directory.ts';
import { NotFound } from './refusal.ts';

export interface DeviceSecretParts {
  readonly store: EventStore;
  readonly clock: Clock;
  readonly directory: Pick<Directory, 'device' | 'elevator' | 'reloadDevice'>;
  /** Closes the connections that a device has now. */
  readonly disconnectDevice: (deviceKey: string) => void;
}

/**
 * Immediately replaces a device's secret; returns the version from which the new one is derived.
 * Throws NotFound for a device of a lift that is not in the caller's scope.
 */
export async function renewDeviceSecret({ store, clock, directory, disconnectDevice }: DeviceSecretParts, by: Principal, deviceKey: string): Promise<number> {
  const device = directory.device(deviceKey);
  const elevator = device === undefined ? undefined : directory.elevator(device.elevatorId);
  if (device === undefined || elevator === undefined || !isInScope(by.scope, elevator.responsible)) throw new NotFound('设备不存在，或您无权管理');
  const after = device.secretVersion + 1;
  await store.append({
    stream: `secret-${deviceKey}`, expectedVersion: 'any', actor: actorOf(by),
    events: [{ type: 'deviceSecret.renewed', data: { deviceKey, before: { secretVersion: device.secretVersion }, after: { secretVersion: after } }, atMs: clock.nowMs() }],
    *effects(queries) {
      yield* run(queries.updateTable('devices').set({ secret_version: after }).where('device_key', '=', deviceKey));
    },
  });
  // From here on the old secret is refused, and connections that used it are closed.
  await directory.reloadDevice(deviceKey);
  disconnectDevice(deviceKey);
  return after;
}
