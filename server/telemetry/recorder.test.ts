import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { smallCity, principalOf } from '../../tests/support/smallCity.ts';
import { openDomain, type TestDomain } from '../../tests/support/openDomain.ts';
import { findRecording, listRecordings } from '../queries/recordings.ts';

const { lift } = smallCity;
let city: TestDomain;
beforeEach(async () => {
  city = await openDomain();
});
afterEach(() => city.dispose());

const device = () => {
  const found = city.domain.devices.findDevice(lift.deviceKey);
  if (found === undefined) throw new Error('the small city has lost its device');
  return found;
};
const parts = () => ({ store: city.store, directory: city.domain.directory });

/** A report every five seconds. */
async function report(seconds: number): Promise<void> {
  for (let passed = 0; passed < seconds; passed += 5) {
    await city.clock.advance(5_000);
    const nowMs = city.clock.nowMs();
    city.fleet.put(lift.id, {
      deviceKey: lift.deviceKey,
      receivedAtMs: nowMs,
      report: {
        at: nowMs,
        service_mode: 1,
        car_status: 1,
        direction: 1,
        door_zone: false,
        floor: (nowMs / 5_000) % 18,
        door: 'closed',
        people: 1,
        speed: 1.5,
      },
    });
  }
}
const raise = (kind: 'trapped' | 'longTimeOpen' | 'SOS', id: string) =>
  city.domain.devices.recordEvent(device(), { id, at: city.clock.nowMs(), kind });
const orderOf = async () =>
  (
    await city.store.rows
      .selectFrom('open_rescues')
      .select('order_id')
      .where('elevator_id', '=', lift.id)
      .executeTakeFirstOrThrow()
  ).order_id;

describe('the recording of an incident', () => {
  it('has the five minutes before the call, is tied to its order and continues for ten minutes', async () => {
    await report(400);
    await raise('trapped', 'e1');
    const calledAtMs = city.clock.nowMs();
    await city.clock.advance(100);
    const rescueOrderId = await orderOf();
    expect(await findRecording(parts(), { rescueOrderId })).toMatchObject({
      elevator_id: lift.id,
      tag: lift.tag,
      rescue_order_id: rescueOrderId,
      incident_ms: calledAtMs,
      from_ms: calledAtMs - 295_000,
      is_open: true,
    });
    await report(700);
    const recording = await findRecording(parts(), { rescueOrderId });
    expect(recording).toMatchObject({ is_open: false });
    const times = recording?.samples.at_ms ?? [];
    expect(times).toHaveLength(60 + 120 - 1);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    expect(new Set(times).size).toBe(times.length);
    expect(recording?.samples.speed[0]).toBe(150);
  });

  it('is not made for what can wait', async () => {
    await report(10);
    await raise('longTimeOpen', 'e1');
    expect(await listRecordings(parts(), lift.id)).toEqual([]);
  });

  it('is there once for a repeated message', async () => {
    await raise('trapped', 'e1');
    await raise('trapped', 'e1');
    await raise('trapped', 'e2');
    expect(await listRecordings(parts(), lift.id)).toHaveLength(1);
  });

  it('is made for a phoned-in call, which no device announced', async () => {
    await report(60);
    const dispatcher = await principalOf(city.store, smallCity.users.dispatcher1);
    const { orderId } = await city.domain.rescue.phoneIn(dispatcher, {
      elevatorId: lift.id,
      callerPhone: '13800000000',
      requestId: 'r1',
    });
    expect((await findRecording(parts(), { rescueOrderId: orderId }))?.samples.at_ms).toHaveLength(12);
  });

  it('continues after a restart, and a rebuild of the lists leaves it alone', async () => {
    await report(60);
    await raise('trapped', 'e1');
    await report(30);
    await city.restart();
    await report(60);
    await city.clock.advance(15_000);
    const rescueOrderId = await orderOf();
    const before = await findRecording(parts(), { rescueOrderId });
    expect(before?.samples.at_ms).toHaveLength(12 + 6 + 12);
    await city.store.rebuild();
    expect(await findRecording(parts(), { rescueOrderId })).toEqual(before);
    expect(await orderOf()).toBe(rescueOrderId);
  });
});
