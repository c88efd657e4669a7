import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { moveSelfTests, recordMissedSelfTests, selfTestLimitMs } from '../../server/domain/devices/selfTests.ts';
import { listQuarantine } from '../../server/queries/alarm.ts';
import { run } from '../../server/store/eventStore.ts';
import { openDomain, type TestDomain } from '../support/openDomain.ts';
import { onBothDatabases } from '../support/postgresOfFile.ts';
import { principalOf, smallCity } from '../support/smallCity.ts';

const { lift, farLift, users } = smallCity;
const minuteMs = 60_000;

describe.each(onBothDatabases())('device messages that cannot be accepted, on %s', (_name, createDatabase) => {
  let city: TestDomain;
  beforeEach(async () => {
    city = await openDomain({ databaseUrl: await createDatabase() });
  });
  afterEach(() => city.dispose());

  const rows = () => city.store.rows.selectFrom('quarantine').selectAll().orderBy('id').execute();
  const say = (
    sender: string,
    payload: string,
    { topic = `lift/${sender}/event`, reason = '格式不正确', couldBeHelp = true } = {},
  ) => city.domain.devices.quarantine({ sender, topic, payload, reason, couldBeHelp });

  test('is one row for each sender, reason and minute, with a count, the first and the last of it', async () => {
    await Promise.all(Array.from({ length: 50 }, (_, index) => say(lift.deviceKey, `SOS ${index}`)));
    await say(lift.deviceKey, 'SOS again');
    await say(farLift.deviceKey, 'SOS there');
    await say(lift.deviceKey, 'noise', { couldBeHelp: false });
    expect(await rows()).toMatchObject([
      { device_key: lift.deviceKey, could_be_help: 1, repeat_num: 51, payload: 'SOS 0', last_payload: 'SOS again' },
      { device_key: farLift.deviceKey, could_be_help: 1, repeat_num: 1 },
      { device_key: lift.deviceKey, could_be_help: 0, repeat_num: 1 },
    ]);
    await city.clock.advance(minuteMs);
    await say(lift.deviceKey, 'SOS later');
    expect(await rows()).toHaveLength(4);
  });

  test('is stored although no database could: control characters and half surrogates are escaped', async () => {
    await say(lift.deviceKey, 'SOS\u0000\u0001\uD83D', { topic: 'lift/\u0000x' });
    expect(await rows()).toMatchObject([{ payload: 'SOS\\u0000\\u0001\\ud83d', topic: 'lift/\\u0000x' }]);
    // Cut in the middle of a character.
    await say(farLift.deviceKey, `${'x'.repeat(3_999)}🛗`);
    expect((await rows())[1]?.payload).toMatch(/x\\ud83d$/);
  });

  test('fills at most a thousand rows, and messages of registered devices outlast those of unregistered senders', async () => {
    await say(lift.deviceKey, 'SOS');
    await city.clock.advance(minuteMs);
    const nowMs = city.clock.nowMs();
    const row = {
      topic: 'lift/x/event',
      could_be_help: 1,
      payload: 'SOS',
      last_topic: 'lift/x/event',
      last_payload: 'SOS',
      repeat_num: 1,
      first_at_ms: nowMs,
      last_at_ms: nowMs,
    } as const;
    // As an older version left it: a row for each invented name.
    await city.store.write(function* (queries) {
      for (let id = 1_000; id < 3_000; id += 1)
        yield* run(
          queries
            .insertInto('quarantine')
            .values({ ...row, id, device_key: `MADE-UP-${id}`, reason: '设备未登记', minute: null }),
        );
    });
    await say('broker', 'SOS', { topic: 'lift/COL999999/event' });
    expect((await rows()).length).toBeLessThanOrEqual(1_000);
    for (let minute = 0; minute < 2; minute += 1) {
      await Promise.all(
        Array.from({ length: 600 }, (_, index) => say(farLift.deviceKey, 'SOS', { reason: `原因 ${minute} ${index}` })),
      );
      await city.clock.advance(minuteMs);
    }
    const kept = await rows();
    expect(kept.length).toBeLessThanOrEqual(1_000);
    const of = (deviceKey: string) => kept.filter((entry) => entry.device_key === deviceKey).length;
    // Nor does one device push out another, nor all of them the unregistered.
    expect([of(lift.deviceKey), of('broker')]).toEqual([1, 1]);
    expect(of(farLift.deviceKey)).toBeGreaterThan(600);
    const desk = await listQuarantine(city.store, await principalOf(city.store, users.super), {
      page: 1,
      page_size: 50,
      order: 'desc',
      could_be_help: true,
      resolved: false,
    });
    expect(desk.list.slice(0, 50).map(({ elevator_id }) => elevator_id)).toEqual(
      expect.arrayContaining([lift.id, farLift.id, null]),
    );
  });

  test('goes thirty days after its last message', async () => {
    await say(lift.deviceKey, 'SOS');
    await city.store.write(function* (queries) {
      yield* run(queries.updateTable('quarantine').set({ last_at_ms: city.clock.nowMs() - 31 * 24 * 60 * minuteMs }));
    });
    await say(farLift.deviceKey, 'SOS');
    expect(await rows()).toMatchObject([{ device_key: farLift.deviceKey }]);
  });
});

describe('the command to hold or let go of a door', () => {
  let city: TestDomain;
  beforeEach(async () => {
    city = await openDomain();
    await city.store.write(function* (queries) {
      yield* run(
        queries.insertInto('devices').values({
          device_key: 'CAM000101',
          elevator_id: lift.id,
          device_type: 'CAM',
          report_period_seconds: 60,
          secret_version: 1,
        }),
      );
    });
    await city.domain.directory.reloadDevice('CAM000101');
  });
  afterEach(() => city.dispose());

  const hold = async (elevatorId: number, payload: unknown, deviceKey?: string) =>
    city.domain.commandDesk.queue(await principalOf(city.store, users.super), {
      elevatorId,
      identifier: 'door_hold',
      payload,
      deviceKey,
    });

  test('goes to the camera of the lift, and to no other device', async () => {
    await hold(lift.id, { door_hold: { status: 0 } });
    expect(await city.domain.commands.openCommands('CAM000101')).toMatchObject([
      { identifier: 'door_hold', payload: { door_hold: { status: 0 } } },
    ]);
    await expect(hold(lift.id, { door_hold: { status: 0 } }, lift.deviceKey)).rejects.toThrow('只有摄像头');
    await expect(hold(farLift.id, { door_hold: { status: 0 } })).rejects.toThrow('只有摄像头');
    await expect(hold(lift.id, { door_hold: { status: 2 } })).rejects.toMatchObject({
      fieldErrors: [{ field: 'payload.door_hold.status', message: '请选择保持或释放梯门' }],
    });
  });
});

describe.each(onBothDatabases())('what collectors report beside alarms, on %s', (_name, createDatabase) => {
  let city: TestDomain;
  beforeEach(async () => {
    city = await openDomain({ databaseUrl: await createDatabase() });
  });
  afterEach(() => city.dispose());
  const collector = () => {
    const found = city.domain.devices.findDevice(lift.deviceKey);
    if (found === undefined) throw new Error(`${lift.deviceKey} is not bound`);
    return found;
  };

  test('the codes that stand are those raised and not cleared, once each, and a repeated message changes nothing', async () => {
    const { devices } = city.domain;
    const say = (kind: 'raised' | 'cleared', vendorCode: string, messageId: string, times = 1) =>
      devices.recordCode(collector(), {
        kind,
        code: vendorCode === 'E-62' ? '' : vendorCode,
        vendorCode,
        times,
        atMs: city.clock.nowMs() - 3_600_000,
        messageId,
      });
    await say('raised', '03', 'm-1');
    await say('raised', '03', 'm-1');
    await say('raised', '03', 'm-2', 4);
    await say('raised', 'E-62', 'm-3');
    await say('raised', '41', 'm-4');
    await say('cleared', '41', 'm-5');
    expect(await devices.recordedCodes()).toEqual(
      new Map([
        [
          lift.deviceKey,
          [
            { vendorCode: '03', code: '03' },
            { vendorCode: 'E-62', code: '' },
          ],
        ],
      ]),
    );
    const events = await city.store.readStream(`device-${lift.deviceKey}`);
    expect(events.map(({ type }) => type)).toEqual([
      'device.bound',
      ...Array.from({ length: 4 }, () => 'device.codeRaised'),
      'device.codeCleared',
    ]);
    expect(events[2]?.data).toEqual({ elevatorId: lift.id, code: '03', vendorCode: '03', late: true, times: 4 });
  });

  test('a missed self-test is an event once', async () => {
    const { devices } = city.domain;
    await devices.recordSelfTest(collector(), city.clock.nowMs() - 10_000);
    await devices.recordSelfTest(collector(), city.clock.nowMs());
    await devices.recordReported(collector(), 1);
    await city.store.write(function* (queries) {
      yield* moveSelfTests(queries, -selfTestLimitMs);
    });
    for (let time = 0; time < 2; time += 1) await recordMissedSelfTests(city);
    const events = await city.store.readStream(`device-${lift.deviceKey}`);
    expect(events.filter(({ type }) => type === 'device.selfTestMissed').map(({ data }) => data)).toEqual([
      { elevatorId: lift.id, lastAtMs: city.clock.nowMs() },
    ]);
  });
});
