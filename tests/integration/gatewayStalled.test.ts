import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { bridgeUser } from '../../server/gateway/credentials.ts';
import { startGateway, type Gateway } from '../../server/gateway/gateway.ts';
import { systemClock } from '../../server/runtime/clock.ts';
import { FleetState } from '../../server/telemetry/fleetState.ts';
import { FakeCommands, FakeDevices } from '../support/mqttFakes.ts';
import { eventAt, MqttDevice } from '../support/mqttDevice.ts';
import { publishOncePacket, subscribePacket } from '../support/mqttPackets.ts';
import { MqttWire } from '../support/mqttWire.ts';

const deviceKeys = ['COL000001', 'COL000002', 'COL000003'] as const;
const [first, second] = deviceKeys;
const siteKey = randomBytes(32);

describe('a reader that has stopped reading', () => {
  let devices: FakeDevices;
  let gateway: Gateway;
  let port: number;
  const wires: MqttWire[] = [];

  const signIn = async (username: string) => {
    const wire = await MqttWire.signIn(port, username, siteKey);
    wires.push(wire);
    return wire;
  };

  /** Subscribes to every event of the city and reads none, until both sides of the connection are full. */
  const stallReader = async () => {
    const reader = await signIn(bridgeUser);
    reader.say(subscribePacket(['lift/+/event']));
    await vi.waitFor(() => expect(reader.heard.length).toBeGreaterThan(4));
    reader.stopReading();
    const long = 'x'.repeat(60_000);
    let kept = 0;
    for (const [name, count, data] of [
      ['long', 180, { long }],
      ['short', 400, {}],
    ] as const) {
      const loud = await signIn(bridgeUser);
      for (let index = 0; index < count; index += 1) {
        loud.say(
          publishOncePacket(
            `lift/${first}/event`,
            JSON.stringify(eventAt(Date.now(), `${name}-${index}`, 'trapped', { data })),
            index + 1,
          ),
        );
      }
      kept += count;
      await vi.waitFor(() => expect(devices.events).toHaveLength(kept), { timeout: 10_000 });
    }
    return reader;
  };

  const callIsReceipted = async () => {
    const caller = await MqttDevice.connect(port, second, siteKey);
    try {
      await caller.subscribe(`lift/${second}/receipt`);
      const calledAtMs = performance.now();
      await caller.publish('event', eventAt(Date.now(), 'call', 'trapped'));
      await vi.waitFor(() => expect(caller.receipts).toEqual(['call']), { timeout: 10_000, interval: 5 });
      return performance.now() - calledAtMs;
    } finally {
      await caller.close();
    }
  };

  beforeEach(async () => {
    devices = new FakeDevices(deviceKeys);
    gateway = await startGateway({
      clock: systemClock,
      devices,
      commands: new FakeCommands(),
      latest: new FleetState(),
      deviceKey: siteKey,
      mqtt: { port: 0, host: '127.0.0.1' },
      onTrouble: () => {},
    });
    port = gateway.port ?? 0;
  });
  afterEach(async () => {
    for (const wire of wires.splice(0)) wire.drop();
    await gateway.close();
  });

  test('does not delay anyone else’s receipt', async () => {
    await stallReader();
    expect(await callIsReceipted()).toBeLessThan(1_000);
  });

  test('is cut off when more waits for it than a reader that reads would leave', async () => {
    const reader = await stallReader();
    const loud = await signIn(bridgeUser);
    const long = 'x'.repeat(60_000);
    for (let index = 0; index < 200; index += 1)
      loud.say(
        publishOncePacket(
          `lift/${first}/event`,
          JSON.stringify(eventAt(Date.now(), `more-${index}`, 'trapped', { data: { long } })),
          index + 1,
        ),
      );
    await vi.waitFor(() => expect(gateway.stats().closedStalled).toBe(1), { timeout: 10_000 });
    reader.readOn();
    await reader.closed();
  });

  test('is cut off when it has not read for five seconds', async () => {
    const reader = await stallReader();
    await vi.waitFor(() => expect(gateway.stats().connections).toBe(2), { timeout: 15_000, interval: 50 });
    reader.readOn();
    await reader.closed();
    expect(gateway.stats().closedStalled).toBe(0);
  });

  test('and reads on after thousands of subscriptions leaves the server alive', async () => {
    const reader = await stallReader();
    const others = await Promise.all(Array.from({ length: 6 }, () => signIn(bridgeUser)));
    for (const other of others)
      other.say(...Array.from({ length: 900 }, (_, index) => subscribePacket([`lift/${first}/command`], index + 1)));
    await vi.waitFor(
      () => {
        for (const other of others) expect(other.heard.length).toBe(4 + 900 * 5);
      },
      { timeout: 10_000 },
    );
    reader.readOn();
    expect(await callIsReceipted()).toBeLessThan(1_000);
  });
});
