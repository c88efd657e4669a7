import { run, type TransactionSteps } from '../../server/store/eventStore.ts';
import { addLifts } from './moreLifts.ts';
import type { TestDomain } from './openDomain.ts';

/** The device of a lift of `addCommunity`. */
export const collectorKeyOf = (elevatorId: number): string => `COL${elevatorId}`;

/** A community of its own with so many lifts, whose collectors are online; returns the ids of its lifts. */
export async function addCommunity(
  { store, domain }: TestDomain,
  { id, count }: { readonly id: number; readonly count: number },
): Promise<readonly number[]> {
  const firstId = id * 1_000;
  await addLifts(store, { firstId, count, deviceKeyOf: collectorKeyOf, periodSeconds: 5 });
  const ids = Array.from({ length: count }, (_, index) => firstId + index);
  await store.write(function* (queries): TransactionSteps {
    yield* run(
      queries
        .insertInto('communities')
        .values({ id, name: `小区 ${id}`, address: '', area_id: 2, property_id: 301, lng: 120.1, lat: 30.2 }),
    );
    yield* run(queries.updateTable('elevators').set({ community_id: id }).where('id', 'in', ids));
  });
  await domain.directory.reload();
  for (const elevatorId of ids) {
    const device = domain.directory.device(collectorKeyOf(elevatorId));
    if (device !== undefined) await domain.devices.recordReported(device, 1);
  }
  return ids;
}
