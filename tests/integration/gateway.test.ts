import { randomBytes } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { connect as connectTcp } from 'node:net';
import mqtt from 'mqtt';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { deviceSecret } from '../../server/gateway/credentials.ts';
import { startGateway, type Gateway } from '../../server/gateway/gateway.ts';
import { createSendAsDevice } from '../../server/gateway/sendAsDevice.ts';
import { UnkeepableDataError } from '../../server/store/errors.ts';
import { toWireTime } from '../../src/contract/time.ts';
import { FleetState } from '../../server/telemetry/fleetState.ts';
import { systemClock } from '../../server/runtime/clock.ts';
import { VirtualClock } from '../../server/runtime/virtualClock.ts';
import { fastPaths } from '../support/fastPaths.ts';
import { FakeCommands, FakeDevices } from '../support/mqttFakes.ts';
import { eventAt, MqttDevice, telemetryAt } from '../support/mqttDevice.ts';
import {
  mqttPacket,
  pingPacket,
  publishExactlyOncePacket,
  publishOncePacket,
  publishPacket,
  subscribePacket,
  unsubscribePacket,
} from '../support/mqttPackets.ts';
import { MqttWire } from '../support/mqttWire.ts';

const deviceKeys = ['COL000001', 'COL000002', 'COL000003'] as const;
const [first, second] = deviceKeys;
const siteKey = randomBytes(32);

const closing = (device: MqttDevice): Promise<void> =>
  new Promise((resolve) => {
    device.client.once('close', () => resolve());
  });

describe('the gateway, to a real MQTT client', () => {
  let clock: VirtualClock;
  let devices: FakeDevices;
  let commands: FakeCommands;
  let latest: FleetState;
  let gateway: Gateway;
  let port: number;
  const troubles: string[] = [];
  const open: MqttDevice[] = [];

  const connect = async (
    ...args: [deviceKey: string] | [deviceKey: string, options: Parameters<typeof MqttDevice.connect>[3]]
  ) => {
    const [deviceKey, options] = args;
    const device = await MqttDevice.connect(port, deviceKey, siteKey, options);
    open.push(device);
    return device;
  };

  const connectBridge = async () => {
    const bridge = await MqttDevice.connectBridge(port, siteKey);
    open.push(bridge);
    return bridge;
  };

  /** Signs in, goes on calling until it is slowed down, and leaves; returns the code of the CONNACK. */
  const callOn = async () => {
    const wire = await MqttWire.signIn(port, first, siteKey);
    if (wire.returnCode === 0) {
      const before = gateway.stats().delayedUrgent;
      wire.say(...Array.from({ length: 300 }, () => publishPacket(`lift/${first}/event`, 'SOS')));
      await vi.waitFor(() => expect(gateway.stats().delayedUrgent).toBeGreaterThan(before));
    }
    wire.drop();
    return wire.returnCode;
  };

  beforeEach(async () => {
    clock = new VirtualClock();
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
      fastReports: fastPaths,
      onTrouble: (trouble) => troubles.push(trouble),
    });
    port = gateway.port ?? 0;
  });

  afterEach(async () => {
    await Promise.all(open.splice(0).map((device) => device.close()));
    await gateway.close();
  });

  test('a test of the site is a call of the device, beside the device itself, and ends with its receipt', async () => {
    const device = await connect(first);
    const send = createSendAsDevice({ clock, siteKey, broker: () => ({ url: `mqtt://127.0.0.1:${port}` }) });
    await send(first, { id: 'test-1', kind: 'SOS' });
    expect(devices.begun).toContain('test-1');
    expect(device.client.connected).toBe(true);
    const stranger = createSendAsDevice({
      clock,
      siteKey: randomBytes(32),
      broker: () => ({ url: `mqtt://127.0.0.1:${port}` }),
    });
    await expect(stranger(first, { id: 'test-2', kind: 'SOS' })).rejects.toThrow();
    expect(devices.begun).not.toContain('test-2');
  });

  test('a call for help goes past a flood of lesser alarms that the disk cannot follow, and none of them is lost', async () => {
    const disk = new EventEmitter();
    const diskIsFree = once(disk, 'free');
    devices.beforeCommit = async () => {
      await diskIsFree;
    };
    const bridge = await connectBridge();
    const flood = deviceKeys.flatMap((deviceKey) =>
      Array.from({ length: 50 }, (_, index) =>
        bridge.publish('event', eventAt(clock.nowMs(), `lesser-${index}`, 'moto'), deviceKey),
      ),
    );
    await expect.poll(() => devices.begun.length).toBeGreaterThan(10);
    const caller = await connect(second);
    const call = caller.publish('event', eventAt(clock.nowMs(), 'call', 'trapped'));
    await expect.poll(() => devices.begun).toContain('call');
    // The rest of the flood still waits.
    expect(devices.begun.length).toBeLessThan(flood.length);
    disk.emit('free');
    await Promise.all([call, ...flood]);
    expect(devices.events).toHaveLength(flood.length + 1);
    expect(gateway.stats()).toMatchObject({ droppedEvents: 0, failed: 0 });
  });

  test('while one bridge floods, no danger to life waits behind what another bridge sent before it, be it one of a lesser kind that its device calls so', async () => {
    const disk = new EventEmitter();
    const diskIsFree = once(disk, 'free');
    devices.beforeCommit = async () => {
      await diskIsFree;
    };
    const publishedBy = async (events: readonly (readonly [deviceKey: string, event: object])[]) => {
      const wire = await MqttWire.signIn(port, 'bridge', siteKey);
      const say = (more: typeof events) =>
        wire.say(
          ...more.map(([key, event], at) => publishOncePacket(`lift/${key}/event`, JSON.stringify(event), at + 1)),
        );
      say(events);
      return { wire, say };
    };
    const flood = deviceKeys.flatMap((key) =>
      Array.from({ length: 40 }, (_, index) => [key, eventAt(clock.nowMs(), `lesser-${index}`, 'moto')] as const),
    );
    const { wire: flooding } = await publishedBy(flood);
    await expect.poll(() => devices.begun.length).toBe(64);
    const own = Array.from(
      { length: 8 },
      (_, index) => [second, eventAt(clock.nowMs(), `own-${index}`, 'moto')] as const,
    );
    const { wire: another, say } = await publishedBy(own);
    // A sign-in after them is answered after they were read.
    const later = await MqttWire.signIn(port, 'bridge', siteKey);
    const kinds = { over_speed: {}, overshoot: {}, screamForHelp: {}, breakElevator: { level: 1 } };
    const urgent = Object.entries(kinds).map(
      ([kind, more]) => [second, eventAt(clock.nowMs(), `urgent-${kind}`, kind, more)] as const,
    );
    say(urgent);
    await expect
      .poll(() => devices.begun)
      .toEqual(expect.arrayContaining(Object.keys(kinds).map((kind) => `urgent-${kind}`)));
    // The rest of the flood still waits.
    expect(devices.begun.length).toBeLessThan(flood.length);
    disk.emit('free');
    await expect.poll(() => devices.events.length).toBe(flood.length + own.length + urgent.length);
    expect(gateway.stats()).toMatchObject({ droppedEvents: 0, failed: 0 });
    for (const wire of [flooding, another, later]) wire.drop();
  });

  test('however many lesser alarms a device has sent, one that it calls a danger to life is kept and receipted', async () => {
    const device = await connect(first);
    await device.subscribe(`lift/${first}/receipt`);
    for (let index = 0; index < 70; index += 1)
      await device.publish('event', eventAt(clock.nowMs(), `lesser-${index}`, 'moto'));
    await device.publish('event', eventAt(clock.nowMs(), 'called-urgent', 'breakElevator', { level: 1 }));
    await expect.poll(() => device.receipts).toContain('called-urgent');
    expect(gateway.stats().droppedEvents).toBe(10);
  });

  test('a device with a wrong secret is refused', async () => {
    await expect(connect(first, { password: 'wrong' })).rejects.toThrow(/bad user ?name or password/i);
    await expect(connect('bridge', { password: 'wrong' })).rejects.toThrow(/bad user ?name or password/i);
    expect(gateway.stats().refusedLogins).toBe(2);
  });

  test('a call for help is acknowledged only after it is committed, and then receipted', async () => {
    const commit = new EventEmitter();
    const committed = once(commit, 'done');
    devices.beforeCommit = async () => {
      await committed;
    };
    const device = await connect(first);
    await device.subscribe(`lift/${first}/receipt`);
    let isAcknowledged = false;
    const published = device.publish('event', eventAt(clock.nowMs(), 'e-1', 'trapped')).then(() => {
      isAcknowledged = true;
    });
    // A ping goes the whole way and back behind the event: had there been a PUBACK, it would be here.
    await vi.waitFor(() => expect(gateway.stats().onlineDevices).toBe(1));
    const other = await connect(second);
    await other.publish('telemetry', telemetryAt(clock.nowMs()));
    expect(isAcknowledged).toBe(false);
    expect(device.receipts).toEqual([]);
    commit.emit('done');
    await published;
    expect(devices.events).toHaveLength(1);
    await vi.waitFor(() => expect(device.receipts).toEqual(['e-1']));
  });

  test('a report of a pressed alarm button is one call for help for each press, acknowledged after its commit', async () => {
    const commit = new EventEmitter();
    const committed = once(commit, 'done');
    devices.beforeCommit = async () => {
      await committed;
    };
    const device = await connect(first);
    let isAcknowledged = false;
    const pressed = telemetryAt(clock.nowMs(), { codes: ['04', '90'] });
    const published = device.publish('telemetry', pressed).then(() => {
      isAcknowledged = true;
    });
    await vi.waitFor(() => expect(devices.begun).toHaveLength(1));
    await (await connect(second)).publish('telemetry', telemetryAt(clock.nowMs()));
    expect(isAcknowledged).toBe(false);
    commit.emit('done');
    await published;
    await device.publish('telemetry', pressed);
    await device.publish('telemetry', telemetryAt(clock.nowMs() + 5_000, { codes: ['90'] }));
    expect(devices.events).toMatchObject([{ deviceKey: first, message: { kind: 'SOS' } }]);
    await device.publish('telemetry', telemetryAt(clock.nowMs() + 10_000, { codes: [] }));
    // Again, and without an acknowledgement.
    const again = JSON.stringify(telemetryAt(clock.nowMs() + 15_000, { codes: ['90'] }));
    device.client.publish(`lift/${first}/telemetry`, again, { qos: 0 });
    await vi.waitFor(() =>
      expect(devices.events.filter(({ message }) => message.cleared !== true)).toMatchObject([
        { message: { kind: 'SOS' } },
        { message: { kind: 'SOS' } },
      ]),
    );
    await vi.waitFor(() => expect(devices.codes).toContain(`${first} raised 90`));
  });

  test('no flood of reports drops the one with the button, and one that cannot be read is marked as a possible call', async () => {
    const device = await connect(first);
    for (let index = 0; index < 40; index += 1) await device.publish('telemetry', telemetryAt(clock.nowMs() + index));
    expect(gateway.stats().droppedTelemetry).toBe(20);
    await device.publish('telemetry', telemetryAt(clock.nowMs() + 50, { codes: ['90'] }));
    expect(devices.events).toMatchObject([{ message: { kind: 'SOS' } }]);
    await device.publish('telemetry', telemetryAt(clock.nowMs() + 60, { floor: '?', codes: ['90'] }));
    expect(devices.quarantined).toMatchObject([{ topic: `lift/${first}/telemetry`, couldBeHelp: true }]);
  });

  test('what could not be committed is not acknowledged, and the device is cut off so that it repeats', async () => {
    devices.beforeCommit = () => Promise.reject(new Error('disk failed'));
    const device = await connect(first);
    const closed = closing(device);
    const publishing = device.publish('event', eventAt(clock.nowMs(), 'e-1', 'trapped')).then(
      () => 'acknowledged',
      () => 'not acknowledged',
    );
    await closed;
    devices.beforeCommit = () => Promise.resolve();
    const again = await connect(first);
    await again.publish('event', eventAt(clock.nowMs(), 'e-1', 'trapped'));
    expect(devices.events).toHaveLength(1);
    await device.close();
    expect(await Promise.race([publishing, Promise.resolve('not acknowledged')])).toBe('not acknowledged');
    expect(troubles.some((text) => text.includes('等待设备重发'))).toBe(true);
  });

  test('a repeated event is acknowledged and receipted, and changes nothing', async () => {
    const device = await connect(first);
    await device.subscribe(`lift/${first}/receipt`);
    for (let time = 0; time < 3; time += 1) await device.publish('event', eventAt(clock.nowMs(), 'e-1', 'trapped'));
    expect(devices.events).toHaveLength(1);
    await vi.waitFor(() => expect(device.receipts).toEqual(['e-1', 'e-1', 'e-1']));
    expect(gateway.stats()).toMatchObject({ events: 3, repeatedEvents: 2 });
  });

  test('a device that publishes for another is cut off; its call for help is quarantined for people to see', async () => {
    const device = await connect(first);
    const closed = closing(device);
    device.publish('event', eventAt(clock.nowMs(), 'e-1', 'trapped'), second).catch(() => {});
    await closed;
    expect(devices.events).toEqual([]);
    expect(devices.quarantined).toMatchObject([{ topic: `lift/${second}/event`, couldBeHelp: true }]);
    expect(gateway.stats().refusedTopics).toBe(1);
  });

  test('a device may not speak as the server', async () => {
    const device = await connect(first);
    const closed = closing(device);
    device.publish('command', { command_id: 1 }).catch(() => {});
    await closed;
    expect(devices.quarantined).toEqual([]);
  });

  test('a device receives its own commands and receipts, and nothing else', async () => {
    const device = await connect(first);
    expect(await device.subscribe(`lift/${first}/command`)).toBe(1);
    expect(await device.subscribe(`lift/${first}/receipt`)).toBe(1);
    for (const topic of [
      `lift/${second}/command`,
      `lift/${first}/telemetry`,
      'lift/+/command',
      'lift/#',
      '#',
      '$SYS/#',
    ]) {
      expect(await device.subscribe(topic), topic).toBe(128);
    }
  });

  test('what cannot be read goes to quarantine, acknowledged, and a possible call for help is marked', async () => {
    const device = await connect(first);
    await device.publish('event', '{"kind":"trapped", broken');
    await device.publish('event', eventAt(clock.nowMs(), 'e-2', 'noSuchKind'));
    await device.publish('telemetry', telemetryAt(clock.nowMs(), { floor: 'three' }));
    await device.publish('reply', { command_id: 'sos_status' });
    await device.publishRaw('lift/COL000001/other', 'SOS');
    await device.publishRaw('something/else', '\u0000\u0001');
    expect(devices.events).toEqual([]);
    expect(devices.quarantined.map(({ topic, couldBeHelp }) => [topic, couldBeHelp])).toEqual([
      [`lift/${first}/event`, true],
      [`lift/${first}/event`, false],
      [`lift/${first}/telemetry`, false],
      [`lift/${first}/reply`, false],
      ['lift/COL000001/other', true],
      ['something/else', false],
    ]);
    expect(devices.quarantined[1]?.reason).toContain('kind');
  });

  test('a call from a device that sends C strings is understood: what follows the first NUL is no message', async () => {
    const device = await connect(first);
    await device.subscribe(`lift/${first}/receipt`);
    await device.publish('event', `${JSON.stringify(eventAt(clock.nowMs(), 'e-1', 'trapped'))}\u0000\u0000old`);
    expect(devices.events).toMatchObject([{ message: { id: 'e-1', kind: 'trapped' } }]);
    expect(devices.quarantined).toEqual([]);
    await vi.waitFor(() => expect(device.receipts).toEqual(['e-1']));
  });

  test('a call rings although what the device adds to it is five thousand levels deep; that goes to quarantine', async () => {
    const device = await connect(first);
    await device.subscribe(`lift/${first}/receipt`);
    const event = JSON.stringify(eventAt(clock.nowMs(), 'e-1', 'trapped'));
    await device.publish('event', `${event.slice(0, -1)},"data":{"deep":${'['.repeat(5_000)}${']'.repeat(5_000)}}}`);
    expect(devices.events).toMatchObject([{ message: { id: 'e-1', kind: 'trapped', data: undefined } }]);
    expect(devices.quarantined).toMatchObject([
      { sender: first, couldBeHelp: false, reason: expect.stringContaining('过深') },
    ]);
    await vi.waitFor(() => expect(device.receipts).toEqual(['e-1']));
  });

  test('a report that is nested beyond reason is acknowledged, and listed if it cannot be read', async () => {
    const device = await connect(first);
    const report = JSON.stringify(telemetryAt(clock.nowMs()));
    const deep = `${'['.repeat(9_000)}${']'.repeat(9_000)}`;
    await device.publish('telemetry', `${report.slice(0, -1)},"codes":${deep}}`);
    await device.publish('telemetry', `${report.slice(0, -1)},"more":${deep}}`);
    expect(devices.quarantined).toMatchObject([{ sender: first, couldBeHelp: false }]);
    expect(gateway.stats()).toMatchObject({ connections: 1, failed: 0 });
  });

  test('what can never be kept is acknowledged and quarantined, so that the device does not repeat it forever', async () => {
    const device = await connect(first);
    await device.subscribe(`lift/${first}/receipt`);
    devices.recordEvent = () => Promise.reject(new UnkeepableDataError(new Error('22021')));
    await device.publish('event', eventAt(clock.nowMs(), 'e-1', 'trapped'));
    expect(devices.quarantined).toMatchObject([{ sender: first, couldBeHelp: true, reason: '内容无法保存' }]);
    await vi.waitFor(() => expect(device.receipts).toEqual(['e-1']));
  });

  test('a call that we fail to record gets no acknowledgement; operators see it, and it rings when it comes again', async () => {
    const recordEvent = devices.recordEvent.bind(devices);
    devices.recordEvent = () => Promise.reject(new TypeError('a fault of ours'));
    const device = await connect(first);
    const closed = closing(device);
    device.publish('event', eventAt(clock.nowMs(), 'e-1', 'trapped')).catch(() => {});
    await closed;
    expect(device.receipts).toEqual([]);
    await vi.waitFor(() =>
      expect(devices.quarantined).toMatchObject([
        { sender: first, couldBeHelp: true, reason: '服务器处理出错，等待设备重发' },
      ]),
    );
    expect(troubles).toEqual([expect.stringContaining('未能保存')]);
    devices.recordEvent = recordEvent;
    const again = await connect(first);
    await again.subscribe(`lift/${first}/receipt`);
    await again.publish('event', eventAt(clock.nowMs(), 'e-1', 'trapped'));
    await vi.waitFor(() => expect(again.receipts).toEqual(['e-1']));
  });

  test('a call is receipted by its own name although what it adds cannot be kept and its device is quarantined too often', async () => {
    const device = await connect(first);
    await device.subscribe(`lift/${first}/receipt`);
    const deep = `"data":{"deep":${'['.repeat(50)}${']'.repeat(50)}}}`;
    const ids = Array.from({ length: 25 }, (_, index) => `e-${index}`);
    for (const id of ids)
      await device.publish('event', `${JSON.stringify(eventAt(clock.nowMs(), id, 'trapped')).slice(0, -1)},${deep}`);
    await vi.waitFor(() => expect(device.receipts).toEqual(ids));
    expect(devices.quarantined).toHaveLength(20);
  });

  test('made-up names that a bridge carries share what it may send that cannot be read', async () => {
    const bridge = await connectBridge();
    for (let index = 0; index < 40; index += 1) await bridge.publish('event', 'noise', `MADE-UP-${index}`);
    expect(devices.quarantined).toHaveLength(20);
    await bridge.publish('event', 'noise', second);
    expect(devices.quarantined).toHaveLength(21);
  });

  test('quarantine is charged to the sender: unregistered names to their bridge, a foreign topic to the device itself', async () => {
    const bridge = await connectBridge();
    await bridge.publish('event', 'SOS', 'MADE-UP-1');
    await bridge.publish('event', 'SOS', first);
    const device = await connect(first);
    const closed = closing(device);
    device.publish('event', 'SOS', second).catch(() => {});
    await closed;
    expect(devices.quarantined.map(({ sender }) => sender)).toEqual(['bridge', first, first]);
  });

  test('an unknown device of a bridge goes to quarantine and is receipted, so that it does not repeat forever', async () => {
    const bridge = await connectBridge();
    await bridge.subscribe('lift/+/receipt');
    await bridge.publish('event', eventAt(clock.nowMs(), 'e-1', 'SOS'), 'UNKNOWN9');
    expect(devices.quarantined).toMatchObject([{ topic: 'lift/UNKNOWN9/event', couldBeHelp: true }]);
    await vi.waitFor(() => expect(bridge.receipts).toEqual(['e-1']));
  });

  test('a message from a device with a valid secret that is bound to no lift is quarantined', async () => {
    const device = await connect('COL999999');
    await device.publish('event', eventAt(clock.nowMs(), 'e-1', 'trapped'));
    expect(devices.quarantined).toMatchObject([
      { topic: 'lift/COL999999/event', reason: '设备未登记或未绑定电梯', couldBeHelp: true },
    ]);
  });

  test('a packet above 64 KiB closes the connection before it is read', async () => {
    const device = await connect(first);
    const closed = closing(device);
    device.publish('event', 'x'.repeat(70_000)).catch(() => {});
    await closed;
    expect(gateway.stats().oversizedPackets).toBe(1);
    expect(devices.quarantined).toEqual([]);
  });

  test('an event of nearly 64 KiB, which is read in pieces, is kept', async () => {
    const device = await connect(first);
    const padding = ' '.repeat(60_000);
    await device.publish(
      'event',
      `${padding}${JSON.stringify(eventAt(clock.nowMs(), 'long', 'trapped', { data: { last: 'read' } }))}`,
    );
    expect(devices.events.map(({ message }) => message.data)).toEqual([{ last: 'read' }]);
  });

  test('bytes that are no MQTT close only their own connection', async () => {
    const device = await connect(first);
    const socket = connectTcp(port, '127.0.0.1');
    socket.on('error', () => {});
    const closed = new Promise((resolve) => {
      socket.once('close', resolve);
    });
    socket.write('GET / HTTP/1.1\r\n\r\n');
    await closed;
    await device.publish('event', eventAt(clock.nowMs(), 'e-1', 'trapped'));
    expect(devices.events).toHaveLength(1);
  });

  test('a flood of telemetry and low-priority events is limited, and no call for help in it is lost', async () => {
    const device = await connect(first);
    const publishing: Promise<void>[] = [];
    for (let index = 0; index < 300; index += 1) {
      publishing.push(device.publish('telemetry', telemetryAt(clock.nowMs() + index)));
      publishing.push(device.publish('event', eventAt(clock.nowMs(), `low-${index}`, 'longTimeOpen')));
      if (index % 10 === 0)
        publishing.push(device.publish('event', eventAt(clock.nowMs(), `help-${index}`, 'trapped')));
    }
    await Promise.all(publishing);
    expect(devices.events.filter(({ message }) => message.kind === 'trapped')).toHaveLength(30);
    expect(devices.events.filter(({ message }) => message.kind === 'longTimeOpen')).toHaveLength(60);
    expect(gateway.stats()).toMatchObject({
      telemetry: 20,
      droppedTelemetry: 280,
      droppedEvents: 240,
      delayedUrgent: 0,
    });
    expect(devices.presence).toContain(`${first} reported 2`);
  });

  test('a flood of calls for help is slowed down, not cut, and does not hold up another lift', async () => {
    const device = await connect(first);
    const flood = Promise.all(
      Array.from({ length: 300 }, (_, index) =>
        device.publish('event', eventAt(clock.nowMs(), `help-${index}`, 'trapped')),
      ),
    );
    await vi.waitFor(() => expect(gateway.stats().delayedUrgent).toBeGreaterThan(0));
    const other = await connect(second);
    await other.publish('event', eventAt(clock.nowMs(), 'help', 'SOS'));
    expect(devices.events.some(({ deviceKey }) => deviceKey === second)).toBe(true);
    let isDone = false;
    void flood.then(() => {
      isDone = true;
    });
    await vi.waitFor(async () => {
      await clock.advance(1_000);
      expect(isDone).toBe(true);
    });
    expect(devices.events.filter(({ deviceKey }) => deviceKey === first)).toHaveLength(300);
  });

  test('a lesser alarm that was dropped gets no receipt, and one when there is room again', async () => {
    const device = await connect(first);
    await device.subscribe(`lift/${first}/receipt`);
    const ids = Array.from({ length: 61 }, (_, index) => `low-${index}`);
    for (const id of ids) await device.publish('event', eventAt(clock.nowMs(), id, 'longTimeOpen'));
    // Receipts come in the order of what they are for.
    await device.publish('event', eventAt(clock.nowMs(), 'call', 'trapped'));
    await vi.waitFor(() => expect(device.receipts).toEqual([...ids.slice(0, 60), 'call']));
    await clock.advance(1_000);
    await device.publish('event', eventAt(clock.nowMs(), 'low-60', 'longTimeOpen'));
    await vi.waitFor(() => expect(device.receipts).toEqual([...ids.slice(0, 60), 'call', 'low-60']));
    expect(devices.events).toHaveLength(62);
  });

  test('the end of an urgent alarm is not urgent: beyond the rate of lesser alarms it gets its PUBACK at once and no receipt', async () => {
    const device = await connect(first);
    await device.subscribe(`lift/${first}/receipt`);
    for (let index = 0; index < 200; index += 1)
      await device.publish('event', eventAt(clock.nowMs(), `over-${index}`, 'trapped', { cleared: true }));
    await device.publish('event', eventAt(clock.nowMs(), 'call', 'trapped'));
    await vi.waitFor(() => expect(device.receipts).toHaveLength(61));
    expect(device.receipts.at(-1)).toBe('call');
    expect(gateway.stats()).toMatchObject({ droppedEvents: 140, delayedUrgent: 0 });
  });

  test('a clear that comes too often for its alarm gets its PUBACK and no receipt', async () => {
    const device = await connect(first);
    await device.subscribe(`lift/${first}/receipt`);
    const recordEvent = devices.recordEvent.bind(devices);
    devices.recordEvent = (bound, message) =>
      message.cleared === true ? Promise.resolve('tooMany') : recordEvent(bound, message);
    await device.publish('event', eventAt(clock.nowMs(), 'over', 'trapped', { cleared: true }));
    await device.publish('event', eventAt(clock.nowMs(), 'call', 'trapped'));
    await vi.waitFor(() => expect(device.receipts).toEqual(['call']));
    expect(gateway.stats()).toMatchObject({ droppedEvents: 1, failed: 0 });
  });

  test('a call from a device of a lift that base data does not have is shown as a possible call for help', async () => {
    const device = await connect(first);
    await device.subscribe(`lift/${first}/receipt`);
    devices.recordEvent = () => Promise.resolve('noLift');
    await device.publish('event', eventAt(clock.nowMs(), 'call', 'trapped'));
    expect(devices.quarantined).toMatchObject([
      { sender: first, couldBeHelp: true, reason: '设备绑定的电梯不在基础数据中' },
    ]);
    await vi.waitFor(() => expect(device.receipts).toEqual(['call']));
  });

  test('what cannot be read and was dropped gets no receipt, and one when there is room again', async () => {
    const device = await connect(first);
    await device.subscribe(`lift/${first}/receipt`);
    for (let index = 0; index < 21; index += 1)
      await device.publish('event', eventAt(clock.nowMs(), `odd-${index}`, 'noSuchKind'));
    await device.publish('event', eventAt(clock.nowMs(), 'call', 'trapped'));
    await vi.waitFor(() => expect(device.receipts).toContain('call'));
    expect(device.receipts).not.toContain('odd-20');
    expect(devices.quarantined).toHaveLength(20);
    await clock.advance(5_000);
    await device.publish('event', eventAt(clock.nowMs(), 'odd-20', 'noSuchKind'));
    await vi.waitFor(() => expect(device.receipts).toContain('odd-20'));
  });

  test('a cry on another lift’s topic is charged to its sender: that lift’s own calls wait for nothing', async () => {
    const attacker = await MqttWire.signIn(port, first, siteKey);
    attacker.say(
      ...Array.from({ length: 500 }, (_, index) =>
        publishOncePacket(`lift/${second}/event`, '{"kind":"SOS"', index + 1),
      ),
    );
    await attacker.closed();
    // No time passes on this clock, so that anything that waits for tokens waits forever.
    const device = await connect(second);
    for (let index = 0; index < 20; index += 1)
      await device.publish('event', eventAt(clock.nowMs(), `call-${index}`, 'trapped'));
    expect(devices.events).toHaveLength(20);
    expect(gateway.stats().delayedUrgent).toBe(0);
    expect(devices.quarantined).toHaveLength(1);
  });

  test('a connection is closed at its first publish on another’s topic; a call of its own that arrived with it is stored', async () => {
    const wire = await MqttWire.signIn(port, first, siteKey);
    wire.say(
      publishPacket(`lift/${second}/status`, '{"online":false}'),
      publishPacket(`lift/${second}/event`, 'SOS'),
      publishOncePacket(`lift/${first}/event`, JSON.stringify(eventAt(clock.nowMs(), 'own', 'trapped')), 1),
    );
    await wire.closed();
    await vi.waitFor(() =>
      expect(devices.events.map(({ deviceKey, message }) => `${deviceKey}/${message.id}`)).toEqual([`${first}/own`]),
    );
    expect(devices.quarantined).toEqual([]);
    expect(devices.presence).toEqual([`${first} reported 1`]);
  });

  test('a device that publishes on topics of others again is refused for a while; its own call rings after that', async () => {
    for (let time = 0; time < 2; time += 1) {
      const wire = await MqttWire.signIn(port, first, siteKey);
      expect(wire.returnCode).toBe(0);
      wire.say(publishPacket(`lift/${second}/event`, 'SOS'));
      await wire.closed();
    }
    const refused = await MqttWire.signIn(port, first, siteKey);
    await refused.closed();
    expect(refused.returnCode).toBe(3);
    expect(gateway.stats().backedOff).toBe(1);
    await (await connect(second)).publish('telemetry', telemetryAt(clock.nowMs()));
    // A calendar that is set back does not make it longer.
    clock.step(-7_200_000);
    await clock.advance(1_000);
    await (await connect(first)).publish('event', eventAt(clock.nowMs(), 'own', 'trapped'));
    expect(devices.events).toHaveLength(1);
  });

  test('garbage that may be a call, from one connection of a device, does not delay the well-formed call by another', async () => {
    const noisy = await MqttWire.signIn(port, first, siteKey);
    noisy.say(...Array.from({ length: 2_000 }, () => publishPacket('x', 'SOS')));
    await vi.waitFor(() => expect(gateway.stats().delayedUrgent).toBeGreaterThan(0));
    const device = await connect(first);
    await device.publish('event', eventAt(clock.nowMs(), 'call', 'trapped'));
    expect(devices.events).toHaveLength(1);
    noisy.drop();
  });

  test('a device that keeps reconnecting to send endless calls is admitted every two seconds', async () => {
    const codes: (number | undefined)[] = [];
    for (let time = 0; time < 6; time += 1) codes.push(await callOn());
    expect(codes).toEqual([0, 0, 0, 0, 3, 3]);
    await clock.advance(2_000);
    expect([await callOn(), await callOn()]).toEqual([0, 3]);
  });

  test('a flood of calls for help stays at the device: what was read is stored within a second, and the rest is not read', async () => {
    const wire = await MqttWire.signIn(port, first, siteKey);
    wire.say(
      ...Array.from({ length: 2_000 }, (_, index) =>
        publishOncePacket(
          `lift/${first}/event`,
          JSON.stringify(eventAt(clock.nowMs(), `help-${index}`, 'trapped')),
          index + 1,
        ),
      ),
    );
    await vi.waitFor(() => expect(gateway.stats().delayedUrgent).toBeGreaterThan(0));
    await clock.advance(1_000);
    const keptAtFirst = devices.events.length;
    expect(keptAtFirst).toBeGreaterThan(100);
    expect(keptAtFirst).toBeLessThan(400);
    for (let second = 0; second < 120 && devices.events.length < 2_000; second += 1) {
      await clock.advance(1_000);
      await new Promise((resolve) => {
        setImmediate(resolve);
      });
    }
    await vi.waitFor(
      async () => {
        await clock.advance(1_000);
        expect(devices.events).toHaveLength(2_000);
      },
      { timeout: 20_000 },
    );
    wire.drop();
  });

  test('a device has five connections at most: the oldest goes, and the device is not lost with it', async () => {
    const wires: MqttWire[] = [];
    for (let count = 0; count < 6; count += 1) wires.push(await MqttWire.signIn(port, first, siteKey));
    await wires[0]?.closed();
    expect(wires.map(({ isClosed }) => isClosed)).toEqual([true, false, false, false, false, false]);
    expect(gateway.stats().connections).toBe(5);
    for (const wire of wires) wire.drop();
  });

  test.each([
    ['SUBSCRIBE', () => subscribePacket([`lift/${first}/command`])],
    ['UNSUBSCRIBE', () => unsubscribePacket([`lift/${first}/command`])],
    ['PINGREQ', () => pingPacket],
    ['PUBREL', () => mqttPacket(0x62, Buffer.from([0, 1]))],
    [
      'a SUBSCRIBE of a thousand filters',
      () => subscribePacket(Array.from({ length: 1_000 }, (_, index) => `lift/${index}/command`)),
    ],
  ])('%s without end closes the connection', async (_, packet) => {
    const wire = await MqttWire.signIn(port, first, siteKey);
    wire.say(...Array.from({ length: 1_000 }, packet));
    await wire.closed();
    expect(gateway.stats().closedFloods).toBe(1);
  });

  test('a hundred messages that are never released may wait in memory; one more closes the connection', async () => {
    const wire = await MqttWire.signIn(port, first, siteKey);
    const unreleased = (messageId: number) =>
      publishExactlyOncePacket(`lift/${first}/telemetry`, JSON.stringify(telemetryAt(clock.nowMs())), messageId);
    wire.say(...Array.from({ length: 100 }, (_, index) => unreleased(index + 1)));
    const [connack, pubrec] = [4, 4];
    await vi.waitFor(() => expect(wire.heard.length).toBe(connack + 100 * pubrec));
    expect(wire.isClosed).toBe(false);
    wire.say(unreleased(101));
    await wire.closed();
  });

  test('a device that floods its connection again is refused for a while', async () => {
    const codes: (number | undefined)[] = [];
    for (let time = 0; time < 3; time += 1) {
      const wire = await MqttWire.signIn(port, first, siteKey);
      wire.say(...Array.from({ length: 1_000 }, () => pingPacket));
      await wire.closed();
      codes.push(wire.returnCode);
    }
    expect(codes).toEqual([0, 0, 3]);
    expect(gateway.stats()).toMatchObject({ closedFloods: 2, backedOff: 1 });
  });

  test('text from devices never reaches a log unescaped', async () => {
    devices.beforeCommit = () => Promise.reject(new Error('disk failed'));
    const wire = await MqttWire.signIn(port, first, siteKey);
    wire.say(publishPacket('\u001b[2J\n2026-01-01T00:00:00.000Z 一切正常', 'SOS'));
    await wire.closed();
    // Neither the message nor its row among the possible calls for help could be kept: both are reported.
    const escaped = '\\u{1b}[2J\\u{a}2026';
    await vi.waitFor(() =>
      expect(troubles).toEqual([expect.stringContaining(escaped), expect.stringContaining(escaped)]),
    );
  });

  test('a device whose power is cut is lost at once by its last will', async () => {
    const device = await connect(first);
    await device.publish('status', { online: true });
    device.cut();
    await vi.waitFor(() => expect(devices.presence).toEqual([`${first} reported 1`, `${first} lost lastWill`]));
  });

  test('a device that has come back by another connection is not lost with the old one', async () => {
    const old = await connect(first, { clientId: 'same' });
    await old.publish('status', { online: true });
    const taken = closing(old);
    const next = await connect(first, { clientId: 'same' });
    await taken;
    await next.publish('telemetry', telemetryAt(clock.nowMs()));
    expect(devices.presence).toEqual([`${first} reported 1`]);
  });

  test('a device cannot take over the connection of another by its client id', async () => {
    const device = await connect(first, { clientId: 'same' });
    const other = await connect(second, { clientId: 'same' });
    await device.publish('telemetry', telemetryAt(clock.nowMs()));
    await other.publish('telemetry', telemetryAt(clock.nowMs()));
    expect(gateway.stats()).toMatchObject({ connections: 2, telemetry: 2 });
  });

  test('a device is offline after three missed report periods, reported once, and online again with its next report', async () => {
    const device = await connect(first);
    await device.publish('telemetry', telemetryAt(clock.nowMs()));
    await clock.advance(14_000);
    expect(devices.presence).toEqual([`${first} reported 1`]);
    await clock.advance(30_000);
    expect(devices.presence.filter((entry) => entry.startsWith(first))).toEqual([
      `${first} reported 1`,
      `${first} silent 3`,
    ]);
    await device.publish('telemetry', telemetryAt(clock.nowMs()));
    await device.publish('telemetry', telemetryAt(clock.nowMs()));
    expect(devices.presence.filter((entry) => entry.startsWith(first))).toEqual([
      `${first} reported 1`,
      `${first} silent 3`,
      `${first} reported 1`,
    ]);
  });

  test('a device that reports in time is never silent, whatever the clock is set to', async () => {
    const device = await connect(first);
    for (const byMs of [7_200_000, -7_200_000, -7_200_000, 7_200_000]) {
      await device.publish('telemetry', telemetryAt(clock.nowMs()));
      clock.step(byMs);
      await clock.advance(4_000);
    }
    expect(devices.presence.filter((entry) => entry.startsWith(first))).toEqual([`${first} reported 1`]);
    clock.step(-7_200_000);
    await clock.advance(14_000);
    expect(devices.presence.filter((entry) => entry.startsWith(first))).toEqual([
      `${first} reported 1`,
      `${first} silent 3`,
    ]);
  });

  test('devices that were online before a restart and do not return are offline after three periods', async () => {
    await clock.advance(20_000);
    expect(devices.presence.toSorted()).toEqual(deviceKeys.map((key) => `${key} silent 3`));
  });

  test('after a restart, devices that are as the log has them are not recorded again, and still get what waits for them', async () => {
    await gateway.close();
    devices.recorded.set(first, { isOnline: true, load: 1 }).set(second, { isOnline: false, load: 1 });
    gateway = await startGateway({
      clock,
      devices,
      commands,
      latest,
      deviceKey: siteKey,
      mqtt: { port: 0, host: '127.0.0.1' },
      fastReports: fastPaths,
      onTrouble: (trouble) => troubles.push(trouble),
    });
    port = gateway.port ?? 0;
    expect(gateway.stats().onlineDevices).toBe(0);
    commands.queue({ commandId: 1, deviceKey: first, expiresAtMs: clock.nowMs() + 60_000 });
    const device = await connect(first);
    await device.publish('telemetry', telemetryAt(clock.nowMs()));
    await device.subscribe(`lift/${first}/command`);
    await vi.waitFor(() => expect(commands.stateOf(1)).toBe('sent'));
    await (await connect(second)).publish('telemetry', telemetryAt(clock.nowMs()));
    await vi.waitFor(() => expect(devices.presence).toEqual([`${second} reported 1`]));
    expect(gateway.stats().onlineDevices).toBe(2);
  });

  test('a report without acknowledgement still reaches subscribers, and is still refused from senders without permission', async () => {
    const bridge = await connectBridge();
    expect(await bridge.subscribe('lift/+/telemetry')).toBe(1);
    const device = await connect(first);
    device.client.publish(`lift/${first}/telemetry`, JSON.stringify(telemetryAt(clock.nowMs(), { floor: 9 })), {
      qos: 0,
    });
    await vi.waitFor(() =>
      expect(bridge.received).toMatchObject([{ topic: `lift/${first}/telemetry`, message: { floor: 9 } }]),
    );
    expect(latest.get(1)?.report.floor).toBe(9);
    const closed = closing(device);
    device.client.publish(`lift/${second}/telemetry`, JSON.stringify(telemetryAt(clock.nowMs(), { floor: 5 })), {
      qos: 0,
    });
    await closed;
    expect(latest.get(2)).toBeUndefined();
    expect(gateway.stats().refusedTopics).toBe(1);
  });

  test('a device that sends only reports does not count as gone', async () => {
    // The standard asks for a ping only where nothing else is sent; this client never sends one.
    const device = await connect(first, { keepalive: 1, timerVariant: { set: () => 0, clear: () => {} } });
    let isClosed = false;
    device.client.once('close', () => (isClosed = true));
    const reporting = setInterval(() => {
      void clock.advance(1_000);
      device.client.publish(`lift/${first}/telemetry`, JSON.stringify(telemetryAt(clock.nowMs())), { qos: 0 });
    }, 100);
    try {
      // Twice as long as the broker waits for a sign: one and a half times the keep-alive.
      await vi.waitFor(() => expect(gateway.stats().telemetry).toBeGreaterThanOrEqual(30), {
        timeout: 10_000,
        interval: 50,
      });
    } finally {
      clearInterval(reporting);
    }
    expect(isClosed).toBe(false);
  });

  test('a report that arrives out of order does not replace a newer one', async () => {
    const device = await connect(first);
    const nowMs = clock.nowMs();
    await device.publish('telemetry', telemetryAt(nowMs, { floor: 9 }));
    await device.publish('telemetry', telemetryAt(nowMs - 4_000, { floor: 3 }));
    expect(latest.get(1)?.report.floor).toBe(9);
    await device.publish('telemetry', telemetryAt(nowMs + 1_000, { floor: 10 }));
    expect(latest.get(1)?.report.floor).toBe(10);
  });

  test('a device whose clock is put right is not shown as it was before', async () => {
    const device = await connect(first);
    await device.publish('telemetry', telemetryAt(clock.nowMs() + 86_400_000, { floor: 3 }));
    await device.publish('telemetry', telemetryAt(clock.nowMs(), { floor: 9 }));
    expect(latest.get(1)?.report.floor).toBe(9);
  });

  test('commands wait for an offline device, are sent in order, and count as delivered only when the device confirms them', async () => {
    commands.queue({ commandId: 7, deviceKey: first, expiresAtMs: clock.nowMs() + 60_000 });
    commands.queue({ commandId: 8, deviceKey: first, expiresAtMs: clock.nowMs() + 60_000 });
    commands.queue({ commandId: 9, deviceKey: first, expiresAtMs: clock.nowMs() });
    expect([7, 8, 9].map((id) => commands.stateOf(id))).toEqual(['queued', 'queued', 'queued']);
    const device = await connect(first);
    await device.subscribe(`lift/${first}/command`);
    await vi.waitFor(() => expect(device.received).toHaveLength(2));
    expect(device.received.map(({ message }) => message)).toMatchObject([
      { command_id: 7, identifier: 'volume', payload: { outputvol: 50 } },
      { command_id: 8 },
    ]);
    expect([7, 8, 9].map((id) => commands.stateOf(id))).toEqual(['sent', 'sent', 'queued']);
    await device.publish('reply', { command_id: 7, received: true });
    expect(commands.stateOf(7)).toBe('delivered');
    await device.publish('reply', { command_id: 7, code: 0 });
    await device.publish('reply', { command_id: 8, code: 5, message: '音量模块故障' });
    expect([7, 8].map((id) => commands.stateOf(id))).toEqual(['succeeded', 'failed']);
  });

  test('a command that was sent and not acknowledged is sent again when the device returns', async () => {
    commands.queue({ commandId: 7, deviceKey: first, expiresAtMs: clock.nowMs() + 60_000 });
    const device = await connect(first);
    await device.subscribe(`lift/${first}/command`);
    await vi.waitFor(() => expect(device.received).toHaveLength(1));
    device.cut();
    await vi.waitFor(() => expect(devices.presence).toContain(`${first} lost lastWill`));
    await clock.advance(5_000);
    const again = await connect(first);
    await again.subscribe(`lift/${first}/command`);
    await again.publish('status', { online: true });
    await vi.waitFor(() => expect(again.received).toHaveLength(1));
    expect(again.received[0]?.message).toMatchObject({ command_id: 7 });
  });

  test('a command queued for a device that listens leaves at once; another device cannot answer it', async () => {
    const device = await connect(first);
    await device.subscribe(`lift/${first}/command`);
    commands.queue({ commandId: 7, deviceKey: first, expiresAtMs: clock.nowMs() + 60_000 });
    await vi.waitFor(() => expect(device.received).toHaveLength(1));
    const other = await connect(second);
    await other.publish('reply', { command_id: 7, code: 0 });
    expect(commands.stateOf(7)).toBe('sent');
  });

  test('a bridge speaks for many lifts and receives their commands once they are online', async () => {
    commands.queue({ commandId: 7, deviceKey: first, expiresAtMs: clock.nowMs() + 60_000 });
    commands.queue({ commandId: 8, deviceKey: second, expiresAtMs: clock.nowMs() + 60_000 });
    const bridge = await connectBridge();
    expect(await bridge.subscribe('lift/+/command')).toBe(1);
    await bridge.publish('telemetry', telemetryAt(clock.nowMs()), first);
    await vi.waitFor(() => expect(bridge.received).toHaveLength(1));
    expect(bridge.received[0]?.topic).toBe(`lift/${first}/command`);
    expect(commands.stateOf(8)).toBe('queued');
  });

  test('stopping the server reports no device as lost', async () => {
    const device = await connect(first);
    await device.publish('telemetry', telemetryAt(clock.nowMs()));
    await gateway.close();
    expect(devices.presence).toEqual([`${first} reported 1`]);
  });

  test('a stop waits for no connection that never began its TLS handshake', { timeout: 8_000 }, async () => {
    const [key, cert] = await Promise.all(
      ['key', 'cert'].map((name) => readFile(new URL(`../fixtures/tls/${name}.pem`, import.meta.url))),
    );
    if (key === undefined || cert === undefined) throw new Error('the fixture is missing');
    const secured = await startGateway({
      clock: systemClock,
      devices,
      commands,
      latest,
      deviceKey: siteKey,
      mqtt: { port: 0, host: '127.0.0.1', tls: { key, cert } },
      onTrouble: (trouble) => troubles.push(trouble),
    });
    const silent = connectTcp(secured.port ?? 0, '127.0.0.1');
    const gone = once(silent, 'close');
    silent.on('error', () => {});
    await once(silent, 'connect');
    // A second one that is welcome shows that the first has been accepted.
    const device = await mqtt.connectAsync(`mqtts://127.0.0.1:${secured.port}`, {
      username: first,
      password: deviceSecret(siteKey, first, 1),
      rejectUnauthorized: false,
      reconnectPeriod: 0,
    });
    await secured.close();
    await gone;
    await device.endAsync(true).catch(() => {});
  });

  test('a taken port is said at the start', async () => {
    await expect(
      startGateway({
        clock,
        devices,
        commands,
        latest,
        deviceKey: siteKey,
        mqtt: { port, host: '127.0.0.1' },
        onTrouble: () => {},
      }),
    ).rejects.toMatchObject({ code: 'EADDRINUSE' });
  });
});

// Without turns nothing is put off: such a gateway is for fewer devices.
describe.runIf(fastPaths)('the gateway, when reports come faster than it can handle them', () => {
  const lifts = Array.from({ length: 400 }, (_, index) => `COL${String(index).padStart(6, '0')}`);
  const rounds = 25;
  const clock = new VirtualClock();
  const opened: { close(): unknown }[] = [];

  async function open({ msForEach }: { readonly msForEach: number }) {
    const devices = new FakeDevices(lifts);
    const handled: number[] = [];
    const latest = new FleetState({
      onReport(_elevatorId, { report }) {
        handled.push(report.floor);
        for (const beganMs = performance.now(); performance.now() - beganMs < msForEach;);
      },
    });
    const gateway = await startGateway({
      clock,
      devices,
      commands: new FakeCommands(),
      latest,
      deviceKey: siteKey,
      mqtt: { port: 0, host: '127.0.0.1' },
      fastReports: fastPaths,
      onTrouble: (trouble, error) => {
        throw new Error(trouble, { cause: error });
      },
    });
    opened.push(gateway);
    const wire = await MqttWire.signIn(gateway.port ?? 0, 'bridge', siteKey);
    opened.push({ close: () => wire.drop() });
    return { devices, handled, latest, gateway, wire };
  }

  afterEach(async () => {
    for (const part of opened.splice(0).toReversed()) await part.close();
  });

  const reportOf = (deviceKey: string, floor: number, changes: Readonly<Record<string, unknown>> = {}) =>
    publishPacket(`lift/${deviceKey}/telemetry`, JSON.stringify(telemetryAt(clock.nowMs(), { floor, ...changes })));
  /** Returns reports of each lift, one a second until now; the round is its floor. */
  const manyReports = () =>
    Array.from({ length: rounds }, (_, round) => {
      const at = toWireTime(clock.nowMs() - (rounds - round) * 1_000);
      return lifts.map((lift) => reportOf(lift, round, { at }));
    }).flat();
  const callOf = (deviceKey: string) =>
    publishOncePacket(`lift/${deviceKey}/event`, JSON.stringify(eventAt(clock.nowMs(), 'call', 'trapped')), 1);
  const last = lifts.at(-1) ?? '';

  test('a call behind 10,000 reports is kept before they are handled, and in the end each lift is shown as it last said', async () => {
    const { devices, handled, latest, gateway, wire } = await open({ msForEach: 1 });
    let handledBeforeCall = 0;
    devices.beforeCommit = async () => {
      handledBeforeCall = handled.length;
    };
    const reports = manyReports();
    wire.say(...reports, callOf(last));
    await expect.poll(() => devices.begun, { timeout: 20_000 }).toEqual(['call']);
    expect(handledBeforeCall).toBeLessThan(reports.length / 4);
    // The lift that calls is as it was when it called.
    expect(latest.get(lifts.length)?.report.floor).toBe(rounds - 1);
    await expect
      .poll(() => lifts.every((_, index) => latest.get(index + 1)?.report.floor === rounds - 1), { timeout: 20_000 })
      .toBe(true);
    const { telemetry, shedTelemetry } = gateway.stats();
    expect(shedTelemetry).toBeGreaterThan(reports.length / 2);
    expect(telemetry + shedTelemetry).toBe(reports.length);
    expect(handled).toHaveLength(telemetry);
  });

  test('while there is room each report is handled', async () => {
    const { handled, gateway, wire } = await open({ msForEach: 0 });
    const [some = ''] = lifts;
    for (let floor = 1; floor <= 15; floor += 1) {
      wire.say(reportOf(some, floor));
      await expect.poll(() => handled, { timeout: 10_000, interval: 2 }).toHaveLength(floor);
    }
    expect(gateway.stats().shedTelemetry).toBe(0);
  });

  test('no pressed button is lost between two reports, nor that it was let go', async () => {
    const { devices, gateway, wire } = await open({ msForEach: 1 });
    const [first = ''] = lifts;
    const reports = manyReports();
    await clock.advance(60_000);
    const said = [['90'], [], [], ['90'], []].map((codes, second) =>
      reportOf(first, 1, { codes, at: toWireTime(clock.nowMs() - 50_000 + second * 1_000) }),
    );
    wire.say(...reports, ...said, ...manyReports());
    await expect.poll(() => devices.events.length, { timeout: 20_000 }).toBe(2);
    expect(devices.events.map(({ deviceKey, message }) => [deviceKey, message.kind])).toEqual([
      [first, 'SOS'],
      [first, 'SOS'],
    ]);
    await expect.poll(() => gateway.stats().shedTelemetry, { timeout: 20_000 }).toBeGreaterThan(0);
  });

  test('what a device says last holds: a report that waited does not bring a device back that has said goodbye', async () => {
    const { devices, gateway, wire } = await open({ msForEach: 1 });
    wire.say(...manyReports(), publishPacket(`lift/${last}/status`, '{"online":false}'));
    await expect
      .poll(() => gateway.stats().telemetry + gateway.stats().shedTelemetry, { timeout: 20_000 })
      .toBe(rounds * lifts.length);
    expect(devices.presence.filter((fact) => fact.startsWith(last))).toEqual([
      `${last} reported 1`,
      `${last} lost disconnected`,
    ]);
  });
});
