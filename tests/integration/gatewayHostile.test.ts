import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBusyCity, type BusyCity } from '../support/busyCity.ts';
import { eventAt, MqttDevice } from '../support/mqttDevice.ts';
import { pingPacket, publishOncePacket, publishPacket, subscribePacket } from '../support/mqttPackets.ts';
import { MqttWire } from '../support/mqttWire.ts';
import { smallCity } from '../support/smallCity.ts';

const liftCount = 28;
const firstLiftId = 2_001;
const deviceKeyOf = (id: number) => `COL${id}`;
const lifts = Array.from({ length: liftCount }, (_, index) => ({
  id: firstLiftId + index,
  deviceKey: deviceKeyOf(firstLiftId + index),
}));
/** The rest ring for the first time in the tests after. */
const floodedLifts = lifts.slice(0, 20);
const hostileKey = smallCity.lift.deviceKey;

describe('while one device is hostile', () => {
  let city: BusyCity;
  beforeAll(async () => {
    city = await openBusyCity({ firstId: firstLiftId, count: liftCount, deviceKeyOf }, () => {});
  });
  afterAll(() => city.dispose());

  /** Reconnects as often as it is admitted, and sends all this each time, until stopped. */
  const attack = (say: () => readonly Buffer[]) => {
    const attacker = { isDone: false };
    const attacking = (async () => {
      while (!attacker.isDone) {
        const wire = await MqttWire.signIn(city.port, hostileKey, city.siteKey);
        wire.say(...say());
        await expect.poll(() => wire.isClosed || attacker.isDone, { timeout: 60_000, interval: 2 }).toBe(true);
        wire.drop();
      }
    })();
    return async () => {
      attacker.isDone = true;
      await attacking;
    };
  };

  /** A call of each of these lifts, acknowledged and receipted. */
  const callFromEach = async (name: string, callers: typeof lifts) => {
    await Promise.all(
      callers.map(async ({ deviceKey }) => {
        const device = await MqttDevice.connect(city.port, deviceKey, city.siteKey);
        await device.subscribe(`lift/${deviceKey}/receipt`);
        await device.publish('event', eventAt(Date.now(), name, 'trapped'));
        await expect.poll(() => device.receipts, { timeout: 1_000, interval: 10 }).toEqual([name]);
        await device.close();
      }),
    );
  };

  const ringEach = async (callers: typeof lifts) => {
    for (const { id } of callers)
      await city.probe.waitFor(({ event }) => event?.kind === 'rescue.ringing' && event.elevatorId === id, 5_000);
  };

  test('that floods their topics with cries for help, twenty lifts call and ring', async () => {
    const flood = floodedLifts.flatMap(({ deviceKey }) =>
      Array.from({ length: 50 }, (_, index) =>
        publishOncePacket(`lift/${deviceKey}/event`, `{"kind":"SOS" ${index}`, index + 1),
      ),
    );
    const stop = attack(() => flood);
    await expect.poll(() => city.gateway.stats().refusedTopics, { timeout: 10_000 }).toBeGreaterThan(0);
    await callFromEach('call-1', floodedLifts);
    await ringEach(floodedLifts);
    await stop();
    // One for each connection that it was granted, and not one for each of the thousands that it sent.
    expect(city.gateway.stats().quarantined).toBeLessThan(10);
  });

  test.each([
    [
      'asks without end',
      lifts.slice(20, 22),
      () => Array.from({ length: 5_000 }, (_, index) => subscribePacket([`lift/${hostileKey}/command`], index + 1)),
    ],
    ['pings without end', lifts.slice(22, 24), () => Array.from({ length: 30_000 }, () => pingPacket)],
    [
      'writes the mark of a call into its reports',
      lifts.slice(24, 26),
      () =>
        Array.from({ length: 10_000 }, () => publishPacket(`lift/${hostileKey}/telemetry`, '{"floor":"lift/X/event"}')),
    ],
    [
      'cries for help without end',
      lifts.slice(26, 28),
      () => Array.from({ length: 2_000 }, () => publishPacket(`lift/${hostileKey}/event`, 'SOS')),
    ],
  ])('that %s, the others’ calls are receipted and ring', async (name, callers, say) => {
    const stop = attack(say);
    await callFromEach(`call-${name}`, lifts);
    await ringEach(callers);
    await stop();
    expect(city.gateway.stats().failed).toBe(0);
  });
});
