import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Principal } from '../../server/access/principal.ts';
import { createDeviceDesk, type DeviceDesk } from '../../server/domain/devices/deviceDesk.ts';
import { standingCodesOf } from '../../server/domain/devices/deviceCodes.ts';
import { deviceSecret } from '../../server/gateway/credentials.ts';
import { startGateway, type Gateway } from '../../server/gateway/gateway.ts';
import { FleetState } from '../../server/telemetry/fleetState.ts';
import { openDomain, type TestDomain } from '../support/openDomain.ts';
import { principalOf, smallCity } from '../support/smallCity.ts';
import { eventAt, MqttDevice, telemetryAt } from '../support/mqttDevice.ts';

const siteKey = randomBytes(32);
const { deviceKey, id: elevatorId } = smallCity.lift;

const completion = {
  peopleNum: 1,
  cause: 'door',
  wasTrapped: true,
  injuredNum: 0,
  vulnerableNum: 0,
  handedTo: 'none',
  calledBack: true,
} as const;

const closing = (device: MqttDevice) =>
  Promise.race([
    new Promise<string>((resolve) => device.client.once('close', () => resolve('closed'))),
    new Promise<string>((resolve) => setTimeout(resolve, 1_000, 'still open after a second')),
  ]);

const commandsOf = ({ received }: MqttDevice) =>
  received.filter(({ topic }) => topic.endsWith('/command')).map(({ message }) => message);

describe('a device, over MQTT, to the open order', () => {
  let opened: TestDomain;
  let gateway: Gateway;
  const open: MqttDevice[] = [];
  const troubles: string[] = [];

  let fleet: FleetState;
  const start = async () => {
    fleet = new FleetState();
    const { clock, domain } = opened;
    gateway = await startGateway({
      clock,
      devices: domain.devices,
      commands: domain.commands,
      latest: fleet,
      deviceKey: siteKey,
      mqtt: { port: 0, host: '127.0.0.1' },
      onTrouble: (trouble) => troubles.push(trouble),
    });
  };
  const connect = async () => {
    const device = await MqttDevice.connect(gateway.port ?? 0, deviceKey, siteKey);
    open.push(device);
    await device.subscribe(`lift/${deviceKey}/receipt`);
    return device;
  };
  const listening = async () => {
    const device = await connect();
    await device.subscribe(`lift/${deviceKey}/command`);
    await device.publish('telemetry', telemetryAt(opened.clock.nowMs()));
    return device;
  };
  const closeDevices = () => Promise.all(open.splice(0).map((device) => device.close()));
  const rows = (
    table: 'alarms' | 'rescue_orders' | 'quarantine' | 'device_states' | 'device_commands' | 'device_codes',
  ) => opened.store.rows.selectFrom(table).selectAll().execute();
  const until = (check: () => Promise<void>) =>
    vi.waitFor(
      async () => {
        await opened.clock.advance(50);
        await check();
      },
      { timeout: 10_000, interval: 5 },
    );

  const newKey = 'SCR000777';
  const secretOf = (version: number, key = newKey) => deviceSecret(siteKey, key, version);
  const signIn = async (key: string, password: string) => {
    const device = await MqttDevice.connect(gateway.port ?? 0, key, siteKey, { password });
    open.push(device);
    return device;
  };
  const help = (id: string) => eventAt(opened.clock.nowMs(), id, 'trapped');
  const typesOf = async (key: string) =>
    (await opened.store.readStream(`device-${key}`)).map(({ type }) => type.slice('device.'.length));
  beforeEach(async () => {
    troubles.length = 0;
    opened = await openDomain();
    await start();
  });
  afterEach(async () => {
    await closeDevices();
    await gateway.close();
    await opened.dispose();
    expect(troubles).toEqual([]);
  });

  test('a call for help opens one rescue order, whatever is repeated', async () => {
    const device = await connect();
    for (let time = 0; time < 3; time += 1)
      await device.publish('event', eventAt(opened.clock.nowMs(), 'e-1', 'trapped'));
    await device.publish('event', eventAt(opened.clock.nowMs(), 'e-2', 'trapped'));
    await device.publish('event', eventAt(opened.clock.nowMs(), 'e-3', 'SOS'));
    await until(async () =>
      expect(await rows('rescue_orders')).toMatchObject([
        { elevator_id: elevatorId, trigger: 'trapped', status: 0, joined_num: 1 },
      ]),
    );
    expect((await rows('alarms')).map(({ kind, repeat_num }) => [kind, repeat_num])).toEqual([
      ['trapped', 1],
      ['SOS', 0],
    ]);
    expect(device.receipts).toEqual(['e-1', 'e-1', 'e-1', 'e-2', 'e-3']);
  });

  test('a hundred simultaneous calls with different ids are all acknowledged and receipted, and the connection stays open', async () => {
    const device = await connect();
    const ids = Array.from({ length: 100 }, (_, index) => `e-${index}`);
    await Promise.all(ids.map((id) => device.publish('event', eventAt(opened.clock.nowMs(), id, 'SOS'))));
    await vi.waitFor(() => expect(device.receipts.toSorted()).toEqual(ids.toSorted()));
    await until(async () =>
      expect(await rows('rescue_orders')).toMatchObject([{ elevator_id: elevatorId, trigger: 'SOS' }]),
    );
    expect(gateway.stats()).toMatchObject({ events: 100, repeatedEvents: 0, failed: 0 });
    // What was gathered of them is written within the minute.
    await opened.clock.advance(60_000);
    await until(async () => expect(await rows('alarms')).toMatchObject([{ repeat_num: 99 }]));
  });

  test('the same message after a restart of the server changes nothing', async () => {
    const message = eventAt(opened.clock.nowMs(), 'e-1', 'trapped');
    await (await connect()).publish('event', message);
    await closeDevices();
    await gateway.close();
    await opened.restart();
    await start();
    await (await connect()).publish('event', message);
    expect(await rows('alarms')).toMatchObject([{ repeat_num: 0 }]);
    expect(gateway.stats()).toMatchObject({ events: 1, repeatedEvents: 1 });
  });

  test('a call that comes late, or with a wrong clock, still opens an order and is marked', async () => {
    const device = await connect();
    await device.publish('event', eventAt(opened.clock.nowMs() - 3_600_000, 'e-1', 'trapped'));
    await device.publish('event', eventAt(opened.clock.nowMs() + 86_400_000, 'e-2', 'screamForHelp'));
    await until(async () =>
      expect(await rows('rescue_orders')).toMatchObject([{ late: 1, joined_num: 1, raised_at_ms: expect.any(Number) }]),
    );
    expect((await rows('alarms')).map(({ late, clock_off }) => [late, clock_off])).toEqual([
      [1, 0],
      [0, 1],
    ]);
  });

  test('online, lost, back and silent are each recorded once, and coming and going is flapping', async () => {
    const types = async () =>
      (await opened.store.readStream(`device-${deviceKey}`)).map(({ type }) => type.slice('device.'.length));
    for (let time = 0; time < 2; time += 1) {
      const device = await connect();
      await device.publish('telemetry', telemetryAt(opened.clock.nowMs()));
      await device.publish('telemetry', telemetryAt(opened.clock.nowMs() + 1));
      await until(async () => expect((await types()).at(-1)).toMatch(/reported|flapped/));
      device.cut();
      await until(async () => expect((await types()).findLast((type) => type !== 'flapped')).toBe('lost'));
    }
    const device = await connect();
    await device.publish('telemetry', telemetryAt(opened.clock.nowMs()));
    await until(async () => expect((await types()).at(-1)).toMatch(/reported|flapped/));
    await opened.clock.advance(20_000);
    await until(async () =>
      expect(await types()).toEqual(['bound', 'reported', 'lost', 'reported', 'lost', 'reported', 'flapped', 'silent']),
    );
    expect((await rows('device_states')).find((row) => row.device_key === deviceKey)?.status).toBe(2);
  });

  test('a command waits for its device, and delivery and result come only from the device', async () => {
    const by = await principalOf(opened.store, smallCity.users.dispatcher1);
    const { commandId } = await opened.domain.commandDesk.queue(by, {
      elevatorId,
      identifier: 'volume',
      payload: { outputvol: 40 },
    });
    const state = async () => (await rows('device_commands')).find(({ id }) => id === commandId)?.state;
    expect(await state()).toBe('queued');
    const device = await connect();
    await device.subscribe(`lift/${deviceKey}/command`);
    await vi.waitFor(() => expect(device.received.some(({ topic }) => topic.endsWith('/command'))).toBe(true));
    expect(await state()).toBe('sent');
    await device.publish('reply', { command_id: commandId, received: true });
    await device.publish('reply', { command_id: commandId, received: true });
    expect(await state()).toBe('delivered');
    await device.publish('reply', { command_id: commandId, code: 0 });
    await device.publish('reply', { command_id: commandId, code: 9 });
    expect(await state()).toBe('succeeded');
  });

  describe('a command of a process that ended right after its commit', () => {
    const commandId = 700;
    const actor = { kind: 'user', id: smallCity.users.dispatcher1, name: '张伟', roleType: 5 } as const;
    /** Writes an event as that process did: no part of this one queued it. */
    const commit = (type: string, data: unknown, expectedVersion: 'none' | 'any' = 'any') =>
      opened.store.append({
        stream: `command-${commandId}`,
        expectedVersion,
        actor,
        events: [{ type, atMs: opened.clock.nowMs(), data }],
      });
    const queued = () => ({
      commandId,
      deviceKey,
      elevatorId,
      identifier: 'volume',
      payload: { outputvol: 40 },
      expiresAtMs: opened.clock.nowMs() + 3_600_000,
      resultLimitSeconds: 60,
    });
    const stateOf = async () => (await rows('device_commands')).find(({ id }) => id === commandId)?.state;

    test('is sent to the device, which is connected all along, and again after it was retried', async () => {
      const device = await listening();
      await commit('command.queued', queued(), 'none');
      await until(async () => expect(commandsOf(device)).toMatchObject([{ command_id: commandId }]));
      expect(await stateOf()).toBe('sent');
      for (let seconds = 0; seconds <= 60; seconds += 10) {
        await opened.clock.advance(10_000);
        await device.publish('telemetry', telemetryAt(opened.clock.nowMs()));
      }
      await until(async () => expect(await stateOf()).toBe('timedOut'));
      await commit('command.retried', { expiresAtMs: opened.clock.nowMs() + 3_600_000 });
      await until(async () =>
        expect(commandsOf(device)).toMatchObject([{ command_id: commandId }, { command_id: commandId }]),
      );
    });

    test('is sent by the process that follows it, as soon as the device is back', async () => {
      await gateway.close();
      await commit('command.queued', queued(), 'none');
      await opened.restart();
      await start();
      const device = await listening();
      await until(async () => expect(commandsOf(device)).toMatchObject([{ command_id: commandId }]));
      expect(await stateOf()).toBe('sent');
    });
  });

  test('a device that was told to report less often does not count as silent meanwhile, even after a restart', async () => {
    const by = await principalOf(opened.store, smallCity.users.dispatcher1);
    const device = await connect();
    await device.subscribe(`lift/${deviceKey}/command`);
    await device.publish('telemetry', telemetryAt(opened.clock.nowMs()));
    const status = async () => (await rows('device_states')).find((row) => row.device_key === deviceKey)?.status;
    await until(async () => expect(await status()).toBe(1));
    const { commandId } = await opened.domain.commandDesk.queue(by, {
      elevatorId,
      identifier: 'report_period',
      payload: { report_period: 60 },
    });
    await vi.waitFor(() => expect(device.received.some(({ topic }) => topic.endsWith('/command'))).toBe(true));
    // Said, but not done yet.
    expect(opened.domain.devices.findDevice(deviceKey)?.reportPeriodMs).toBe(5_000);
    await device.publish('reply', { command_id: commandId, code: 0 });
    await until(async () => expect(opened.domain.devices.findDevice(deviceKey)?.reportPeriodMs).toBe(60_000));
    await device.publish('telemetry', telemetryAt(opened.clock.nowMs()));
    await opened.clock.advance(150_000);
    expect(await status()).toBe(1);
    await opened.clock.advance(40_000);
    await until(async () => expect(await status()).toBe(2));
    await closeDevices();
    await gateway.close();
    await opened.restart();
    await start();
    expect(opened.domain.devices.findDevice(deviceKey)?.reportPeriodMs).toBe(60_000);
  });

  test('completing a rescue tells the device that the rescue is done', async () => {
    const device = await connect();
    await device.subscribe(`lift/${deviceKey}/command`);
    await device.publish('event', eventAt(opened.clock.nowMs(), 'e-1', 'trapped'));
    await until(async () => expect(await rows('rescue_orders')).toHaveLength(1));
    const by = await principalOf(opened.store, smallCity.users.dispatcher1);
    const { orderId } = await opened.domain.rescue.accept(by, { elevatorId });
    await opened.domain.rescue.step(by, {
      id: orderId,
      event: 'rescue.completed',
      data: completion,
    });
    await until(async () =>
      expect(device.received.map(({ message }) => message)).toContainEqual(
        expect.objectContaining({ identifier: 'sos_status', payload: { sos_status: { status: 2 } } }),
      ),
    );
  });

  test('unreadable messages are stored once and counted', async () => {
    const device = await connect();
    for (let time = 0; time < 3; time += 1) await device.publish('event', '{"kind":"trapped"');
    await device.publish('event', 'not json');
    expect((await rows('quarantine')).map(({ could_be_help, repeat_num }) => [could_be_help, repeat_num])).toEqual([
      [1, 3],
      [0, 1],
    ]);
  });

  test('message codes are events of the device, survive a restart, and one that no table has is listed', async () => {
    const report = (device: MqttDevice, codes: readonly string[]) =>
      device.publish('telemetry', telemetryAt(opened.clock.nowMs(), { codes }));
    const codeEvents = async () =>
      (await opened.store.readStream(`device-${deviceKey}`)).flatMap(({ type, data }) =>
        type.startsWith('device.code') ? [{ type, data }] : [],
      );
    const raised = (code: string, vendorCode: string) => ({
      type: 'device.codeRaised',
      data: { elevatorId, code, vendorCode, late: false },
    });
    await report(await connect(), ['03', 'E-62']);
    await until(async () => expect(await codeEvents()).toEqual([raised('03', '03'), raised('', 'E-62')]));
    expect(await standingCodesOf(opened.store, elevatorId)).toEqual(['03', 'E-62']);
    await until(async () =>
      expect(await rows('quarantine')).toMatchObject([
        { reason: '未知的消息码 E-62', could_be_help: 0, repeat_num: 1 },
      ]),
    );
    await closeDevices();
    await gateway.close();
    await opened.restart();
    await start();
    const device = await connect();
    await report(device, ['03', 'E-62']);
    await report(device, ['E-62']);
    const cleared = { type: 'device.codeCleared', data: { elevatorId, code: '03', vendorCode: '03' } };
    await until(async () => expect((await codeEvents()).slice(2)).toEqual([cleared]));
    await opened.store.rebuild();
    expect(await standingCodesOf(opened.store, elevatorId)).toEqual(['E-62']);
    // A report that says nothing of codes ends none.
    await device.publish('telemetry', telemetryAt(opened.clock.nowMs() + 1_000));
    expect(await rows('device_codes')).toHaveLength(1);
  });

  test('the alarm button as a code opens a rescue order, and the same report after a restart changes nothing', async () => {
    const pressed = telemetryAt(opened.clock.nowMs(), { codes: ['90'] });
    await (await connect()).publish('telemetry', pressed);
    await until(async () =>
      expect(await rows('rescue_orders')).toMatchObject([{ elevator_id: elevatorId, trigger: 'SOS', status: 0 }]),
    );
    await closeDevices();
    await gateway.close();
    await opened.restart();
    await start();
    await (await connect()).publish('telemetry', pressed);
    expect(await rows('alarms')).toMatchObject([{ kind: 'SOS', repeat_num: 0 }]);
    expect(await rows('rescue_orders')).toHaveLength(1);
  });

  describe('bound, unbound, disabled and enabled by a person', () => {
    const newDevice = {
      elevatorId,
      deviceKey: newKey,
      deviceType: 'SCR',
      vendor: 'standard',
      model: 'TA-S7',
      firmware: '1.4.0',
      reportPeriodSeconds: 60,
      isRescueTerminal: false,
    } as const;
    let admin: Principal;
    let desk: DeviceDesk;
    beforeEach(async () => {
      const { store, domain } = opened;
      admin = await principalOf(store, smallCity.users.admin);
      const { directory, commands } = domain;
      desk = createDeviceDesk({
        store,
        clock: opened.clock,
        directory,
        commands,
        disconnectDevice: (key) => gateway.disconnect(key),
      });
    });

    test('a new device signs in with its secret, is online from its first word, and may say what it is', async () => {
      const { secretVersion } = await desk.bind(admin, newDevice);
      await expect(signIn(newKey, secretOf(secretVersion + 1))).rejects.toThrow();
      const device = await signIn(newKey, secretOf(secretVersion));
      await device.publish('status', { online: true, model: 'TA-S7', firmware: '1.5.0' });
      await until(async () => expect(await typesOf(newKey)).toEqual(['installed', 'reported']));
      expect(await opened.store.rows.selectFrom('device_descriptions').selectAll().execute()).toMatchObject([
        { device_key: newKey, model: 'TA-S7', firmware: '1.5.0' },
      ]);
      expect(await rows('quarantine')).toEqual([]);
    });

    test('a screen says nothing about the car, whatever it reports', async () => {
      await desk.bind(admin, newDevice);
      const [screen, collector] = [await signIn(newKey, secretOf(1)), await connect()];
      await collector.publish('telemetry', telemetryAt(opened.clock.nowMs(), { floor: 3 }));
      await screen.publish('telemetry', telemetryAt(opened.clock.nowMs() + 1_000, { floor: 9 }));
      expect(fleet.get(elevatorId)).toMatchObject({ deviceKey, report: { floor: 3 } });
    });

    test('an unbound one is out within a second, and what it says later is kept apart: a call for help is shown', async () => {
      const device = await connect();
      await device.publish('event', help('before'));
      await device.publish('telemetry', telemetryAt(opened.clock.nowMs(), { codes: ['03'] }));
      await until(async () => expect(await rows('rescue_orders')).toHaveLength(1));
      await until(async () => expect(await rows('device_codes')).toHaveLength(1));
      const closed = closing(device);
      await desk.unbind(admin, deviceKey, '更换采集器');
      expect(await closed).toBe('closed');
      expect(await rows('device_codes')).toEqual([]);
      expect(await rows('rescue_orders')).toMatchObject([{ status: 0, elevator_id: elevatorId }]);
      const again = await connect();
      await again.publish('telemetry', telemetryAt(opened.clock.nowMs()));
      await again.publish('event', help('after'));
      await vi.waitFor(() => expect(again.receipts).toEqual(['after']));
      expect(await rows('quarantine')).toContainEqual(
        expect.objectContaining({ device_key: deviceKey, could_be_help: 1, reason: '设备未登记或未绑定电梯' }),
      );
      expect(await rows('rescue_orders')).toHaveLength(1);
      expect(await rows('alarms')).toMatchObject([{ repeat_num: 0 }]);
      expect((await typesOf(deviceKey)).at(-1)).toBe('unbound');
      expect(gateway.stats().onlineDevices).toBe(0);
    });

    test('a key that is bound again gets another secret, and the device that had it before is out', async () => {
      await desk.unbind(admin, deviceKey, '更换');
      const former = await connect();
      const closed = closing(former);
      const { secretVersion } = await desk.bind(admin, { ...newDevice, deviceKey, deviceType: 'COL' });
      expect(secretVersion).toBe(2);
      expect(await closed).toBe('closed');
      await expect(connect()).rejects.toThrow();
      const device = await signIn(deviceKey, secretOf(2, deviceKey));
      await device.publish('event', help('e-1'));
      await until(async () => expect(await rows('rescue_orders')).toHaveLength(1));
      await opened.restart();
      expect(opened.domain.devices.secretVersionOf(deviceKey)).toBe(2);
    });

    test('a command that waits for it does not reach the next lift that it serves', async () => {
      const dispatcher = await principalOf(opened.store, smallCity.users.dispatcher1);
      await opened.domain.commandDesk.queue(dispatcher, {
        elevatorId,
        identifier: 'volume',
        payload: { outputvol: 5 },
      });
      await desk.unbind(admin, deviceKey, '移到另一台电梯');
      expect(await rows('device_commands')).toMatchObject([{ state: 'cancelled' }]);
    });

    test('a disabled one may not connect; of what others carry for it only a possible call for help is kept', async () => {
      const device = await connect();
      await device.publish('telemetry', telemetryAt(opened.clock.nowMs()));
      await until(async () => expect((await typesOf(deviceKey)).at(-1)).toBe('reported'));
      const closed = closing(device);
      await desk.disable(admin, deviceKey, '误报不断');
      expect(await closed).toBe('closed');
      await expect(connect()).rejects.toThrow(/not authorized/i);
      const bridge = await MqttDevice.connectBridge(gateway.port ?? 0, siteKey);
      open.push(bridge);
      await bridge.publish('telemetry', telemetryAt(opened.clock.nowMs()), deviceKey);
      await bridge.publish('status', { online: true }, deviceKey);
      await bridge.publish('event', help('e-1'), deviceKey);
      expect((await rows('quarantine')).map(({ could_be_help, reason }) => [could_be_help, reason])).toEqual([
        [1, '设备已禁用'],
      ]);
      expect(await rows('alarms')).toEqual([]);
      expect((await rows('device_states')).map(({ status }) => status)).toEqual([3]);
      await desk.enable(admin, deviceKey, '已修好');
      const back = await connect();
      await back.publish('event', help('e-2'));
      await until(async () => expect(await rows('rescue_orders')).toHaveLength(1));
      await until(async () =>
        expect(await typesOf(deviceKey)).toEqual(['bound', 'reported', 'disabled', 'enabled', 'reported']),
      );
    });

    test('the rescue terminal is told that the rescue is over, instead of the collector', async () => {
      await desk.bind(admin, newDevice);
      await desk.chooseTerminal(admin, newKey);
      const device = await connect();
      await device.publish('event', help('e-1'));
      await until(async () => expect(await rows('rescue_orders')).toHaveLength(1));
      const by = await principalOf(opened.store, smallCity.users.dispatcher1);
      const { orderId } = await opened.domain.rescue.accept(by, { elevatorId });
      await opened.domain.rescue.step(by, { id: orderId, event: 'rescue.completed', data: completion });
      await until(async () =>
        expect(await rows('device_commands')).toMatchObject([{ device_key: newKey, identifier: 'sos_status' }]),
      );
    });
  });
});
