import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { principalOf, smallCity } from '../../tests/support/smallCity.ts';
import { openDomain, type TestDomain } from '../../tests/support/openDomain.ts';
import { readReplayCity, readReplayRange } from '../queries/replay.ts';
import { startMinuteSampler, type MinuteSampler } from './minuteSampler.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
let city: TestDomain;
let sampler: MinuteSampler;
beforeEach(async () => {
  city = await openDomain();
  sampler = startMinuteSampler({
    store: city.store,
    clock: city.clock,
    fleet: city.fleet,
    onTrouble: (trouble, error) => {
      throw new Error(trouble, { cause: error });
    },
  });
});
afterEach(async () => {
  await sampler.close();
  await city.dispose();
});

const put = (elevatorId: number, floor: number) => {
  const nowMs = city.clock.nowMs();
  city.fleet.put(elevatorId, {
    deviceKey: `COL${elevatorId}`,
    receivedAtMs: nowMs,
    report: {
      at: nowMs,
      service_mode: 1,
      car_status: 0,
      direction: 0,
      door_zone: true,
      floor,
      door: 'open',
      people: 1,
    },
  });
};
/** Compression runs outside the virtual time. */
const sampled = (count: number) =>
  expect
    .poll(async () => (await city.store.rows.selectFrom('minute_samples').select('at_ms').execute()).length)
    .toBe(count);
const parts = () => ({ store: city.store, directory: city.domain.directory });

describe('the city played again', () => {
  it('is stored once a minute, on the full minute, and shown to users as far as they may see it', async () => {
    const startMs = city.clock.nowMs();
    put(smallCity.lift.id, 4);
    await city.clock.advance(minuteMs + 1_000);
    await sampled(1);
    put(smallCity.farLift.id, 9);
    await city.clock.advance(minuteMs);
    await sampled(2);
    expect(await readReplayRange(city.store)).toMatchObject({ resolution_seconds: 60 });
    const everything = await readReplayCity(
      parts(),
      await principalOf(city.store, smallCity.users.super),
      startMs,
      startMs + hourMs,
    );
    expect(everything.frames).toMatchObject([
      { at_ms: startMs + minuteMs, id: [smallCity.lift.id], floor: [4], door: [2], people: [1] },
      { at_ms: startMs + 2 * minuteMs, id: [smallCity.lift.id, smallCity.farLift.id], floor: [4, 9] },
    ]);
    const own = await readReplayCity(
      parts(),
      await principalOf(city.store, smallCity.users.property),
      startMs,
      startMs + hourMs,
    );
    expect(own.frames.map(({ id }) => id)).toEqual([[smallCity.lift.id], [smallCity.lift.id]]);
  });

  it('shows the calls and alarms of that time, but not those out of scope', async () => {
    const startMs = city.clock.nowMs();
    const dispatcher = await principalOf(city.store, smallCity.users.dispatcher1);
    const { orderId } = await city.domain.rescue.phoneIn(dispatcher, {
      elevatorId: smallCity.farLift.id,
      callerPhone: '13800000000',
      requestId: 'r1',
    });
    const device = city.domain.devices.findDevice(smallCity.lift.deviceKey);
    if (device !== undefined) await city.domain.devices.recordEvent(device, { id: 'e1', at: startMs, kind: 'moto' });
    await city.clock.advance(1_000);
    const all = await readReplayCity(parts(), dispatcher, startMs - minuteMs, startMs + minuteMs);
    expect(all.rescues).toMatchObject([
      {
        id: orderId,
        elevator_id: smallCity.farLift.id,
        raised_ms: startMs,
        completed_ms: null,
        community_name: '云锦雅苑',
      },
    ]);
    expect(all.alarms).toMatchObject([
      { elevator_id: smallCity.lift.id, kind: 'moto', kind_label: '电动车入梯', level: 2 },
    ]);
    const before = await readReplayCity(parts(), dispatcher, startMs - hourMs, startMs - minuteMs);
    expect(before).toMatchObject({ rescues: [], alarms: [] });
    const property = await readReplayCity(
      parts(),
      await principalOf(city.store, smallCity.users.property),
      startMs - minuteMs,
      startMs + minuteMs,
    );
    expect(property.rescues).toEqual([]);
    expect(property.alarms).toHaveLength(1);
  });
});
