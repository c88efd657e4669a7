import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import * as z from 'zod';
import type { DeviceEventMessage } from '../../src/contract/device.ts';
import { alarmKinds, type AlarmKind } from '../../src/contract/labels.ts';
import { alarmLifecycle } from '../../src/machines/alarmLifecycle.ts';
import { createDomain, type LoadedDomain } from '../../server/domain/createDomain.ts';
import { rulesActor } from '../../server/domain/actors.ts';
import { decide } from '../../server/domain/decide.ts';
import { projections } from '../../server/lifecycleEntries.ts';
import { VirtualClock } from '../../server/runtime/virtualClock.ts';
import { run } from '../../server/store/eventStore.ts';
import { openTestStore, type TestStore } from '../support/openTestStore.ts';
import { onBothDatabases } from '../support/postgresOfFile.ts';
import { principalOf, smallCity, writeSmallCity } from '../support/smallCity.ts';

const { lift, users } = smallCity;
const minuteMs = 60_000;
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

  const say = (id: string, kind: AlarmKind = 'moto', changes: Partial<DeviceEventMessage> = {}) => {
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
  /** What the log has of the first alarm, in short. */
  const story = async () => {
    const [first] = await alarms();
    return (await opened.store.readStream(`alarm-${first?.id ?? 0}`)).map(({ type, data }) => {
      const { deviceEventId, times } = saidSchema.parse(data);
      return [type.slice('alarm.'.length), deviceEventId, ...(times === undefined ? [] : [`×${times}`])].join(' ');
    });
  };
  const complete = async () => {
    const [first] = await alarms();
    await decide({ store: opened.store, clock }, alarmLifecycle, {
      stream: `alarm-${first?.id ?? 0}`,
      actor: rulesActor,
      choose: () => ({ type: 'alarm.completed', data: {} }),
    });
  };

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
    expect(await alarms()).toMatchObject([{ repeat_num: 11 }]);
    await say('e-12');
    await clock.advance(minuteMs);
    await vi.waitFor(async () => expect(await story()).toHaveLength(4));
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
    const clears = alarmKinds.flatMap((kind) =>
      Array.from({ length: 5 }, (_, index) => say(`${kind}-${index}`, kind, { cleared: true })),
    );
    expect(new Set(await Promise.all(clears))).toEqual(new Set(['recorded']));
    expect(await opened.store.readStream(`device-${lift.deviceKey}`)).toHaveLength(1 + clears.length);
  });

  const flutter = async (kind: AlarmKind, from: number, to: number) => {
    const outcomes: string[] = [];
    for (let index = from; index < to; index += 1) {
      await clock.advance(100);
      await say(`on-${index}`, kind);
      outcomes.push(await say(`off-${index}`, kind, { cleared: true }));
    }
    return outcomes;
  };

  test('by a contact that flutters is cleared six times and then once a minute; the flips between are counted, and the clears are sent again', async () => {
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
});
