import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startGateway, type Gateway } from '../../server/gateway/gateway.ts';
import { systemClock } from '../../server/runtime/clock.ts';
import { run } from '../../server/store/eventStore.ts';
import { openHttpHarness, type HttpHarness } from '../support/httpHarness.ts';
import { eventAt, MqttDevice } from '../support/mqttDevice.ts';
import { pingPacket, publishOncePacket, publishPacket, subscribePacket } from '../support/mqttPackets.ts';
import { MqttWire } from '../support/mqttWire.ts';
import type { PushProbe } from '../support/pushProbe.ts';
import { smallCity } from '../support/smallCity.ts';

const liftCount = 20;
const firstLiftId = 2_001;
const lifts = Array.from({ length: liftCount }, (_, index) => ({
  id: firstLiftId + index,
  deviceKey: `COL${firstLiftId + index}`,
}));
const hostileKey = smallCity.lift.deviceKey;
const siteKey = randomBytes(32);

describe('while one device is hostile', () => {
  let harness: HttpHarness;
  let gateway: Gateway;
  let probe: PushProbe;
  let port: number;

  beforeAll(async () => {
    harness = await openHttpHarness();
    const { store, domain, fleet } = harness;
    const pattern = await store.rows
      .selectFrom('elevators')
      .selectAll()
      .where('id', '=', smallCity.lift.id)
      .executeTakeFirstOrThrow();
    await store.write(function* (queries) {
      for (const { id, deviceKey } of lifts) {
        yield* run(
          queries.insertInto('elevators').values({
            ...pattern,
            id,
            tag: `H-${id}`,
            rescue_code: String(300_000 + id),
            registration_code: String(id),
          }),
        );
        yield* run(
          queries.insertInto('devices').values({
            device_key: deviceKey,
            elevator_id: id,
            device_type: 'COL',
            report_period_seconds: 3_600,
            secret_version: 1,
          }),
        );
      }
    });
    await domain.directory.reload();
    gateway = await startGateway({
      clock: systemClock,
      devices: domain.devices,
      commands: domain.commands,
      latest: fleet,
      deviceKey: siteKey,
      mqtt: { port: 0, host: '127.0.0.1' },
      onTrouble: () => {},
    });
    port = gateway.port ?? 0;
    probe = await harness.connect({
      userId: smallCity.users.dispatcher1,
      token: await harness.signIn(smallCity.users.dispatcher1),
      last: null,
    });
    await probe.waitFor(({ welcome }) => welcome !== undefined);
  });
  afterAll(async () => {
    probe.drop();
    await gateway.close();
    await harness.dispose();
  });

  /** Reconnects as often as it is admitted, and sends all this each time, until stopped. */
  const attack = (say: () => readonly Buffer[]) => {
    const attacker = { isDone: false };
    const attacking = (async () => {
      while (!attacker.isDone) {
        const wire = await MqttWire.signIn(port, hostileKey, siteKey);
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

  /** A call of each lift, acknowledged and receipted. */
  const callFromEach = async (name: string) => {
    await Promise.all(
      lifts.map(async ({ deviceKey }) => {
        const device = await MqttDevice.connect(port, deviceKey, siteKey);
        await device.subscribe(`lift/${deviceKey}/receipt`);
        await device.publish('event', eventAt(Date.now(), name, 'trapped'));
        await expect.poll(() => device.receipts, { timeout: 1_000, interval: 10 }).toEqual([name]);
        await device.close();
      }),
    );
  };

  test('that floods their topics with cries for help, twenty lifts call and ring', async () => {
    const flood = lifts.flatMap(({ deviceKey }) =>
      Array.from({ length: 50 }, (_, index) =>
        publishOncePacket(`lift/${deviceKey}/event`, `{"kind":"SOS" ${index}`, index + 1),
      ),
    );
    const stop = attack(() => flood);
    await expect.poll(() => gateway.stats().refusedTopics, { timeout: 10_000 }).toBeGreaterThan(0);
    await callFromEach('call-1');
    for (const { id } of lifts)
      await probe.waitFor(({ event }) => event?.kind === 'rescue.ringing' && event.elevatorId === id, 5_000);
    await stop();
    // One for each connection that it was granted, and not one for each of the thousands that it sent.
    expect(gateway.stats().quarantined).toBeLessThan(10);
  });

  test.each([
    [
      'asks without end',
      () => Array.from({ length: 5_000 }, (_, index) => subscribePacket([`lift/${hostileKey}/command`], index + 1)),
    ],
    ['pings without end', () => Array.from({ length: 30_000 }, () => pingPacket)],
    [
      'writes the mark of a call into its reports',
      () =>
        Array.from({ length: 10_000 }, () => publishPacket(`lift/${hostileKey}/telemetry`, '{"floor":"lift/X/event"}')),
    ],
    [
      'cries for help without end',
      () => Array.from({ length: 2_000 }, () => publishPacket(`lift/${hostileKey}/event`, 'SOS')),
    ],
  ])('that %s, the others’ calls are receipted', async (name, say) => {
    const stop = attack(say);
    await callFromEach(`call-${name}`);
    await stop();
    expect(gateway.stats().failed).toBe(0);
  });
});
