import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { deviceSecret } from '../../server/gateway/credentials.ts';
import { startGateway, type Gateway } from '../../server/gateway/gateway.ts';
import { systemClock } from '../../server/runtime/clock.ts';
import { FleetState } from '../../server/telemetry/fleetState.ts';
import { startMosquitto, type Mosquitto } from '../support/mosquitto.ts';
import { eventAt, MqttDevice } from '../support/mqttDevice.ts';
import { openDomain, type TestDomain } from '../support/openDomain.ts';
import { onBothDatabases } from '../support/postgresOfFile.ts';
import { smallCity } from '../support/smallCity.ts';

const { lift, farLift } = smallCity;
const siteKey = randomBytes(32);
const account = { username: 'tian-server', password: 'server-secret' };
const slow = { timeout: 20_000 } as const;
const deep = `${'['.repeat(5_000)}${']'.repeat(5_000)}`;

/** From an ordinary mistake to spite; the last of it can be understood. */
const poison = async (device: MqttDevice) => {
  const event = JSON.stringify(eventAt(Date.now(), 'deep', 'moto'));
  await device.publish('event', `${event.slice(0, -1)},"data":{"deep":${deep}}}`);
  await device.publish('event', deep);
  await device.publish('event', 'SOS\u0000\u0000');
  await device.publish('reply', `{"command_id":1,"code":0,"data":${deep}}`);
  await device.publish('event', `${JSON.stringify(eventAt(Date.now(), 'c-string', 'moto'))}\u0000`);
};

const databases = onBothDatabases();

describe.each(databases)('what can never be stored, from an external mosquitto, on %s', (_name, createDatabase) => {
  let mosquitto: Mosquitto;
  let city: TestDomain;
  let gateway: Gateway;
  const troubles: string[] = [];
  const open: MqttDevice[] = [];

  const start = async () => {
    const { domain } = city;
    gateway = await startGateway({
      clock: systemClock,
      devices: domain.devices,
      commands: domain.commands,
      latest: new FleetState(),
      deviceKey: siteKey,
      mqtt: { url: mosquitto.url, ...account },
      onTrouble: (trouble) => troubles.push(trouble),
    });
    await vi.waitFor(() => expect(gateway.stats().isReady).toBe(true), slow);
  };
  const connect = async (deviceKey: string) => {
    const device = await MqttDevice.connect(mosquitto.port, deviceKey, siteKey);
    open.push(device);
    await device.subscribe(`lift/${deviceKey}/receipt`);
    return device;
  };
  beforeEach(async () => {
    troubles.length = 0;
    mosquitto = await startMosquitto(
      account,
      [lift.deviceKey, farLift.deviceKey].map((key) => ({ username: key, password: deviceSecret(siteKey, key, 1) })),
    );
    city = await openDomain({ databaseUrl: await createDatabase() });
    await start();
  });
  afterEach(async () => {
    await Promise.all(open.splice(0).map((device) => device.close()));
    await gateway.close();
    await city.dispose();
    await mosquitto.dispose();
  });

  test('is quarantined and acknowledged, and another lift’s call is receipted', async () => {
    const [device, other] = [await connect(lift.deviceKey), await connect(farLift.deviceKey)];
    await poison(device);
    await other.publish('event', eventAt(Date.now(), 'call', 'trapped'));
    await vi.waitFor(() => expect(other.receipts).toEqual(['call']), slow);
    await vi.waitFor(() => expect(device.receipts.toSorted()).toEqual(['c-string', 'deep']), slow);
    await vi.waitFor(
      async () =>
        expect(
          await city.store.rows.selectFrom('quarantine').select(['device_key', 'could_be_help', 'payload']).execute(),
        ).toEqual(
          expect.arrayContaining([{ device_key: lift.deviceKey, could_be_help: 1, payload: 'SOS\\u0000\\u0000' }]),
        ),
      slow,
    );
    expect(troubles).toEqual([]);
  });

  test('does not stop the server that finds it in its session after a restart', async () => {
    const [device, other] = [await connect(lift.deviceKey), await connect(farLift.deviceKey)];
    await gateway.close();
    await poison(device);
    await other.publish('event', eventAt(Date.now(), 'call', 'trapped'));
    await start();
    await vi.waitFor(() => expect(other.receipts).toEqual(['call']), slow);
    await vi.waitFor(() => expect(device.receipts.toSorted()).toEqual(['c-string', 'deep']), slow);
    expect(troubles).toEqual([]);
    // Acknowledged: a third server finds nothing.
    await gateway.close();
    await start();
    await other.publish('event', eventAt(Date.now(), 'call again', 'SOS'));
    await vi.waitFor(() => expect(other.receipts).toEqual(['call', 'call again']), slow);
    expect(gateway.stats()).toMatchObject({ events: 1, quarantined: 0 });
  });
});
