import type { DeviceEvent } from '../../src/contract/events/device.ts';
import { run, type Queries, type TransactionSteps } from '../store/eventStore.ts';
import type { EventPlace } from './eventPlace.ts';

/** `device_codes`: the codes that stand, by device. */
export function* deviceCodeRows(event: DeviceEvent, { streamId }: EventPlace, queries: Queries): TransactionSteps {
  if (event.type === 'device.codeRaised') {
    const { elevatorId, code, vendorCode } = event.data;
    const row = { elevator_id: elevatorId, code };
    yield* run(
      queries
        .insertInto('device_codes')
        .values({ device_key: streamId, vendor_code: vendorCode, raised_at_ms: event.receivedAtMs, ...row })
        .onConflict((conflict) => conflict.columns(['device_key', 'vendor_code']).doUpdateSet(row)),
    );
  } else if (event.type === 'device.codeCleared') {
    yield* run(
      queries
        .deleteFrom('device_codes')
        .where('device_key', '=', streamId)
        .where('vendor_code', '=', event.data.vendorCode),
    );
  } else if (event.type === 'device.unbound') {
    yield* run(queries.deleteFrom('device_codes').where('device_key', '=', streamId));
  }
}
