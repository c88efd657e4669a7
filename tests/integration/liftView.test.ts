import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endpoints } from '../../src/contract/endpoints/index.ts';
import { elevatorDetailSchema, latestDataSchema } from '../../src/contract/entities/elevator.ts';
import { VirtualClock } from '../../server/runtime/virtualClock.ts';
import { run } from '../../server/store/eventStore.ts';
import { openHttpHarness, type HttpHarness } from '../support/httpHarness.ts';
import { smallCity } from '../support/smallCity.ts';

const { lift, users } = smallCity;
const startMs = Date.parse('2026-11-21T18:40:00+08:00');
let harness: HttpHarness;
let clock: VirtualClock;
beforeAll(async () => {
  clock = new VirtualClock(startMs);
  harness = await openHttpHarness({ clock });
});
afterAll(() => harness.dispose());

/** The lift reports now; its own clock is two hours off. */
function report(speed: number | undefined, atMs = clock.nowMs()): void {
  harness.fleet.put(lift.id, {
    deviceKey: lift.deviceKey,
    receivedAtMs: atMs,
    report: {
      at: atMs - 7_200_000,
      service_mode: 1,
      car_status: 1,
      direction: 1,
      door_zone: false,
      floor: 7,
      door: 'opening',
      people: 3,
      ...(speed === undefined ? {} : { speed }),
    },
  });
}
async function ask(recentSinceMs: number | undefined, userId: number = users.property) {
  const { envelope } = await harness.call(
    endpoints.deviceLatestData,
    { elevator_id: lift.id, ...(recentSinceMs === undefined ? {} : { recent_since_ms: recentSinceMs }) },
    await harness.signIn(userId),
  );
  return latestDataSchema.parse(envelope?.data);
}

describe("a lift's last minutes", () => {
  it('are sent only on request: an old client gets what it always got', async () => {
    expect((await ask(undefined)).recent).toBeUndefined();
    expect((await ask(0)).recent).toMatchObject({ samples: { at_ms: [] }, follows_on: false });
  });

  it('are the reports of the last five minutes by the time of receipt, then only what came since', async () => {
    report(1.5);
    await clock.advance(200_000);
    report(undefined);
    await clock.advance(105_000);
    report(-1.25);
    const first = (await ask(0)).recent;
    expect(first).toMatchObject({
      samples: {
        at_ms: [startMs + 200_000, startMs + 305_000],
        speed: [null, -125],
        door: [1, 1],
        floor: [7, 7],
        people: [3, 3],
      },
    });
    report(0, startMs + 306_000);
    expect((await ask(startMs + 305_000)).recent).toMatchObject({
      samples: { at_ms: [startMs + 306_000], speed: [0] },
      follows_on: true,
    });
    expect((await ask(startMs + 306_000)).recent).toMatchObject({ samples: { at_ms: [] }, follows_on: true });
  });

  it('report a gap to what the caller knows', async () => {
    expect((await ask(startMs + 299_000)).recent).toMatchObject({
      samples: { at_ms: [startMs + 305_000, startMs + 306_000] },
      follows_on: false,
    });
    // Known to the caller and newer than anything held: the server's clock was put back.
    expect((await ask(startMs + 900_000)).recent).toMatchObject({
      samples: { at_ms: [startMs + 200_000, startMs + 305_000, startMs + 306_000] },
      follows_on: false,
    });
  });

  it('show the codes that stand by the log until a report says something of codes', async () => {
    const device = harness.domain.devices.findDevice(lift.deviceKey);
    if (device === undefined) throw new Error('the small city has lost its device');
    const raised = { kind: 'raised', times: 1, atMs: clock.nowMs() } as const;
    await harness.domain.devices.recordCode(device, { ...raised, code: '03', vendorCode: '03', messageId: 'm-1' });
    await harness.domain.devices.recordCode(device, { ...raised, code: '', vendorCode: '91', messageId: 'm-2' });
    report(1.5);
    expect((await ask(undefined)).codes).toEqual(['03', '?91']);
    const known = harness.fleet.get(lift.id);
    if (known !== undefined) harness.fleet.put(lift.id, { ...known, report: { ...known.report, codes: [] } });
    expect((await ask(undefined)).codes).toEqual([]);
  });

  it('are hidden from everyone else', async () => {
    const { status } = await harness.call(
      endpoints.deviceLatestData,
      { elevator_id: lift.id, recent_since_ms: 0 },
      await harness.signIn(users.stranger),
    );
    expect(status).toBe(404);
  });
});

const detail = async () =>
  elevatorDetailSchema.parse(
    (await harness.call(endpoints.elevatorDetail, { id: lift.id }, await harness.signIn(users.property))).envelope
      ?.data,
  );

describe('who maintains a lift', () => {
  it('is shown with its start date, or as not registered if no one entered it', async () => {
    expect(await detail()).toMatchObject({ maintain_info: { name: '迅达维保' }, maintained_since: null });
    const sinceMs = Date.parse('2024-03-01T00:00:00+08:00');
    await harness.store.write(function* (queries) {
      yield* run(queries.updateTable('elevators').set({ maintained_since_ms: sinceMs }).where('id', '=', lift.id));
    });
    expect(await detail()).toMatchObject({ maintained_since: '2024-03-01T00:00:00.000+08:00' });
    await harness.store.write(function* (queries) {
      yield* run(queries.updateTable('elevators').set({ maintenance_id: null }).where('id', '=', lift.id));
    });
    expect(await detail()).toMatchObject({ maintain_info: null, maintained_since: null });
  });
});
