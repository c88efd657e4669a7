import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createDomain } from '../../server/domain/createDomain.ts';
import { lifecycleEntries, projections } from '../../server/lifecycleEntries.ts';
import { createDescribeEvent } from '../../server/push/describeEvent.ts';
import { SealedPlaces } from '../../server/push/framePlaces.ts';
import { PushLog } from '../../server/push/pushLog.ts';
import { systemClock } from '../../server/runtime/clock.ts';
import { openTestStore, type TestStore } from '../support/openTestStore.ts';
import { startPostgres, type TestPostgres } from '../support/postgres.ts';
import { principalOf, smallCity, writeSmallCity } from '../support/smallCity.ts';
import { sealedIdsOf } from '../support/testAccess.ts';

let postgres: TestPostgres;
let opened: TestStore;
beforeAll(async () => {
  postgres = await startPostgres({ fsync: 'off' });
  opened = await openTestStore({
    databaseUrl: await postgres.createMigratedDatabase(),
    clock: systemClock,
    projections,
  });
  await writeSmallCity(opened.store);
});
afterAll(async () => {
  await opened.dispose();
  await postgres.stop();
});

it('a step reaches the consoles even if PostgreSQL goes away between its commit and the push', async () => {
  const { store } = opened;
  const domain = await createDomain({ store, clock: systemClock });
  const { orderId } = await domain.rescue.phoneIn(await principalOf(store, smallCity.users.admin), {
    elevatorId: smallCity.lift.id,
    callerPhone: '13800000000',
    requestId: 'r1',
  });

  // As after a restart: the order's facts are not in memory, so that telling of its next event reads its row.
  const describe = createDescribeEvent({
    store,
    directory: domain.directory,
    ids: sealedIdsOf(store),
    lifecycles: lifecycleEntries,
  });
  let isCrashed = false;
  const troubles: unknown[] = [];
  const log = await PushLog.open({
    places: new SealedPlaces(Buffer.alloc(32), store.epoch),
    store,
    clock: systemClock,
    async describe(event) {
      if (!isCrashed) {
        isCrashed = true;
        await postgres.crash();
      }
      return describe(event);
    },
    onError: (error) => troubles.push(error),
  });
  const told: (readonly [number, string])[] = [];
  const subscription = store.subscribe({
    afterPosition: log.recent.head,
    async onEvents(events) {
      for (const { position, announcements } of await log.announce(events))
        told.push([position, announcements[0]?.push.event.kind ?? '']);
    },
  });
  await domain.rescue.accept(await principalOf(store, smallCity.users.dispatcher1), { orderId });
  await vi.waitFor(() => expect(troubles.length).toBeGreaterThanOrEqual(2), { timeout: 20_000 });
  expect(told).toEqual([]);
  await postgres.restart();
  await vi.waitFor(() => expect(told).toEqual([[log.recent.head + 1, 'rescue.claimed']]), { timeout: 20_000 });
  await subscription.close();
}, 60_000);
