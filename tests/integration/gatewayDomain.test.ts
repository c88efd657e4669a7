import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { startGateway, type Gateway } from '../../server/gateway/gateway.ts';
import { FleetState } from '../../server/telemetry/fleetState.ts';
import { openDomain, type TestDomain } from '../support/openDomain.ts';
import { principalOf, smallCity } from '../support/smallCity.ts';
import { eventAt, MqttDevice, telemetryAt } from '../support/mqttDevice.ts';

const siteKey = randomBytes(32);
const { deviceKey, id: elevatorId } = smallCity.lift;

describe('a device, over MQTT, to the open order', () => {
  let opened: TestDomain;
  let gateway: Gateway;
  const open: MqttDevice[] = [];
  const troubles: string[] = [];

  const start = async () => {
    const { clock, domain } = opened;
    gateway = await startGateway({
      clock,
      devices: domain.devices,
      commands: domain.commands,
      latest: new FleetState(),
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
  const closeDevices = () => Promise.all(open.splice(0).map((device) => device.close()));
  const rows = (table: 'alarms' | 'rescue_orders' | 'quarantine' | 'device_states' | 'device_commands') =>
    opened.store.rows.selectFrom(table).selectAll().execute();
  const until = (check: () => Promise<void>) =>
    vi.waitFor(
      async () => {
        await opened.clock.advance(50);
        await check();
      },
      { timeout: 10_000, interval: 5 },
    );

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
      data: {
        peopleNum: 1,
        cause: 'door',
        wasTrapped: true,
        injuredNum: 0,
        vulnerableNum: 0,
        handedTo: 'none',
        calledBack: true,
      },
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
});
