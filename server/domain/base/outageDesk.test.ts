import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { DeviceEventMessage } from '../../../src/contract/device.ts';
import { callForHelpKinds, type AlarmKind } from '../../../src/contract/labels.ts';
import { toWireTime } from '../../../src/contract/time.ts';
import { outageLifecycle } from '../../../src/machines/outageLifecycle.ts';
import { openDomain, type TestDomain } from '../../../tests/support/openDomain.ts';
import { principalOf, smallCity } from '../../../tests/support/smallCity.ts';
import type { Principal } from '../../access/principal.ts';
import { collectorsAway } from '../devices/offlineRows.ts';
import { currentOutage, listOutages, outageTodos } from '../../queries/outage.ts';
import { timelineOf } from '../../queries/timeline.ts';
import { createCommunityNoticeDesk } from './communityNotice.ts';
import { createOutageDesk, type OutageDesk } from './outageDesk.ts';

const { lift, farLift, users } = smallCity;
const minuteMs = 60_000;

const onTrouble = (_trouble: string, error: unknown): never => {
  throw error;
};

let city: TestDomain;
let desk: OutageDesk;
let property: Principal;
beforeEach(async () => {
  city = await openDomain();
  const { store, clock } = city;
  desk = createOutageDesk({
    store,
    clock,
    directory: city.domain.directory,
    notices: createCommunityNoticeDesk({ store, clock, onTrouble }),
  });
  property = await principalOf(store, users.property);
});
afterEach(() => city.dispose());

const plan = (inMs: number, lengthMs = 5 * minuteMs, elevatorIds: readonly number[] = [lift.id]) =>
  desk.plan(property, {
    elevator_ids: [...elevatorIds],
    from: toWireTime(city.clock.nowMs() + inMs),
    to: toWireTime(city.clock.nowMs() + inMs + lengthMs),
    reason: '更换曳引钢丝绳',
  });
const stateOf = async (id: number) =>
  (await city.store.rows.selectFrom('outages').select('state').where('id', '=', id).executeTakeFirstOrThrow()).state;
const until = (id: number, state: string) => vi.waitFor(async () => expect(await stateOf(id)).toBe(state));
const todos = async () => (await outageTodos.count(city.store.rows, property)).count;

it('an outage begins automatically, waits for a person once its end has passed, and is over when she says so', async () => {
  const [id = 0] = await plan(minuteMs);
  expect(await currentOutage(city.store.rows, lift.id, city.clock.nowMs())).toMatchObject({ id, isActive: false });
  await expect(plan(3 * minuteMs)).rejects.toThrow('已有停梯安排');
  await expect(desk.step(property, { id, event: 'outage.ended', data: { note: '' } })).rejects.toThrow('还没有开始');

  await city.clock.advance(minuteMs + 1_000);
  await until(id, 'active');
  expect(await todos()).toBe(0);
  await desk.step(property, {
    id,
    event: 'outage.extended',
    data: { to: toWireTime(city.clock.nowMs() + 6 * minuteMs) },
  });
  await city.clock.advance(6 * minuteMs + 1_000);
  await until(id, 'overrun');
  expect(await todos()).toBe(1);
  expect((await currentOutage(city.store.rows, lift.id, city.clock.nowMs()))?.isActive).toBe(true);

  await desk.step(property, { id, event: 'outage.ended', data: { note: '试运行正常' } });
  expect(await todos()).toBe(0);
  expect(await currentOutage(city.store.rows, lift.id, city.clock.nowMs())).toBeUndefined();
  expect((await timelineOf(city.store, outageLifecycle, id)).map(({ title }) => title)).toEqual([
    '安排停梯',
    '开始停梯',
    '延长',
    '记录超时',
    '恢复运行',
  ]);
  const query = { page: 1, page_size: 20, order: 'desc' } as const;
  expect((await listOutages(city.store, property, query)).list).toMatchObject([{ id, end_note: '试运行正常' }]);
});

it('nobody plans for a lift out of sight, and a plan for several is all or nothing', async () => {
  await expect(plan(minuteMs, minuteMs, [lift.id, farLift.id])).rejects.toThrow('电梯不存在');
  const stranger = await principalOf(city.store, users.stranger);
  const [id = 0] = await plan(minuteMs);
  await expect(desk.step(stranger, { id, event: 'outage.cancelled', data: { reason: '改期' } })).rejects.toThrow();
  expect(await city.store.rows.selectFrom('outages').select('id').execute()).toEqual([{ id }]);
  await desk.step(property, { id, event: 'outage.cancelled', data: { reason: '改期' } });
  expect(await stateOf(id)).toBe('cancelled');
});

it('a notice is drafted from it, with the lift and the times', async () => {
  const [id = 0] = await plan(minuteMs);
  const draftId = await desk.draftNotice(property, [id]);
  const draft = await city.store.rows
    .selectFrom('community_notices')
    .selectAll()
    .where('id', '=', draftId)
    .executeTakeFirstOrThrow();
  expect(draft).toMatchObject({ community_id: 11, kind: 'outage', state: 'draft' });
  expect(draft.content).toContain(lift.tag);
  expect(draft.content).toContain('更换曳引钢丝绳');
});

it('while it holds, what can wait and being offline ask for no one, and every call for help and priority 1 still does', async () => {
  const [id = 0] = await plan(0);
  await city.clock.advance(1_000);
  await until(id, 'active');
  const device = city.domain.devices.findDevice(lift.deviceKey);
  if (device === undefined) throw new Error('no device');
  const report = async (kind: DeviceEventMessage['kind']) => {
    await city.domain.devices.recordEvent(device, { id: `e-${kind}`, at: city.clock.nowMs(), kind });
    const alarm = await city.store.rows
      .selectFrom('alarms')
      .select('suppressed_by')
      .where('kind', '=', kind)
      .executeTakeFirstOrThrow();
    return alarm.suppressed_by;
  };
  const urgent: readonly Exclude<AlarmKind, 'notifyFailed'>[] = [...callForHelpKinds, 'fall_down', 'over_speed'];
  for (const kind of urgent) expect([kind, await report(kind)]).toEqual([kind, '']);
  for (const kind of ['moto', 'longTimeOpen'] as const) expect([kind, await report(kind)]).toEqual([kind, 'outage']);
  await vi.waitFor(async () =>
    expect(await city.store.rows.selectFrom('rescue_orders').select('elevator_id').execute()).toEqual([
      { elevator_id: lift.id },
    ]),
  );

  await city.domain.devices.recordReported(device, 0);
  await city.domain.devices.recordLost(device, 'lastWill');
  const away = async () =>
    (await collectorsAway(city.store, { untilMs: city.clock.nowMs() + 1, limit: 10 })).map(
      ({ elevatorId }) => elevatorId,
    );
  expect(await away()).toEqual([]);
  await desk.step(property, { id, event: 'outage.ended', data: { note: '' } });
  expect(await away()).toEqual([lift.id]);
});
