import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import * as z from 'zod';
import type { DeviceEventMessage } from '../../src/contract/device.ts';
import { deviceAlarmKinds, type DeviceAlarmKind } from '../../src/contract/labels.ts';
import { alarmLifecycle } from '../../src/machines/alarmLifecycle.ts';
import { createDomain, type LoadedDomain } from '../../server/domain/createDomain.ts';
import { rulesActor } from '../../server/domain/actors.ts';
import { decide } from '../../server/domain/decide.ts';
import { openRescue } from '../../server/domain/records/openRescue.ts';
import { projections } from '../../server/lifecycleEntries.ts';
import { alarmTodos, listAlarmRecords } from '../../server/queries/alarm.ts';
import { readAlarmBoard, readAlarmDetail } from '../../server/queries/alarmBoard.ts';
import { VirtualClock } from '../../server/runtime/virtualClock.ts';
import { run } from '../../server/store/eventStore.ts';
import { toWireTime } from '../../src/contract/time.ts';
import { addLifts } from '../support/moreLifts.ts';
import { openTestStore, type TestStore } from '../support/openTestStore.ts';
import { onBothDatabases } from '../support/postgresOfFile.ts';
import { principalOf, smallCity, writeSmallCity } from '../support/smallCity.ts';

const { lift, farLift, users } = smallCity;
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const query = { page: 1, page_size: 50, order: 'desc' } as const;
const saidSchema = z.object({ deviceEventId: z.string(), times: z.number().optional() });

/** Without the rules, so that an order is open or closed when the test says so. */
describe.each(onBothDatabases())('an alarm that a device reports, on %s', (_name, createDatabase) => {
  let clock: VirtualClock;
  let opened: TestStore;
  let domain: LoadedDomain;

  beforeEach(async () => {
    clock = new VirtualClock();
    opened = await openTestStore({ clock, projections, databaseUrl: await createDatabase() });
    await writeSmallCity(opened.store);
    domain = await createDomain({ store: opened.store, clock });
  });
  afterEach(async () => {
    await domain.close();
    await opened.dispose();
  });

  const say = (id: string, kind: DeviceAlarmKind = 'moto', changes: Partial<DeviceEventMessage> = {}) => {
    const device = domain.devices.findDevice(lift.deviceKey);
    if (device === undefined) throw new Error('the small city has lost its device');
    return domain.devices.recordEvent(device, { id, at: clock.nowMs(), kind, ...changes });
  };
  const alarms = () =>
    opened.store.rows
      .selectFrom('alarms')
      .select(['id', 'kind', 'repeat_num', 'is_active', 'status'])
      .orderBy('id')
      .execute();
  /** Returns the log's events of the first alarm, in short. */
  const story = async () => {
    const [first] = await alarms();
    return (await opened.store.readStream(`alarm-${first?.id ?? 0}`)).map(({ type, data }) => {
      const { deviceEventId, times } = saidSchema.parse(data);
      return [type.slice('alarm.'.length), deviceEventId, ...(times === undefined ? [] : [`×${times}`])].join(' ');
    });
  };
  /** The database shows a commit before the server has heard of it; the server hears of commits in their order. */
  const untilHeard = () => opened.store.write(function* () {});
  const complete = async () => {
    const [first] = await alarms();
    await decide({ store: opened.store, clock }, alarmLifecycle, {
      stream: `alarm-${first?.id ?? 0}`,
      actor: rulesActor,
      choose: () => ({ type: 'alarm.completed', data: {} }),
    });
  };

  const board = async (userId: number, asked: { grouped?: boolean; was_flood?: boolean } = {}) =>
    readAlarmBoard(
      opened.store,
      await principalOf(opened.store, userId),
      { page: 1, page_size: 50, ...asked },
      { nowMs: clock.nowMs(), floodAlarms: 10 },
    );
  const list = async (asked: Partial<Parameters<typeof listAlarmRecords>[2]>) =>
    listAlarmRecords(opened.store, await principalOf(opened.store, users.dispatcher1), { ...query, ...asked });
  const detail = async (id: number) =>
    readAlarmDetail(opened.store, await principalOf(opened.store, users.dispatcher1), id);
  const typesOf = async (id: number) => (await opened.store.readStream(`alarm-${id}`)).map(({ type }) => type);
  /** An alarm as its lift reports it; on the far lift, which the property user does not see. */
  const sayFar = (kind: DeviceAlarmKind, id = `far-${kind}`) => {
    const device = domain.devices.findDevice(farLift.deviceKey);
    if (device === undefined) throw new Error('the small city has lost its far device');
    return domain.devices.recordEvent(device, { id, at: clock.nowMs(), kind });
  };
  const idOf = async (kind: DeviceAlarmKind) => (await alarms()).find((alarm) => alarm.kind === kind)?.id ?? 0;

  test('is stored for each of a hundred simultaneous messages, and each exactly once', async () => {
    const ids = Array.from({ length: 100 }, (_, index) => `e-${index}`);
    expect(new Set(await Promise.all(ids.map((id) => say(id, 'SOS'))))).toEqual(new Set(['recorded']));
    // No order is open: every one of them is in the log.
    const kept = await opened.store.rows
      .selectFrom('events')
      .select('data')
      .where('type', 'in', ['alarm.raised', 'alarm.repeated'])
      .execute();
    expect(kept.map(({ data }) => saidSchema.parse(JSON.parse(data)).deviceEventId).toSorted()).toEqual(ids.toSorted());
    expect(new Set(await Promise.all(ids.map((id) => say(id, 'SOS'))))).toEqual(new Set(['repeated']));
    expect(await alarms()).toMatchObject([{ repeat_num: 99 }]);
  });

  test('is a new one if the device was bound again and counts its events from the beginning', async () => {
    expect(await say('e-1', 'SOS')).toBe('recorded');
    await complete();
    await opened.store.write(function* (queries) {
      yield* run(queries.updateTable('devices').set({ secret_version: 2 }).where('device_key', '=', lift.deviceKey));
    });
    await domain.directory.reloadDevice(lift.deviceKey);
    expect(await say('e-1', 'SOS')).toBe('recorded');
    expect(await say('e-1', 'SOS')).toBe('repeated');
    expect(await alarms()).toHaveLength(2);
  });

  test('is repeated in the log immediately, then as one event a minute with a count; after a quiet minute immediately again', async () => {
    await say('e-0');
    await say('e-1');
    for (let index = 2; index < 12; index += 1) expect(await say(`e-${index}`)).toBe('recorded');
    expect(await story()).toEqual(['raised e-0', 'repeated e-1']);
    await clock.advance(minuteMs);
    await vi.waitFor(async () => expect(await story()).toEqual(['raised e-0', 'repeated e-1', 'repeated e-11 ×10']));
    await untilHeard();
    expect(await alarms()).toMatchObject([{ repeat_num: 11 }]);
    await say('e-12');
    await clock.advance(minuteMs);
    await vi.waitFor(async () => expect(await story()).toHaveLength(4));
    await untilHeard();
    await clock.advance(2 * minuteMs);
    await say('e-13');
    expect(await story()).toEqual([
      'raised e-0',
      'repeated e-1',
      'repeated e-11 ×10',
      'repeated e-12',
      'repeated e-13',
    ]);
  });

  test('counts a gathered message once, however often the device sends it', async () => {
    for (const id of ['e-0', 'e-1', 'e-2']) await say(id);
    for (const id of ['e-2', 'e-1', 'e-0']) expect(await say(id)).toBe('repeated');
    await domain.close();
    expect(await story()).toEqual(['raised e-0', 'repeated e-1', 'repeated e-2']);
  });

  test('calling for help is only counted while an order is open, and logged immediately once none is', async () => {
    const by = await principalOf(opened.store, users.dispatcher1);
    const { orderId } = await domain.rescue.phoneIn(by, {
      elevatorId: lift.id,
      callerPhone: '13800000000',
      requestId: 'r-1',
    });
    for (const id of ['e-0', 'e-1', 'e-2', 'e-3']) await say(id, 'SOS');
    expect(await story()).toEqual(['raised e-0', 'repeated e-1']);
    await domain.rescue.accept(by, { orderId });
    await domain.rescue.step(by, { id: orderId, event: 'rescue.judgedFalse', data: { reason: '误按，已回拨核实' } });
    // Its alarm is still open, as in the moment before the rule closes it.
    await say('e-4', 'SOS');
    await say('e-5', 'SOS');
    expect(await story()).toEqual(['raised e-0', 'repeated e-1', 'repeated e-4', 'repeated e-5']);
    await clock.advance(minuteMs);
    await vi.waitFor(async () => expect((await story()).at(-1)).toBe('repeated e-3 ×2'));
  });

  test('that is cleared stays cleared: what was gathered before is written before', async () => {
    for (const id of ['e-0', 'e-1', 'e-2', 'e-3']) await say(id);
    await say('e-4', 'moto', { cleared: true });
    await clock.advance(minuteMs);
    expect(await story()).toEqual(['raised e-0', 'repeated e-1', 'repeated e-3 ×2', 'cleared e-4']);
    // It holds again: that is no mere repeat.
    await say('e-5');
    expect((await story()).at(-1)).toBe('repeated e-5');
    await say('e-6', 'moto', { level: 1 });
    expect((await story()).at(-1)).toBe('worsened e-6');
  });

  test('that is closed drops its counted repeats, and the next message is a new alarm', async () => {
    for (const id of ['e-0', 'e-1', 'e-2']) await say(id);
    await complete();
    expect(await say('e-3')).toBe('recorded');
    await clock.advance(minuteMs);
    expect(await alarms()).toMatchObject([
      { repeat_num: 1, status: 1 },
      { repeat_num: 0, status: 0 },
    ]);
  });

  test('is not cleared by a message that came before it, when there was nothing to clear', async () => {
    const clear = () => say('clear-1', 'moto', { cleared: true });
    expect(await clear()).toBe('recorded');
    await say('e-0');
    expect(await clear()).toBe('repeated');
    expect(await alarms()).toMatchObject([{ is_active: 1 }]);
    expect(await opened.store.readStream(`device-${lift.deviceKey}`)).toMatchObject([
      { type: 'device.bound' },
      { type: 'device.clearedNothing', data: { deviceEventId: 'clear-1', kind: 'moto' } },
    ]);
  });

  test('of every kind may be cleared many times at once where none is open', async () => {
    const clears = deviceAlarmKinds.flatMap((kind) =>
      Array.from({ length: 5 }, (_, index) => say(`${kind}-${index}`, kind, { cleared: true })),
    );
    expect(new Set(await Promise.all(clears))).toEqual(new Set(['recorded']));
    expect(await opened.store.readStream(`device-${lift.deviceKey}`)).toHaveLength(1 + clears.length);
  });

  const flutter = async (kind: DeviceAlarmKind, from: number, to: number) => {
    const outcomes: string[] = [];
    for (let index = from; index < to; index += 1) {
      await clock.advance(100);
      await say(`on-${index}`, kind);
      outcomes.push(await say(`off-${index}`, kind, { cleared: true }));
    }
    return outcomes;
  };

  test('of a contact that flutters is cleared six times, then once a minute; flips in between are counted, clears sent again', async () => {
    expect(await flutter('moto', 0, 100)).toEqual(
      Array.from({ length: 100 }, (_, index) => (index < 6 ? 'recorded' : 'tooMany')),
    );
    // Raised six times and cleared, and then held once more.
    expect(await story()).toHaveLength(13);
    await clock.advance(minuteMs);
    await vi.waitFor(async () => expect((await story()).at(-1)).toBe('repeated on-99 ×93'));
    expect(await alarms()).toMatchObject([{ repeat_num: 99, is_active: 1 }]);
    // What was over before the contact closed again clears nothing when it is sent again; what is over now does.
    const clearAgain = (index: number, agoMs: number) =>
      say(`off-${index}`, 'moto', { cleared: true, at: clock.nowMs() - minuteMs - agoMs });
    expect(await clearAgain(98, 100)).toBe('recorded');
    expect(await alarms()).toMatchObject([{ is_active: 1 }]);
    expect(await clearAgain(99, 0)).toBe('recorded');
    expect(await alarms()).toMatchObject([{ is_active: 0 }]);
  });

  test('that calls for help is raised and cleared each time while no order is open, and gathered while one is', async () => {
    expect(new Set(await flutter('SOS', 0, 10))).toEqual(new Set(['recorded']));
    expect(await story()).toHaveLength(20);
    await domain.rescue.phoneIn(await principalOf(opened.store, users.dispatcher1), {
      elevatorId: lift.id,
      callerPhone: '13800000000',
      requestId: 'r-1',
    });
    expect(new Set(await flutter('SOS', 10, 20))).toEqual(new Set(['tooMany']));
    // The first of them raises it again.
    expect(await story()).toHaveLength(21);
  });

  test('is not taken from a device of a lift that base data does not have', async () => {
    await say('e-0', 'SOS');
    const device = domain.devices.findDevice(lift.deviceKey);
    if (device === undefined) throw new Error('the small city has lost its device');
    expect(
      await domain.devices.recordEvent(
        { ...device, elevatorId: 999_999 },
        { id: 'e-1', at: clock.nowMs(), kind: 'SOS' },
      ),
    ).toBe('noLift');
    expect(await alarms()).toHaveLength(1);
  });

  test('is not cleared, once it holds again, by a message that came when it was cleared already', async () => {
    await say('e-0');
    for (const id of ['clear-1', 'clear-2']) expect(await say(id, 'moto', { cleared: true })).toBe('recorded');
    await say('e-1');
    for (const id of ['clear-1', 'clear-2']) expect(await say(id, 'moto', { cleared: true })).toBe('repeated');
    expect(await alarms()).toMatchObject([{ is_active: 1, repeat_num: 1 }]);
  });

  test('is handled with several at once: one that is refused, foreign, of priority 1 or closed holds up no other', async () => {
    const by = await principalOf(opened.store, users.maintenance);
    await say('e-1', 'moto');
    await say('e-2', 'longTimeOpen');
    await say('e-3', 'over_speed');
    await say('e-4', 'overLoad');
    await sayFar('longTimeOpen');
    const all = await opened.store.rows.selectFrom('alarms').select(['id', 'kind', 'elevator_id']).execute();
    const [moto, door, speed, load] = await Promise.all(
      (['moto', 'longTimeOpen', 'over_speed', 'overLoad'] as const).map(idOf),
    );
    const foreign = all.find((alarm) => alarm.elevator_id === farLift.id)?.id ?? 0;
    await domain.alarms.handle(by, load ?? 0, { event: 'alarm.completed', data: {} });
    const answer = await domain.alarms.handleSeveral(by, [moto ?? 0, speed ?? 0, foreign, load ?? 0, door ?? 0, 999], {
      event: 'alarm.acknowledged',
      data: {},
    });
    expect(answer).toEqual({
      handled: 2,
      refused: [
        { id: speed, message: '紧急报警须逐条处理，请打开该报警单独处理' },
        { id: foreign, message: '记录不存在，或您无权查看' },
        { id: load, message: '该报警已处理完成，不能再操作' },
        { id: 999, message: '记录不存在，或您无权查看' },
      ],
    });
    // Alone it is handled.
    await domain.alarms.handle(by, speed ?? 0, { event: 'alarm.acknowledged', data: {} });
    expect((await list({ kind: ['over_speed'] })).list).toMatchObject([{ acknowledged_by: '赵强' }]);
  });

  test('is handled once by a double click; another wish of the same kind is refused', async () => {
    const by = await principalOf(opened.store, users.dispatcher1);
    await say('e-1', 'longTimeOpen');
    const id = await idOf('longTimeOpen');
    const wish = { event: 'alarm.completed', data: { note: '已通知物业' }, request_id: 'click-1' } as const;
    await Promise.all([domain.alarms.handle(by, id, wish), domain.alarms.handle(by, id, wish)]);
    await domain.alarms.handle(by, id, wish);
    expect(await domain.alarms.handleSeveral(by, [id], wish)).toEqual({ handled: 1, refused: [] });
    expect(await typesOf(id)).toEqual(['alarm.raised', 'alarm.completed']);
    await expect(domain.alarms.handle(by, id, { ...wish, request_id: 'click-2' })).rejects.toThrow(
      '该报警已处理完成，不能再操作',
    );
  });

  test('that is shelved leaves the to-do list with its reason, for at most eight hours, and worsening shows it immediately', async () => {
    const by = await principalOf(opened.store, users.dispatcher1);
    await say('e-1', 'longTimeOpen');
    const id = await idOf('longTimeOpen');
    const shelve = (forMs: number) =>
      domain.alarms.handle(by, id, {
        event: 'alarm.shelved',
        data: { untilMs: clock.nowMs() + forMs, reason: '物业搬运家具' },
      });
    await expect(shelve(8 * hourMs + 1)).rejects.toMatchObject({
      message: '最长搁置 8 小时，请选择更早的时间',
      fieldErrors: [{ field: 'data.untilMs' }],
    });
    await shelve(8 * hourMs);
    expect(await board(users.dispatcher1)).toMatchObject({
      counts: { todo: 0, shelved: 1 },
      entries: { list: [], total: 0 },
    });
    expect((await alarmTodos.count(opened.store.rows, by)).count).toBe(0);
    expect((await list({ shelved: true })).list).toMatchObject([
      {
        id,
        shelved_by: '张伟',
        shelve_reason: '物业搬运家具',
        shelved_until: toWireTime(clock.nowMs() + 8 * hourMs),
      },
    ]);
    await say('e-2', 'longTimeOpen', { level: 1 });
    const shown = await board(users.dispatcher1);
    expect(shown).toMatchObject({ counts: { todo: 1, urgent: 1, shelved: 0 }, urgent: [{ id, level: 1 }] });
    expect(shown.urgent[0]).not.toHaveProperty('shelved_until');
    await expect(shelve(hourMs)).rejects.toThrow('紧急报警不能搁置，请立即处理');
  });

  test('of an open rescue order is closed by the order only, and says so', async () => {
    const by = await principalOf(opened.store, users.dispatcher1);
    await say('e-1', 'SOS');
    const id = await idOf('SOS');
    const elevator = domain.directory.elevator(lift.id);
    if (elevator === undefined) throw new Error('the small city has lost its lift');
    const { orderId } = await openRescue(
      { store: opened.store, clock, settings: domain.settings },
      {
        elevator,
        trigger: 'SOS',
        alarmId: id,
        actor: rulesActor,
        atMs: clock.nowMs(),
        late: false,
        messageId: 'rule:4:1',
      },
    );
    const closing = domain.alarms.handle(by, id, { event: 'alarm.completed', data: {} });
    await expect(closing).rejects.toThrow(`该报警由救援单 ${orderId} 处理，救援结束后一并关闭`);
    expect(await detail(id)).toMatchObject({
      rescue_order_id: orderId,
      allowed_actions: ['alarm.acknowledged'],
      closed_by_note: expect.stringContaining(`救援单 ${orderId}`),
      timeline: [{ title: '发生按钮求救报警', actor_kind: 'device' }],
    });
    // It is not counted as work, and not hidden.
    expect(await board(users.dispatcher1)).toMatchObject({ counts: { todo: 0, urgent: 1 }, urgent: [{ id }] });
  });

  test('that an offline collector explains is counted apart; priority 1 is listed all the same', async () => {
    const by = await principalOf(opened.store, users.dispatcher1);
    await say('e-1', 'longTimeOpen');
    await say('e-2', 'over_speed');
    await sayFar('openCloseLoop');
    const far = domain.devices.findDevice(farLift.deviceKey);
    if (far === undefined) throw new Error('the small city has lost its far device');
    const counted = async () => (await board(users.dispatcher1)).counts;
    expect(await counted()).toMatchObject({ todo: 3, suppressed: { maintenance: 0, offline: 0, incident: 0 } });
    await domain.devices.recordReported(far, 1);
    await domain.devices.recordLost(far, 'lastWill');
    expect(await counted()).toMatchObject({ todo: 2, suppressed: { offline: 1 } });
    expect((await list({ suppressed: true })).list).toMatchObject([
      { kind: 'openCloseLoop', suppressed_by: 'offline' },
    ]);
    expect((await alarmTodos.count(opened.store.rows, by)).count).toBe(2);
    expect((await list({ todo: true })).total).toBe(2);
    // Back again, it waits again.
    await domain.devices.recordReported(far, 1);
    expect(await counted()).toMatchObject({ todo: 3, suppressed: { offline: 0 } });
    const near = domain.devices.findDevice(lift.deviceKey);
    if (near === undefined) throw new Error('the small city has lost its device');
    await domain.devices.recordReported(near, 1);
    await domain.devices.recordLost(near, 'lastWill');
    expect(await board(users.dispatcher1)).toMatchObject({ urgent: [{ kind: 'over_speed' }] });
  });

  test('in a flood belongs to a group by community and kind, if its priority is 2 or 3; operators see it in their own scope', async () => {
    await addLifts(opened.store, {
      firstId: 2_001,
      count: 12,
      deviceKeyOf: (id) => `COL${id}`,
      periodSeconds: 3_600,
    });
    await domain.directory.reload();
    for (let id = 2_001; id <= 2_012; id += 1) {
      const device = domain.devices.findDevice(`COL${id}`);
      if (device === undefined) throw new Error('a lift of the flood has no device');
      await domain.devices.recordEvent(device, { id: 'f-1', at: clock.nowMs(), kind: 'longTimeOpen' });
      await clock.advance(1_000);
    }
    await say('e-1', 'over_speed');
    await sayFar('moto');
    const flood = await board(users.dispatcher1);
    expect(flood).toMatchObject({
      flood: { recent_num: 14, limit_num: 10, is_flood: true },
      is_grouped: true,
      counts: { todo: 14, urgent: 1 },
      urgent: [{ kind: 'over_speed' }],
      entries: {
        total: 2,
        list: [
          // Alone of its kind: itself.
          { alarm: { kind: 'moto' }, group: null },
          { alarm: null, group: { kind: 'longTimeOpen', alarm_num: 12, unacknowledged_num: 12, level: 3 } },
        ],
      },
    });
    const group = flood.entries.list[1]?.group;
    // Opened, it lists exactly what it counts.
    const inside = await list({ todo: true, kind: ['longTimeOpen'], community_id: group?.community_id });
    expect(inside.total).toBe(12);
    expect(await board(users.dispatcher1, { grouped: false })).toMatchObject({
      is_grouped: false,
      entries: { total: 13 },
    });
    // The far community belongs to another maintenance company.
    expect(await board(users.stranger)).toMatchObject({ flood: { recent_num: 0 }, counts: { todo: 0, urgent: 0 } });
    const seen = await board(users.maintenance);
    expect(seen.entries.list.some(({ alarm }) => alarm?.kind === 'moto')).toBe(false);
    await clock.advance(9 * minuteMs + 55_000);
    // Six are left in the window: no flood begins, and one that is going on goes on.
    expect(await board(users.dispatcher1)).toMatchObject({ flood: { recent_num: 6, is_flood: false } });
    expect(await board(users.dispatcher1, { was_flood: true })).toMatchObject({ flood: { is_flood: true } });
  });
});
