import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSessions, type Sessions } from '../../server/access/sessions.ts';
import { createWalls } from '../../server/access/walls.ts';
import { createDomain, type LoadedDomain } from '../../server/domain/createDomain.ts';
import { projections } from '../../server/lifecycleEntries.ts';
import { findRecording, listRecordings } from '../../server/queries/recordings.ts';
import { readReplayCity, readReplayRange } from '../../server/queries/replay.ts';
import { sysConfigDefaults } from '../../src/contract/sysConfigDefaults.ts';
import { countByAge, countByAreaInDetail, countByBrand, readEventStats } from '../../server/queries/stats.ts';
import { systemClock } from '../../server/runtime/clock.ts';
import { writeDemoPast } from '../../server/seed/demoPast.ts';
import { FleetState } from '../../server/telemetry/fleetState.ts';
import { openRecorder, type Recorder } from '../../server/telemetry/recorder.ts';
import { openTestStore, type TestStore } from '../support/openTestStore.ts';
import { startPostgres, type TestPostgres } from '../support/postgres.ts';
import { principalOf, smallCity, writeSmallCity } from '../support/smallCity.ts';
import { testPepper } from '../support/testAccess.ts';

const onTrouble = (trouble: string, error: unknown) => {
  throw new Error(trouble, { cause: error });
};
const from = { ip: '10.0.0.1', agent: 'test' };

let postgres: TestPostgres;
let opened: TestStore;
let domain: LoadedDomain;
let recorder: Recorder;
let sessions: Sessions;
beforeAll(async () => {
  postgres = await startPostgres({ fsync: 'off' });
  opened = await openTestStore({ databaseUrl: await postgres.createDatabase(), clock: systemClock, projections });
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
  await postgres.stop();
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
    await writeDemoPast({ store, clock: systemClock, onTrouble }).done;

    const nowMs = Date.now();
    expect(await countByAge(store, by, nowMs, {})).toMatchObject({ total: 2 });
    expect(await countByBrand(store, by, nowMs, {})).toMatchObject({ brands: [{ id: 201, value: 2 }] });
    expect(await countByAreaInDetail(store, by, nowMs)).toMatchObject({
      total: 2,
      areas: [
        { elevator_num: 1, online_num: 1, call_num: 0 },
        { elevator_num: 1, online_num: 0, call_num: 1 },
      ],
    });
    expect(await readEventStats(store, by, nowMs, sysConfigDefaults)).toMatchObject({
      today: { rescue: 1, alarm: 1, trapped_people: 0 },
    });
    expect(await readReplayRange(store)).toMatchObject({ resolution_seconds: 60, to: expect.any(String) });
    const played = await readReplayCity(parts, by, nowMs - 600_000, nowMs);
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
    const redeemed = await Promise.all([walls.redeem(code, from), walls.redeem(code, from)]);
    const [wall] = redeemed.filter((answer) => answer !== undefined);
    expect(redeemed.filter((answer) => answer === undefined)).toHaveLength(1);
    const renewed = await walls.renew(wall?.secret ?? '', from);
    expect(await sessions.principalOf(renewed?.token ?? '')).toMatchObject({ scope: { kind: 'all' }, name: '大屏' });
    const [listed] = await walls.list();
    expect(await walls.revoke(by, listed?.id ?? 0)).toBe(true);
    expect(await walls.renew(renewed?.secret ?? '', from)).toBeUndefined();
    expect(await sessions.principalOf(renewed?.token ?? '')).toBeUndefined();
  });
});
