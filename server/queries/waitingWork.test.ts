import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openDomain, type TestDomain } from '../../tests/support/openDomain.ts';
import { principalOf, smallCity } from '../../tests/support/smallCity.ts';
import type { DeviceAlarmKind } from '../../src/contract/labels.ts';
import type { Principal } from '../access/principal.ts';
import { gatewayActor } from '../domain/actors.ts';
import { openItems } from '../lifecycleEntries.ts';
import { listAlarmRecords, listNotices } from './alarm.ts';
import { LiftCensus } from './liftCensus.ts';
import { listRescueOrders } from './rescue.ts';
import { countWaitingWork } from './waitingWork.ts';

const { lift, farLift, users } = smallCity;
const page = { page: 1, page_size: 20, order: 'desc' } as const;

let city: TestDomain;
let zhang: Principal;
beforeEach(async () => {
  city = await openDomain();
  zhang = await principalOf(city.store, users.dispatcher1);
});
afterEach(() => city.dispose());

async function report(deviceKey: string, kind: DeviceAlarmKind): Promise<void> {
  const device = city.domain.devices.findDevice(deviceKey);
  if (device === undefined) throw new Error('the lift has no device');
  await city.domain.devices.recordEvent(device, { id: `${kind}-1`, at: city.clock.nowMs(), kind });
}
const orders = () => city.store.rows.selectFrom('rescue_orders').selectAll().execute();

/** A person is trapped, a gas cylinder is in another lift. */
async function raiseBoth(): Promise<number> {
  await report(lift.deviceKey, 'trapped');
  await report(farLift.deviceKey, 'gasCylinder');
  await vi.waitFor(async () => expect(await orders()).toHaveLength(1));
  return (await orders())[0]?.id ?? 0;
}
const works = ({ store, domain, fleet }: TestDomain, by: Principal) =>
  countWaitingWork(
    { store, census: new LiftCensus({ store, directory: domain.directory, fleet }), openItems },
    by,
    city.clock.nowMs(),
  );
const openNotices = () => listNotices(city.store, zhang, { ...page, open: true });

test('the to-do count of alarms counts what a person must still do, and is the total of the list that it leads to', async () => {
  await raiseBoth();
  const { alarm_unprocessed: counted, todos } = await works(city, zhang);
  const listed = await listAlarmRecords(city.store, zhang, { ...page, todo: true });
  expect(listed.list.map(({ kind }) => kind)).toEqual(['gasCylinder']);
  expect([counted, listed.total]).toEqual([1, 1]);
  // The alarm of the trapped person is in the list of all: its rescue is looked after.
  expect((await listAlarmRecords(city.store, zhang, page)).total).toBe(2);
  expect(todos.map(({ kind, count }) => [kind, count])).toEqual([
    ['rescue', 1],
    ['scooter', 0],
    ['fault', 0],
    ['incident', 0],
    ['alarm', 1],
    ['visit', 0],
    ['outage', 0],
    ['review', 0],
  ]);
});

test('a caller gets no tile for what the caller may not see', async () => {
  await raiseBoth();
  const blind = { ...zhang, permissions: new Set([...zhang.permissions].filter((name) => name !== 'alarm.view')) };
  expect(await works(city, blind)).toMatchObject({
    alarm_unprocessed: 0,
    todos: [
      { kind: 'rescue' },
      { kind: 'scooter' },
      { kind: 'fault' },
      { kind: 'incident' },
      { kind: 'visit' },
      { kind: 'outage' },
      { kind: 'review' },
    ],
  });
});

test('the bell counts a rescue once and until it is over, and says who took it', async () => {
  const orderId = await raiseBoth();
  await vi.waitFor(async () => expect((await openNotices()).total).toBe(1));
  expect((await openNotices()).list[0]?.rescue).toEqual({ is_open: true, stage_label: '待受理', accepted_by: '' });
  // The same rescue causes another notice.
  await city.store.append({
    stream: 'notice-again',
    expectedVersion: 'none',
    actor: gatewayActor,
    events: [
      {
        type: 'notice.raised',
        atMs: city.clock.nowMs(),
        data: {
          title: '救援已超时',
          detail: '',
          level: 1,
          rescueOrderId: orderId,
          elevatorId: lift.id,
          userIds: [zhang.userId],
        },
      },
    ],
  });
  expect((await listNotices(city.store, zhang, page)).total).toBe(2);
  expect((await openNotices()).total).toBe(1);

  await city.domain.rescue.accept(zhang, { orderId });
  expect((await openNotices()).list[0]?.rescue).toMatchObject({ is_open: true, accepted_by: '张伟' });
  await city.domain.rescue.step(zhang, {
    id: orderId,
    event: 'rescue.judgedFalse',
    data: { reason: '误触按钮' },
  });
  expect((await openNotices()).total).toBe(0);
  expect((await listNotices(city.store, zhang, page)).list[0]?.rescue).toMatchObject({ is_open: false });
});

test('the history is filtered for false calls and for who accepted', async () => {
  const orderId = await raiseBoth();
  await city.domain.rescue.accept(zhang, { orderId });
  await city.domain.rescue.step(zhang, {
    id: orderId,
    event: 'rescue.judgedFalse',
    data: { reason: '误触按钮' },
  });
  const found = async (query: { readonly false_call?: boolean; readonly accepted_by?: string }) =>
    (await listRescueOrders(city.store, zhang, { ...page, scope: 'history', ...query })).total;
  expect(await found({ false_call: true })).toBe(1);
  expect(await found({ false_call: false })).toBe(0);
  expect(await found({ accepted_by: '张' })).toBe(1);
  expect(await found({ accepted_by: '李娜' })).toBe(0);
  // A percent sign is a name that nobody has.
  expect(await found({ accepted_by: '%' })).toBe(0);
});
