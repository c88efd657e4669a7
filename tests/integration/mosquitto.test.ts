import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { toWireTime } from '../../src/contract/time.ts';
import { deviceSecret } from '../../server/gateway/credentials.ts';
import { startGateway, type Gateway } from '../../server/gateway/gateway.ts';
import { systemClock } from '../../server/runtime/clock.ts';
import { FleetState } from '../../server/telemetry/fleetState.ts';
import { FakeCommands, FakeDevices } from '../support/mqttFakes.ts';
import { eventAt, MqttDevice, telemetryAt } from '../support/mqttDevice.ts';
import { startMosquitto, type Mosquitto } from '../support/mosquitto.ts';

const siteKey = randomBytes(32);
const deviceKeys = ['COL000001', 'COL000002'] as const;
const [first, second] = deviceKeys;
const server = { username: 'tian-server', password: 'server-secret' };
const slow = { timeout: 20_000 } as const;

describe('devices at an outside mosquitto', () => {
  let mosquitto: Mosquitto;
  let gateway: Gateway;
  let devices: FakeDevices;
  let commands: FakeCommands;
  let latest: FleetState;
  const troubles: string[] = [];
  const open: MqttDevice[] = [];

  const connect = async (deviceKey: string) => {
    const device = await MqttDevice.connect(mosquitto.port, deviceKey, siteKey);
    open.push(device);
    return device;
  };
  const start = async () => {
    gateway = await startGateway({
      clock: systemClock,
      devices,
      commands,
      latest,
      deviceKey: siteKey,
      mqtt: { url: mosquitto.url, ...server },
      onTrouble: (trouble) => troubles.push(trouble),
    });
    await vi.waitFor(() => expect(gateway.stats().isReady).toBe(true), slow);
  };

  beforeEach(async () => {
    troubles.length = 0;
    devices = new FakeDevices(deviceKeys);
    commands = new FakeCommands();
    latest = new FleetState();
    mosquitto = await startMosquitto(
      server,
      [...deviceKeys, 'UNKNOWN1'].map((key) => ({ username: key, password: deviceSecret(siteKey, key, 1) })),
    );
    await start();
  });
  afterEach(async () => {
    await Promise.all(open.splice(0).map((device) => device.close()));
    await gateway.close();
    await mosquitto.dispose();
  });

  test('reports, calls, last wills and commands work, and a call is receipted after it is stored', async () => {
    const device = await connect(first);
    await device.subscribe(`lift/${first}/receipt`);
    await device.subscribe(`lift/${first}/command`);
    await device.publish('status', { online: true });
    await device.publish('telemetry', telemetryAt(Date.now(), { floor: 6 }));
    await vi.waitFor(() => expect(latest.get(1)?.report.floor).toBe(6), slow);
    await device.publish('event', eventAt(Date.now(), 'e-1', 'trapped'));
    await device.publish('event', eventAt(Date.now(), 'e-1', 'trapped'));
    await vi.waitFor(() => expect(device.receipts).toEqual(['e-1', 'e-1']), slow);
    expect(devices.events).toHaveLength(1);

    commands.queue({ commandId: 7, deviceKey: first, expiresAtMs: Date.now() + 60_000 });
    await vi.waitFor(
      () => expect(device.received.some(({ topic }) => topic === `lift/${first}/command`)).toBe(true),
      slow,
    );
    await device.publish('reply', { command_id: 7, received: true });
    await vi.waitFor(() => expect(commands.stateOf(7)).toBe('delivered'), slow);
    await device.publish('reply', { command_id: 7, code: 0 });
    await vi.waitFor(() => expect(commands.stateOf(7)).toBe('succeeded'), slow);

    device.cut();
    await vi.waitFor(() => expect(devices.presence.at(-1)).toMatch(new RegExp(`^${first} lost`)), slow);
    commands.queue({ commandId: 8, deviceKey: first, expiresAtMs: Date.now() + 60_000 });
    expect(commands.stateOf(8)).toBe('queued');
    const again = await connect(first);
    await again.subscribe(`lift/${first}/command`);
    await again.publish('status', { online: true });
    await vi.waitFor(
      () => expect(again.received.map(({ message }) => message)).toMatchObject([{ command_id: 8 }]),
      slow,
    );
    expect(troubles).toEqual([]);
  });

  test('what could not be stored is not receipted and is delivered again', async () => {
    const device = await connect(first);
    await device.subscribe(`lift/${first}/receipt`);
    devices.beforeCommit = () => Promise.reject(new Error('disk failed'));
    await device.publish('event', eventAt(Date.now(), 'e-1', 'trapped'));
    await vi.waitFor(() => expect(gateway.stats().failed).toBeGreaterThan(0), slow);
    expect(device.receipts).toEqual([]);
    devices.beforeCommit = () => Promise.resolve();
    await vi.waitFor(() => expect(devices.events).toHaveLength(1), slow);
    await vi.waitFor(() => expect(device.receipts).toEqual(['e-1']), slow);
  });

  test('a message that fails again and again holds up no other device, and is quarantined and receipted in the end', async () => {
    const recordEvent = devices.recordEvent.bind(devices);
    devices.recordEvent = (device, message) =>
      device.deviceKey === first ? Promise.reject(new Error('nobody thought of this')) : recordEvent(device, message);
    const device = await connect(first);
    await device.subscribe(`lift/${first}/receipt`);
    const other = await connect(second);
    await other.subscribe(`lift/${second}/receipt`);
    await device.publish('event', eventAt(Date.now(), 'bad', 'trapped'));
    await vi.waitFor(() => expect(gateway.stats().failed).toBeGreaterThan(0), slow);
    await other.publish('event', eventAt(Date.now(), 'e-1', 'trapped'));
    await vi.waitFor(() => expect(other.receipts).toEqual(['e-1']), slow);
    await vi.waitFor(() => expect(device.receipts).toEqual(['bad']), slow);
    expect(devices.quarantined).toMatchObject([{ sender: first, couldBeHelp: true }]);
    // The connection stood all the while.
    expect(troubles.some((text) => text.includes('断开'))).toBe(false);
  });

  test('a call made while the server is down is handled when it comes back', async () => {
    await gateway.close();
    const device = await connect(first);
    await device.publish('event', eventAt(Date.now(), 'e-1', 'trapped'));
    expect(devices.events).toEqual([]);
    await start();
    await vi.waitFor(() => expect(devices.events).toHaveLength(1), slow);
  });

  test('the server recovers automatically after the broker was killed', async () => {
    await mosquitto.kill();
    await vi.waitFor(() => expect(gateway.stats().isReady).toBe(false), slow);
    await mosquitto.start();
    await vi.waitFor(() => expect(gateway.stats().isReady).toBe(true), slow);
    expect(troubles.some((text) => text.includes('正在重试'))).toBe(true);
    const device = await connect(second);
    await device.subscribe(`lift/${second}/receipt`);
    await vi.waitFor(async () => {
      // A device repeats until it sees the receipt.
      await device.publish('event', eventAt(Date.now(), 'e-1', 'SOS'));
      expect(device.receipts).toContain('e-1');
    }, slow);
    expect(devices.events).toHaveLength(1);
  });

  test('an unknown device goes to quarantine, and its call for help is marked', async () => {
    const device = await connect('UNKNOWN1');
    await device.publish('event', eventAt(Date.now(), 'e-1', 'trapped'));
    await vi.waitFor(
      () =>
        expect(devices.quarantined).toMatchObject([
          { sender: 'broker', topic: 'lift/UNKNOWN1/event', couldBeHelp: true },
        ]),
      slow,
    );
  });

  test('a status that the broker kept from earlier does not bring a device back to life', async () => {
    const device = await connect(first);
    await device.client.publishAsync(`lift/${first}/status`, '{"online":true}', { qos: 1, retain: true });
    await vi.waitFor(() => expect(devices.presence).toContain(`${first} reported 1`), slow);
    await gateway.close();
    devices.presence.length = 0;
    await start();
    await device.publish('event', eventAt(Date.now(), 'e-1', 'longTimeOpen'), first);
    await vi.waitFor(() => expect(devices.events).toHaveLength(1), slow);
    // Only the event shows that it is online.
    expect(devices.presence).toEqual([`${first} reported 1`]);
  });

  test('message codes and self-tests come through it as well, and the alarm button among them is a call for help', async () => {
    const device = await connect(first);
    const testedAtMs = Date.now() - 60_000;
    await device.publish('status', { online: true, self_test_at: toWireTime(testedAtMs) });
    await device.publish('telemetry', telemetryAt(Date.now() - 2_000, { codes: ['03', 'E-62'] }));
    await device.publish('telemetry', telemetryAt(Date.now() - 1_000, { codes: ['03', '90'] }));
    await device.publish('telemetry', telemetryAt(Date.now(), { codes: [] }));
    await vi.waitFor(
      () =>
        expect(devices.codes.toSorted()).toEqual(
          ['raised 03', 'raised 90', 'raised E-62=', 'cleared 03', 'cleared 90', 'cleared E-62=']
            .map((text) => `${first} ${text}`)
            .toSorted(),
        ),
      slow,
    );
    expect(devices.selfTests).toEqual([`${first} ${testedAtMs}`]);
    expect(devices.events).toMatchObject([{ message: { kind: 'SOS' } }, { message: { kind: 'SOS', cleared: true } }]);
    expect(devices.quarantined).toMatchObject([{ sender: first, reason: '未知的消息码 E-62' }]);
  });

  test('the broker lets a device speak for itself only, as the documented access rules say', async () => {
    const device = await connect(first);
    await device.publish('event', eventAt(Date.now(), 'foreign', 'trapped'), second);
    await device.publish('event', eventAt(Date.now(), 'own', 'trapped'));
    await vi.waitFor(() => expect(devices.events).toHaveLength(1), slow);
    expect(devices.events).toMatchObject([{ deviceKey: first, message: { id: 'own' } }]);
    // This broker grants the subscription, and delivers nothing of it.
    await device.subscribe(`lift/${second}/command`);
    const other = await connect(second);
    await other.subscribe(`lift/${second}/command`);
    await other.publish('status', { online: true });
    commands.queue({ commandId: 7, deviceKey: second, expiresAtMs: Date.now() + 60_000 });
    await vi.waitFor(() => expect(other.received).toHaveLength(1), slow);
    expect(device.received).toEqual([]);
  });
});
