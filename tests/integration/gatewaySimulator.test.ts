import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { bridgeSecret, bridgeUser, deviceSecret } from '../../server/gateway/credentials.ts';
import { startGateway, type Gateway } from '../../server/gateway/gateway.ts';
import { FleetState } from '../../server/telemetry/fleetState.ts';
import { VirtualClock } from '../../server/runtime/virtualClock.ts';
import { simulateCity, type Simulator, type CityOptions } from '../../server/simulator/citySimulator.ts';
import { FakeCommands, FakeDevices } from '../support/mqttFakes.ts';
import { eventAt, MqttDevice } from '../support/mqttDevice.ts';

const siteKey = randomBytes(32);
const deviceKeys = Array.from({ length: 40 }, (_, index) => `COL${String(index + 1).padStart(6, '0')}`);
const [first, second, third] = deviceKeys;

describe('the simulated city, over real MQTT', () => {
  let clock: VirtualClock;
  let devices: FakeDevices;
  let commands: FakeCommands;
  let latest: FleetState;
  let gateway: Gateway;
  let simulator: Simulator | undefined;
  const troubles: string[] = [];

  beforeEach(async () => {
    // 18:30 in the city: a busy time.
    clock = new VirtualClock(Date.UTC(2026, 5, 1, 10, 30));
    devices = new FakeDevices(deviceKeys);
    commands = new FakeCommands();
    latest = new FleetState();
    troubles.length = 0;
    gateway = await startGateway({
      clock,
      devices,
      commands,
      latest,
      deviceKey: siteKey,
      mqtt: { port: 0, host: '127.0.0.1' },
      onTrouble: (trouble) => troubles.push(trouble),
    });
  });
  afterEach(async () => {
    await simulator?.close();
    await gateway.close();
    expect(troubles).toEqual([]);
  });

  const simulate = (changes: Partial<CityOptions> = {}) => {
    simulator = simulateCity({
      clock,
      seed: 1,
      bridgeConnections: 4,
      broker: { host: '127.0.0.1', port: gateway.port ?? 0 },
      bridge: { username: bridgeUser, password: bridgeSecret(siteKey) },
      credentialsOf: (deviceKey) => ({ username: deviceKey, password: deviceSecret(siteKey, deviceKey, 1) }),
      lifts: deviceKeys.map((deviceKey, index) => ({ deviceKey, elevatorId: index + 1, floorMin: -1, floorMax: 18 })),
      ratePerThousandDay: {},
      onTrouble: (trouble) => troubles.push(trouble),
      ...changes,
    });
    return simulator;
  };
  /** Lets time pass in small steps, so that what goes over the network keeps up. */
  const until = (check: () => void, stepMs = 500) =>
    vi.waitFor(
      async () => {
        await clock.advance(stepMs);
        check();
      },
      { timeout: 20_000, interval: 5 },
    );
  const telemetryOf = (elevatorId: number) => latest.get(elevatorId)?.report;

  test('each lift reports as itself, and one in a hundred never does', async () => {
    simulate({ offline: new Set([first ?? '']) });
    await until(() => expect(gateway.stats().onlineDevices).toBe(39));
    expect(telemetryOf(2)).toMatchObject({ service_mode: 1 });
    await until(() => expect(devices.presence).toContain(`${first} silent 3`));
    expect(devices.presence.filter((entry) => entry.includes('reported'))).toHaveLength(39);
    expect(gateway.stats()).toMatchObject({ droppedTelemetry: 0, quarantined: 0 });
  });

  test("a lift calls for help in time, stands still, and is released by the server's command", async () => {
    const running = simulate({ firstCallWithinMs: 10_000 });
    await until(() => expect(devices.events).toHaveLength(1));
    const [{ deviceKey, message } = { deviceKey: '', message: undefined }] = devices.events;
    expect(message?.kind).toBe('trapped');
    const elevatorId = deviceKeys.indexOf(deviceKey) + 1;
    await until(() =>
      expect(telemetryOf(elevatorId)).toMatchObject({ service_mode: 0, car_status: 0, door: 'closed' }),
    );
    expect(telemetryOf(elevatorId)?.people).toBeGreaterThan(0);
    await until(() => expect(running.stats()).toMatchObject({ stuck: 1, outstanding: 0 }));
    commands.queue({
      commandId: 5,
      deviceKey,
      expiresAtMs: clock.nowMs() + 60_000,
      identifier: 'sos_status',
      payload: { sos_status: { status: 2 } },
    });
    await until(() => expect(commands.stateOf(5)).toBe('succeeded'));
    await until(() =>
      expect(devices.events.some((event) => event.message.cleared === true && event.deviceKey === deviceKey)).toBe(
        true,
      ),
    );
    expect(running.stats().stuck).toBe(0);
  });

  test('an event is repeated until its receipt comes', async () => {
    devices.beforeCommit = () => Promise.reject(new Error('store unavailable'));
    const running = simulate({ firstCallWithinMs: 5_000 });
    await until(() => expect(gateway.stats().failed).toBeGreaterThan(1), 1_000);
    expect(running.stats().outstanding).toBe(1);
    devices.beforeCommit = () => Promise.resolve();
    await until(() => expect(running.stats().outstanding).toBe(0), 1_000);
    expect(devices.events).toHaveLength(1);
    troubles.length = 0;
  });

  test('a collector flaps: lost by its last will, there again, and so on', async () => {
    simulate({ flapping: second });
    await until(() => {
      const flips = devices.presence.filter((entry) => entry.startsWith(second ?? ''));
      expect(flips.slice(0, 4).map((entry) => entry.split(' ')[1])).toEqual(['reported', 'lost', 'reported', 'lost']);
    });
  });

  test('who plays a lift with a client of their own is followed by its car', async () => {
    const running = simulate({ stuck: new Set([third ?? '']) });
    await until(() => expect(running.stats()).toMatchObject({ stuck: 1 }));
    const player = await MqttDevice.connect(gateway.port ?? 0, first ?? '', siteKey);
    await until(() => expect(gateway.stats().connections).toBe(5));
    await player.publish('event', eventAt(clock.nowMs(), 'mine-1', 'trapped'));
    await until(() => expect(running.stats().stuck).toBe(2));
    await until(() => expect(telemetryOf(1)).toMatchObject({ service_mode: 0 }));
    player.cut();
    await until(() => expect(devices.presence).toContain(`${first} lost lastWill`));
    const reports = devices.presence.length;
    await until(() => expect(telemetryOf(2)?.at).toBeGreaterThan(0));
    for (let second = 0; second < 30; second += 1) await clock.advance(1_000);
    expect(devices.presence.slice(reports).filter((entry) => entry.startsWith(first ?? ''))).toEqual([]);
  });

  test('alarms come at the given rate', async () => {
    // 40 lifts at 2,500 a thousand a day are 100 a day; the hour is one of the busiest.
    simulate({ ratePerThousandDay: { moto: 2_500 }, reportPeriodMs: 3_600_000, misbehaves: false });
    for (let minute = 0; minute < 60; minute += 1) await clock.advance(60_000);
    await vi.waitFor(() =>
      expect(devices.events.filter(({ message }) => message.cleared !== true).length).toBeGreaterThan(2),
    );
    expect(devices.events.filter(({ message }) => message.cleared !== true).length).toBeLessThan(30);
  });
});
