import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSessions, type Sessions } from '../../server/access/sessions.ts';
import { createWalls } from '../../server/access/walls.ts';
import { createDomain, type LoadedDomain } from '../../server/domain/createDomain.ts';
import { projections } from '../../server/lifecycleEntries.ts';
import { createBindings } from '../../server/notify/bindings.ts';
import { createChannels } from '../../server/notify/channels.ts';
import { createReceiptQueue } from '../../server/notify/receiptQueue.ts';
import { findRecording, listRecordings } from '../../server/queries/recordings.ts';
import { readReplayCity, readReplayRange } from '../../server/queries/replay.ts';
import { sysConfigDefaults } from '../../src/contract/sysConfigDefaults.ts';
import { readEventStats } from '../../server/queries/eventStats.ts';
import { countByAge, countByAreaInDetail, countByBrand } from '../../server/queries/stats.ts';
import { systemClock } from '../../server/runtime/clock.ts';
import { writeDemoPast } from '../../server/seed/demoPast.ts';
import { FleetState } from '../../server/telemetry/fleetState.ts';
import { openRecorder, type Recorder } from '../../server/telemetry/recorder.ts';
import { openCensus } from '../support/openCensus.ts';
import { openTestStore, type TestStore } from '../support/openTestStore.ts';
import { postgresOfFile } from '../support/postgresOfFile.ts';
import { principalOf, smallCity, writeSmallCity } from '../support/smallCity.ts';
import { testPepper, testSiteKey } from '../support/testAccess.ts';

const onTrouble = (trouble: string, error: unknown) => {
  throw new Error(trouble, { cause: error });
};
const from = { ip: '10.0.0.1', agent: 'test' };

const postgres = postgresOfFile();
let opened: TestStore;
let domain: LoadedDomain;
let recorder: Recorder;
let sessions: Sessions;
beforeAll(async () => {
  opened = await openTestStore({
    databaseUrl: await postgres.createMigratedDatabase(),
    clock: systemClock,
    projections,
  });
  const { store } = opened;
  await writeSmallCity(store);
  recorder = await openRecorder({ store, clock: systemClock, fleet: new FleetState(), onTrouble });
  domain = await createDomain({ store, clock: systemClock, recorder });
  sessions = await createSessions({ store, clock: systemClock, pepper: testPepper });
});
afterAll(async () => {
  await sessions.close();
  await recorder.close();
  await opened.dispose();
});

/** The same rows and queries as on SQLite, whose own tests say what they mean. */
describe('the live picture on PostgreSQL', () => {
  test('a call is counted, recorded, and played again with the minutes around it', async () => {
    const { store } = opened;
    const parts = { store, directory: domain.directory };
    const by = await principalOf(store, smallCity.users.super);
    const device = domain.devices.findDevice(smallCity.lift.deviceKey);
    if (device === undefined) throw new Error('the small city has lost its device');
    await domain.devices.recordReported(device, 1);
    await domain.devices.recordEvent(device, { id: 'e1', at: Date.now(), kind: 'over_speed' });
    const { orderId } = await domain.rescue.phoneIn(await principalOf(store, smallCity.users.admin), {
      elevatorId: smallCity.farLift.id,
      callerPhone: '13800000000',
      requestId: 'r1',
    });
    const pastUntilMs = Date.now();
    await writeDemoPast({ store, clock: systemClock, onTrouble }).done;

    const nowMs = Date.now();
    const counted = await openCensus(store);
    expect(await countByAge(counted, by, nowMs, {})).toMatchObject({ total: 2 });
    expect(await countByBrand(counted, by, nowMs, {})).toMatchObject({ brands: [{ id: 201, value: 2 }] });
    expect(await countByAreaInDetail(counted, by, nowMs)).toMatchObject({
      total: 2,
      areas: [
        { elevator_num: 1, online_num: 1, call_num: 0 },
        { elevator_num: 1, online_num: 0, call_num: 1 },
      ],
    });
    await counted.close();
    expect(await readEventStats(store, by, nowMs, sysConfigDefaults)).toMatchObject({
      today: { rescue: 1, alarm: 1, trapped_people: 0 },
    });
    expect(await readReplayRange(store)).toMatchObject({ resolution_seconds: 60, to: expect.any(String) });
    const played = await readReplayCity(parts, by, pastUntilMs - 600_000, nowMs);
    expect(played.frames.length).toBeGreaterThanOrEqual(10);
    expect(played).toMatchObject({ rescues: [{ id: orderId }], alarms: [{ kind: 'over_speed' }] });
    expect(await findRecording(parts, { rescueOrderId: orderId })).toMatchObject({
      elevator_id: smallCity.farLift.id,
      is_open: true,
    });
    expect(await listRecordings(parts, smallCity.lift.id)).toHaveLength(1);
  });

  test('a wall is paired once, renews, and is revoked', async () => {
    const { store } = opened;
    const walls = createWalls({ store, clock: systemClock, sessions, pepper: testPepper });
    const by = await principalOf(store, smallCity.users.super);
    const { code } = await walls.pair(by, '大屏');
    const redeemed = await Promise.all([walls.redeem(code, 'wall', from), walls.redeem(code, 'wall', from)]);
    const [wall] = redeemed.filter((answer) => answer !== undefined);
    expect(redeemed.filter((answer) => answer === undefined)).toHaveLength(1);
    const renewed = await walls.renew(wall?.secret ?? '', from);
    expect(await sessions.principalOf(renewed?.token ?? '')).toMatchObject({ scope: { kind: 'all' }, name: '大屏' });
    const [listed] = await walls.list();
    expect(await walls.revoke(by, listed?.id ?? 0)).toBe(true);
    expect(await walls.renew(renewed?.secret ?? '', from)).toBeUndefined();
    expect(await sessions.principalOf(renewed?.token ?? '')).toBeUndefined();
  });

  test('what a provider reported is kept before its answer, and processed once after a crash', async () => {
    const { store } = opened;
    const channels = await createChannels({
      store,
      clock: systemClock,
      siteKey: testSiteKey,
      allowPrivate: [],
      onReceipt: async () => undefined,
      onTrouble,
    });
    const ids: (string | undefined)[] = [];
    const openQueue = (processing: Promise<void>) =>
      createReceiptQueue({
        store,
        clock: systemClock,
        channels,
        bindings: createBindings({ store, clock: systemClock, channels }),
        onReceipt: (_channel, { key }, messageId) => {
          ids.push(`${messageId} ${key}`);
          return processing;
        },
        onTrouble,
      });
    // The process ends in the middle of it.
    const crashed = openQueue(new Promise(() => undefined));
    // The first write to a new database may be slower than a provider waits: it then sends the receipt again.
    await expect
      .poll(() =>
        crashed.put('voice', { receipts: [{ notificationId: 5, state: 'acknowledged', key: '1' }], scans: [] }),
      )
      .toBe(true);
    const given = [...ids];
    const restarted = openQueue(Promise.resolve());
    await restarted.idle();
    expect(ids).toEqual([...given, ...given]);
    const again = openQueue(Promise.resolve());
    await again.idle();
    expect(ids).toHaveLength(2 * given.length);
    await again.close();
    await restarted.close();
    await channels.close();
  });
});
