import { streamName } from '../../../src/contract/streamName.ts';
import { actorOf, type Principal } from '../../access/principal.ts';
import type { Clock } from '../../runtime/clock.ts';
import { run, type EventStore } from '../../store/eventStore.ts';
import { requireDeviceInScope } from './deviceDesk.ts';
import type { Directory } from '../city/directory.ts';
import { NotFound } from '../refusal.ts';
import { deviceSecretEvents } from '../../../src/contract/events/deviceSecret.ts';

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
export async function renewDeviceSecret(
  { store, clock, directory, disconnectDevice }: DeviceSecretParts,
  by: Principal,
  deviceKey: string,
  reason?: string,
): Promise<number> {
  requireDeviceInScope(directory, by, deviceKey);
  const after = await writeNextVersion({ store, clock }, by, deviceKey, reason);
  // From here on the old secret is refused; connections that used it are closed.
  await directory.reloadDevice(deviceKey);
  disconnectDevice(deviceKey);
  return after;
}

const mostTries = 5;

/** Two renewals at once make two versions: each reads the one that is stored, and tries again where another came between. */
async function writeNextVersion(
  { store, clock }: Pick<DeviceSecretParts, 'store' | 'clock'>,
  by: Principal,
  deviceKey: string,
  reason: string | undefined,
): Promise<number> {
  for (let attempt = 1; ; attempt += 1) {
    const stored = await store.rows
      .selectFrom('devices')
      .select('secret_version')
      .where('device_key', '=', deviceKey)
      .executeTakeFirst();
    if (stored === undefined) throw new NotFound('设备不存在，或您无权管理');
    const [before, after] = [stored.secret_version, stored.secret_version + 1];
    try {
      await store.append({
        stream: streamName('secret', deviceKey),
        expectedVersion: 'any',
        actor: actorOf(by),
        events: [
          {
            type: 'deviceSecret.renewed',
            data: deviceSecretEvents['deviceSecret.renewed'].parse({
              deviceKey,
              ...(reason === undefined ? {} : { reason }),
              before: { secretVersion: before },
              after: { secretVersion: after },
            }),
            atMs: clock.nowMs(),
          },
        ],
        *effects(queries) {
          const written = yield* run(
            queries
              .updateTable('devices')
              .set({ secret_version: after })
              .where('device_key', '=', deviceKey)
              .where('secret_version', '=', before)
              .returning('device_key'),
          );
          if (written.length === 0) throw new SupersededError();
        },
      });
      return after;
    } catch (error) {
      if (!(error instanceof SupersededError) || attempt === mostTries) throw error;
    }
  }
}

/** Another renewal came between the look and the write; nothing was written. */
class SupersededError extends Error {
  override readonly name = 'SupersededError';
}
