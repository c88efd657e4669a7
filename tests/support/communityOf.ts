import { run, type TransactionSteps } from '../../server/store/eventStore.ts';
import { addLifts } from './moreLifts.ts';
import type { TestDomain } from './openDomain.ts';

/** The device of a lift of `addCommunities`. */
export const collectorKeyOf = (elevatorId: number): string => `COL${elevatorId}`;

interface MoreCommunities {
  readonly ids: readonly number[];
  /** Lifts of each. */
  readonly count: number;
}

/** Adds communities with this number of lifts each, their collectors online. Returns the ids of the lifts, community by community. */
export async function addCommunities(
  { store, domain }: TestDomain,
  { ids, count }: MoreCommunities,
): Promise<readonly number[]> {
  const firstId = (ids[0] ?? 0) * 1_000;
  await addLifts(store, { firstId, count: count * ids.length, deviceKeyOf: collectorKeyOf, periodSeconds: 5 });
  const lifts = Array.from({ length: count * ids.length }, (_, index) => firstId + index);
  await store.write(function* (queries): TransactionSteps {
    for (const [index, id] of ids.entries()) {
      const place = { address: '', area_id: 2, property_id: 301, lng: 120.1, lat: 30.2 };
      yield* run(queries.insertInto('communities').values({ id, name: `小区 ${id}`, ...place }));
      const own = lifts.slice(index * count, (index + 1) * count);
      yield* run(queries.updateTable('elevators').set({ community_id: id }).where('id', 'in', own));
    }
  });
  await domain.directory.reload();
  await Promise.all(
    lifts.map(async (elevatorId) => {
      const device = domain.directory.device(collectorKeyOf(elevatorId));
      if (device !== undefined) await domain.devices.recordReported(device, 1);
    }),
  );
  return lifts;
}

/** One community, as `addCommunities` adds them. */
export const addCommunity = (
  city: TestDomain,
  { id, count }: { readonly id: number; readonly count: number },
): Promise<readonly number[]> => addCommunities(city, { ids: [id], count });
