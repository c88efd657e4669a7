import { deviceLifecycle } from '../../../src/machines/deviceLifecycle.ts';
import type { Principal } from '../../access/principal.ts';
import { run, type EventStore } from '../../store/eventStore.ts';
import { readsOf } from '../../store/readsOf.ts';
import { gatewayActor } from '../actors.ts';
import { decideAs } from '../decide.ts';
import { requireDeviceInScope, type DeviceDeskParts } from './deviceDesk.ts';
import { comparedColumns, differingDevices, markOfChange, proposedProduct } from './productDifferences.ts';
import { beginDeviceStream, deviceStream } from './deviceStream.ts';

/** The most devices that one call corrects; the next call corrects the rest. */
const mostAtOnce = 500;

type Parts = Pick<DeviceDeskParts, 'clock' | 'directory'> & { readonly store: EventStore };

/**
 * Corrects the records of devices in the caller's scope by the catalogue and by what the devices say of themselves, one
 * event each. `deviceKeys`: of these only. `markOf`: for these only the changes that were shown, by their mark; a device
 * that would be corrected otherwise by now is left alone and counted as `changed`. A difference for which nothing can be
 * proposed stays.
 */
export async function syncDeviceModels(
  parts: Parts,
  by: Principal,
  deviceKeys?: readonly string[],
  markOf?: ReadonlyMap<string, string>,
): Promise<{ readonly applied: number; readonly left: number; readonly changed: number }> {
  const rows = await differingDevices(readsOf(parts.store, by), by)
    .select([...comparedColumns])
    .$if(deviceKeys !== undefined, (query) => query.where('d.device_key', 'in', [...(deviceKeys ?? [])]))
    .orderBy('d.device_key')
    .execute();
  const proposed = rows
    .map((row) => ({ row, product: proposedProduct(row).product }))
    .filter(
      ({ row, product }) =>
        product.model !== row.model || product.vendor !== row.vendor || product.firmware !== row.firmware,
    );
  const isShown = ({ row, product }: (typeof proposed)[number]): boolean =>
    markOf === undefined || markOf.get(row.device_key) === markOfChange(row.device_key, row, product);
  const wanted = proposed.filter(isShown);
  const now = wanted.slice(0, mostAtOnce);
  for (const { row, product } of now) {
    const { device_key: deviceKey, model, vendor, firmware } = row;
    const device = requireDeviceInScope(parts.directory, by, deviceKey);
    await beginDeviceStream(parts, device, gatewayActor);
    await decideAs(parts, by, deviceLifecycle, {
      stream: deviceStream(deviceKey),
      choose: () => ({ type: 'device.modelSynced', data: { before: { model, vendor, firmware }, after: product } }),
      *effects(queries) {
        yield* run(queries.updateTable('devices').set(product).where('device_key', '=', deviceKey));
      },
    });
    // Its messages are read by the new vendor's adapter from here on.
    await parts.directory.reloadDevice(deviceKey);
  }
  return { applied: now.length, left: wanted.length - now.length, changed: proposed.length - wanted.length };
}
