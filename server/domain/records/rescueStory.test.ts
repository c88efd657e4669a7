import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { DeviceEventMessage } from '../../../src/contract/device.ts';
import type { RescueStep } from '../../../src/contract/endpoints/rescue.ts';
import type { Principal } from '../../access/principal.ts';
import { rescueLifecycle } from '../../../src/machines/rescueOrderLifecycle.ts';
import { openDomain, type TestDomain } from '../../../tests/support/openDomain.ts';
import { principalOf, smallCity } from '../../../tests/support/smallCity.ts';
import { findAlarmRecord, listQuarantine } from '../../queries/alarm.ts';
import { resolveQuarantined } from '../devices/resolveQuarantined.ts';
import { findRescueOrder } from '../../queries/rescue.ts';
import { timelineOf } from '../../queries/timeline.ts';
import { NotFound, Refusal } from '../refusal.ts';

const { lift, farLift, users } = smallCity;
const minuteMs = 60_000;
const done: Extract<RescueStep, { event: 'rescue.completed' }>['data'] = {
  peopleNum: 2,
  cause: 'door',
  wasTrapped: true,
  injuredNum: 0,
  vulnerableNum: 0,
  handedTo: 'none',
  calledBack: false,
};

describe('a call for help', () => {
  let city: TestDomain;
  beforeEach(async () => {
    city = await openDomain();
  });
  afterEach(() => city.dispose());

  const message = (id: string, more: Partial<DeviceEventMessage> = {}): DeviceEventMessage => ({
    id,
    at: city.clock.nowMs(),
    kind: 'trapped',
    ...more,
  });
  const device = (of: { readonly deviceKey: string } = lift) => {
    const found = city.domain.devices.findDevice(of.deviceKey);
    if (found === undefined) throw new Error(`no device ${of.deviceKey}`);
    return found;
  };
  const orders = () => city.store.rows.selectFrom('rescue_orders').selectAll().orderBy('id').execute();
  const theOrder = async () => {
    const order = (await orders())[0];
    if (order === undefined) throw new Error('no order');
    return order;
  };
  /** Rules follow the log automatically: wait until they have. */
  const untilOrders = (count: number) => vi.waitFor(async () => expect(await orders()).toHaveLength(count));
  const call = async (id = 'e-1') => {
    await city.domain.devices.recordEvent(device(), message(id));
    await untilOrders(1);
    return theOrder();
  };
  const typesOf = async (orderId: number) => (await city.store.readStream(`rescue-${orderId}`)).map(({ type }) => type);

  it('opens one rescue order and notifies users who may answer', async () => {
    const order = await call();
    expect(order).toMatchObject({
      elevator_id: lift.id,
      tag: lift.tag,
      status: 0,
      stage: 'pending',
      trigger: 'trapped',
      community_name: '翠湖花园',
    });
    await vi.waitFor(async () => {
      const notices = await city.store.rows
        .selectFrom('notices')
        .select(['user_id', 'level'])
        .orderBy('user_id')
        .execute();
      expect(notices.map(({ user_id }) => user_id)).toEqual([users.super, users.dispatcher1, users.dispatcher2]);
    });
  });

  it('is heard once, however often the device repeats its message', async () => {
    await call();
    for (let repeat = 0; repeat < 5; repeat += 1)
      expect(await city.domain.devices.recordEvent(device(), message('e-1'))).toBe('repeated');
    expect(await orders()).toHaveLength(1);
    expect(await city.store.rows.selectFrom('alarms').selectAll().execute()).toHaveLength(1);
  });

  it('joins the open order when another alarm of the lift follows', async () => {
    const order = await call();
    await city.domain.devices.recordEvent(device(), message('e-2', { kind: 'SOS' }));
    await vi.waitFor(async () => expect((await theOrder()).joined_num).toBe(1));
    expect(await orders()).toHaveLength(1);
    expect(await typesOf(order.id)).toContain('rescue.joined');
  });

  it('still opens an order when it arrives late, and says so', async () => {
    await city.domain.devices.recordEvent(device(), message('e-1', { at: city.clock.nowMs() - 10 * minuteMs }));
    await untilOrders(1);
    expect((await theOrder()).late).toBe(1);
  });

  it('is answered by the first dispatcher; the second learns who has it', async () => {
    const order = await call();
    const zhang = await principalOf(city.store, users.dispatcher1);
    const li = await principalOf(city.store, users.dispatcher2);
    await city.domain.rescue.accept(zhang, { elevatorId: lift.id });
    await expect(city.domain.rescue.accept(li, { orderId: order.id })).rejects.toThrow('张伟 已受理');
    await city.domain.rescue.accept(zhang, { orderId: order.id });
    expect((await typesOf(order.id)).filter((type) => type === 'rescue.accepted')).toHaveLength(1);
  });

  it('has one winner when twenty answer at the same instant', async () => {
    const order = await call();
    const zhang = await principalOf(city.store, users.dispatcher1);
    const rivals = Array.from({ length: 20 }, (_, index) => ({
      ...zhang,
      userId: 1_000 + index,
      name: `调度${index}`,
    }));
    const results = await Promise.allSettled(
      rivals.map((rival) => city.domain.rescue.accept(rival, { orderId: order.id })),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const winner = (await theOrder()).accepted_by_name;
    for (const result of results)
      if (result.status === 'rejected') expect(result.reason).toMatchObject({ message: `${winner} 已受理` });
  });

  it('is rescued step by step, and its timeline names every actor', async () => {
    const order = await call();
    const zhang = await principalOf(city.store, users.dispatcher1);
    await city.domain.rescue.accept(zhang, { orderId: order.id });
    for (const step of [
      { id: order.id, event: 'rescue.dispatched', data: { level: 1, who: '迅达维保 刘师傅' } },
      { id: order.id, event: 'rescue.arrived', data: {} },
      { id: order.id, event: 'rescue.released', data: { people: 2 } },
      { id: order.id, event: 'rescue.completed', data: done },
    ] satisfies RescueStep[]) {
      await city.clock.advance(minuteMs);
      await city.domain.rescue.step(zhang, step);
    }
    expect(await theOrder()).toMatchObject({
      status: 2,
      stage: 'completed',
      is_open: 0,
      people_num: 2,
      cause: 'door',
      accepted_by_name: '张伟',
    });
    const timeline = await timelineOf(city.store, rescueLifecycle, order.id);
    expect(timeline.map(({ title, actor_name }) => `${actor_name} ${title}`)).toEqual([
      '报警规则 收到呼叫：设备检测困人',
      '张伟 受理',
      '张伟 派出救援：迅达维保 刘师傅',
      '张伟 救援到场',
      '张伟 人员脱困：2 人',
      '张伟 救援完成',
    ]);
    await vi.waitFor(async () => {
      const commands = await city.store.rows.selectFrom('device_commands').selectAll().execute();
      expect(commands).toMatchObject([{ device_key: lift.deviceKey, identifier: 'sos_status', state: 'queued' }]);
      const alarm = await findAlarmRecord(city.store, zhang, order.alarm_id ?? 0);
      expect(alarm).toMatchObject({ status: 1, rescue_order_id: order.id });
    });
  });

  it('opens a new order when someone calls again after the rescue', async () => {
    const order = await call();
    const zhang = await principalOf(city.store, users.dispatcher1);
    await city.domain.rescue.accept(zhang, { orderId: order.id });
    await city.domain.rescue.step(zhang, { id: order.id, event: 'rescue.completed', data: done });
    // The alarm may still be open when the button is pressed again: this press must not be lost in it.
    await city.domain.devices.recordEvent(device(), message('e-2'));
    await untilOrders(2);
  });

  it('escalates at 60, 120 and 300 seconds, breaches after three minutes, and does so across restarts', async () => {
    const order = await call();
    const levels = async () =>
      (await city.store.readStream(`rescue-${order.id}`)).filter(({ type }) => type === 'rescue.escalated');
    await city.clock.advance(59_000);
    expect(await levels()).toHaveLength(0);
    await city.clock.advance(2_000);
    await vi.waitFor(async () => expect(await levels()).toHaveLength(1));
    await city.restart();
    await city.clock.advance(60_000);
    await vi.waitFor(async () => expect(await levels()).toHaveLength(2));
    await city.clock.advance(60_000);
    await vi.waitFor(async () =>
      expect(await theOrder()).toMatchObject({ status: 3, breach: 'respond', overdue: 1, notice_level: 2 }),
    );
    await city.restart();
    await city.clock.advance(150_000);
    await vi.waitFor(async () => expect(await levels()).toHaveLength(3));
    // Answered late: the breach is over, the mark stays.
    await city.domain.rescue.accept(await principalOf(city.store, users.dispatcher1), { orderId: order.id });
    expect(await theOrder()).toMatchObject({ status: 1, breach: null, overdue: 1 });
  });

  it('starts the ladder immediately when no console can sound', async () => {
    city.consoles.armed = false;
    const order = await call();
    await vi.waitFor(async () => expect(await typesOf(order.id)).toContain('rescue.escalated'));
  });

  it('rings again when nothing follows the claim for five minutes', async () => {
    const order = await call();
    await city.domain.rescue.accept(await principalOf(city.store, users.dispatcher1), { orderId: order.id });
    await city.restart();
    await city.clock.advance(301_000);
    await vi.waitFor(async () => expect(await theOrder()).toMatchObject({ stage: 'pending', accepted_by_id: null }));
  });

  it('breaches arrival after 30 minutes in the city and 60 elsewhere', async () => {
    const order = await call();
    await city.domain.devices.recordEvent(device(farLift), message('far-1'));
    await untilOrders(2);
    const zhang = await principalOf(city.store, users.dispatcher1);
    for (const { id } of await orders()) {
      await city.domain.rescue.accept(zhang, { orderId: id });
      await city.domain.rescue.step(zhang, { id, event: 'rescue.dispatched', data: { level: 1, who: '维保' } });
    }
    await city.clock.advance(31 * minuteMs);
    await vi.waitFor(async () => expect((await orders()).map(({ status }) => status)).toEqual([3, 1]));
    // Once, to the users who answer for the lift and to their superiors.
    await vi.waitFor(async () =>
      expect(
        await city.store.rows
          .selectFrom('notices')
          .select(['user_id', 'title', 'rescue_order_id'])
          .where('title', 'like', '到场超时%')
          .orderBy('user_id')
          .execute(),
      ).toEqual(
        [users.super, users.dispatcher1, users.dispatcher2, users.admin].map((user_id) => ({
          user_id,
          title: `到场超时：${lift.tag}`,
          rescue_order_id: order.id,
        })),
      ),
    );
    await city.clock.advance(31 * minuteMs);
    await vi.waitFor(async () => expect((await orders()).map(({ status }) => status)).toEqual([3, 3]));
    await city.domain.rescue.step(zhang, { id: order.id, event: 'rescue.arrived', data: {} });
    await city.domain.rescue.step(zhang, { id: order.id, event: 'rescue.completed', data: done });
    expect(await theOrder()).toMatchObject({ status: 2, overdue: 1, breach: null });
  });

  it('is invisible to users who are not responsible for the lift', async () => {
    const order = await call();
    const stranger = await principalOf(city.store, users.stranger);
    await expect(city.domain.rescue.accept(stranger, { orderId: order.id })).rejects.toThrow(NotFound);
    expect(await findRescueOrder(city.store, stranger, order.id)).toBeUndefined();
    // By lift: the same answer for a foreign lift with an open call, one without, and one that does not exist.
    for (const elevatorId of [lift.id, farLift.id, 999_999]) {
      await expect(city.domain.rescue.accept(stranger, { elevatorId })).rejects.toThrow('电梯不存在，或您无权查看');
    }
    const owner = await principalOf(city.store, users.property);
    expect(await findRescueOrder(city.store, owner, order.id)).toMatchObject({ id: order.id, allowed_actions: [] });
  });

  it('is moved on only by people who hold the permission of the step', async () => {
    const order = await call();
    const zhang = await principalOf(city.store, users.dispatcher1);
    const watcher: Principal = { ...zhang, permissions: new Set(['rescue.view']) };
    await expect(city.domain.rescue.accept(watcher, { orderId: order.id })).rejects.toThrow(
      '您没有“受理”的权限，请联系管理员',
    );
    const listener: Principal = { ...zhang, permissions: new Set(['rescue.view', 'rescue.answer']) };
    await city.domain.rescue.accept(listener, { orderId: order.id });
    await expect(
      city.domain.rescue.step(listener, { id: order.id, event: 'rescue.arrived', data: {} }),
    ).rejects.toThrow('您没有“到场”的权限，请联系管理员');
    expect(await typesOf(order.id)).toEqual(['rescue.raised', 'rescue.accepted']);
  });

  it('is judged false before anybody answered it only by a superior who may answer calls', async () => {
    const order = await call();
    const boss = await principalOf(city.store, users.super);
    const administrator: Principal = {
      ...boss,
      permissions: new Set([...boss.permissions].filter((permission) => permission !== 'rescue.answer')),
    };
    const falseCall = { id: order.id, event: 'rescue.judgedFalse', data: { reason: '误触按钮' } } as const;
    const offered = async (by: Principal) => (await findRescueOrder(city.store, by, order.id))?.allowed_actions;
    expect(await offered(administrator)).not.toContain('rescue.judgedFalse');
    await expect(city.domain.rescue.step(administrator, falseCall)).rejects.toThrow('现在“误报”还需要');
    expect(await offered(boss)).toContain('rescue.judgedFalse');
    await city.domain.rescue.accept(await principalOf(city.store, users.dispatcher1), { orderId: order.id });
    // Answered by a colleague, it is his to supervise.
    expect(await offered(administrator)).toContain('rescue.judgedFalse');
    await city.domain.rescue.step(administrator, falseCall);
    expect(await typesOf(order.id)).toContain('rescue.judgedFalse');
  });

  it('can be phoned in, twice by the same form without a second order', async () => {
    const zhang = await principalOf(city.store, users.dispatcher1);
    const phoned = {
      elevatorId: lift.id,
      callerName: '陈女士',
      callerPhone: '13900000000',
      requestId: 'form-0001',
      hasConsole: true,
    };
    const first = await city.domain.rescue.phoneIn(zhang, phoned);
    const again = await city.domain.rescue.phoneIn(zhang, phoned);
    const mine = { id: users.dispatcher1, name: '张伟' };
    expect(first).toEqual({ orderId: again.orderId, joined: false, acceptedBy: mine });
    expect(await city.domain.rescue.phoneIn(zhang, { ...phoned, requestId: 'form-0002' })).toEqual({
      orderId: first.orderId,
      joined: true,
      acceptedBy: mine,
    });
    expect(await theOrder()).toMatchObject({ trigger: 'phone', caller_name: '陈女士', joined_num: 1 });
  });

  it('that is phoned in belongs to its author from the first moment, and rings only where he may not answer', async () => {
    const phoned = { elevatorId: lift.id, callerPhone: '13900000000', requestId: 'form-0001', hasConsole: true };
    const byProperty = await city.domain.rescue.phoneIn(await principalOf(city.store, users.property), phoned);
    expect(byProperty.acceptedBy).toBeNull();
    expect(await theOrder()).toMatchObject({ stage: 'pending' });
    // The hotline hears of the same call: the dispatcher at the telephone takes it.
    const zhang = await principalOf(city.store, users.dispatcher1);
    const li = await principalOf(city.store, users.dispatcher2);
    const taken = { orderId: byProperty.orderId, joined: true, acceptedBy: { id: users.dispatcher1, name: '张伟' } };
    expect(await city.domain.rescue.phoneIn(zhang, { ...phoned, requestId: 'form-0002' })).toEqual(taken);
    expect(await city.domain.rescue.phoneIn(li, { ...phoned, requestId: 'form-0003' })).toEqual(taken);
    expect(await typesOf(byProperty.orderId)).toContain('rescue.accepted');
  });

  it('that is phoned in by a user without a console rings, and goes up the ladder immediately where no console can sound', async () => {
    city.consoles.armed = false;
    const zhang = await principalOf(city.store, users.dispatcher1);
    const phoned = { elevatorId: lift.id, callerPhone: '13900000000' };
    const first = await city.domain.rescue.phoneIn(zhang, { ...phoned, requestId: 'form-0001' });
    expect(first.acceptedBy).toBeNull();
    expect(await theOrder()).toMatchObject({ stage: 'pending' });
    await vi.waitFor(async () =>
      expect((await city.store.readStream(`rescue-${first.orderId}`)).at(-1)).toMatchObject({
        type: 'rescue.escalated',
        data: { level: 1, reason: 'noConsoleArmed' },
      }),
    );
    // The same for a second report of it.
    const again = await city.domain.rescue.phoneIn(zhang, { ...phoned, requestId: 'form-0002' });
    expect(again).toMatchObject({ joined: true, acceptedBy: null });
  });

  it('is handed over by its holder to someone who may answer', async () => {
    const order = await call();
    const zhang = await principalOf(city.store, users.dispatcher1);
    await city.domain.rescue.accept(zhang, { orderId: order.id });
    const handOver = (toUserId: number) =>
      city.domain.rescue.step(zhang, {
        id: order.id,
        event: 'rescue.handedOver',
        data: { toUserId, toUserName: '冒名' },
      });
    await expect(handOver(users.property)).rejects.toThrow(Refusal);
    // Who sees none of one's lifts does not exist.
    await expect(handOver(users.stranger)).rejects.toThrow('该人员不能受理救援单');
    await handOver(users.dispatcher2);
    expect(await theOrder()).toMatchObject({ accepted_by_id: users.dispatcher1 });
    const li = await principalOf(city.store, users.dispatcher2);
    expect(await findRescueOrder(city.store, li, order.id)).toMatchObject({
      hand_over: { to: { id: users.dispatcher2, name: '李娜' }, outcome: 'offered' },
      allowed_actions: expect.arrayContaining(['rescue.handOverAccepted', 'rescue.handOverDeclined']),
    });
    await city.domain.rescue.step(li, { id: order.id, event: 'rescue.handOverAccepted', data: {} });
    expect(await theOrder()).toMatchObject({ accepted_by_id: users.dispatcher2, accepted_by_name: '李娜' });
  });

  it('stays with its giver when the receiver does not answer, also across a restart', async () => {
    const order = await call();
    const zhang = await principalOf(city.store, users.dispatcher1);
    await city.domain.rescue.accept(zhang, { orderId: order.id });
    await city.domain.rescue.step(zhang, {
      id: order.id,
      event: 'rescue.handOverOffered',
      data: { toUserId: users.dispatcher2, toUserName: '李娜' },
    });
    await city.restart();
    await city.clock.advance(60_000);
    await vi.waitFor(async () => expect(await typesOf(order.id)).toContain('rescue.handOverExpired'));
    expect(await findRescueOrder(city.store, zhang, order.id)).toMatchObject({
      accepted_by: { id: users.dispatcher1 },
      hand_over: { outcome: 'expired', answer_by: null },
    });
  });

  it('leaves the lists when hidden after the end, and keeps its stream', async () => {
    const order = await call();
    const boss = await principalOf(city.store, users.super);
    await expect(city.domain.rescue.hide(boss, order.id, '重复登记')).rejects.toThrow('只能删除已关闭的救援单');
    await city.domain.rescue.step(boss, { id: order.id, event: 'rescue.judgedFalse', data: { reason: '演练' } });
    await city.domain.rescue.hide(boss, order.id, '演练记录');
    expect(await findRescueOrder(city.store, boss, order.id)).toBeUndefined();
    expect(await typesOf(order.id)).toContain('rescue.hidden');
  });

  it('gives the same rows when the log is folded again from event zero', async () => {
    const order = await call();
    const zhang = await principalOf(city.store, users.dispatcher1);
    await city.domain.rescue.accept(zhang, { orderId: order.id });
    await city.domain.devices.recordEvent(device(), message('e-1c', { cleared: true }));
    await city.domain.devices.recordReported(device(), 1);
    await city.domain.rescue.step(zhang, { id: order.id, event: 'rescue.completed', data: done });
    // The last things that follow from it: the command to the device, and the end of its alarm.
    await vi.waitFor(async () => {
      expect(await city.store.rows.selectFrom('device_commands').selectAll().execute()).toHaveLength(1);
      expect(await city.store.rows.selectFrom('open_alarms').selectAll().execute()).toEqual([]);
    });
    const tables = [
      'rescue_orders',
      'open_rescues',
      'alarms',
      'open_alarms',
      'device_states',
      'device_commands',
      'notices',
      'alarm_rescues',
      'rescue_machines',
      'rescue_deadlines',
      'alarm_machines',
      'alarm_deadlines',
      'device_machines',
      'device_deadlines',
      'command_machines',
      'command_deadlines',
    ] as const;
    const read = () => Promise.all(tables.map((table) => city.store.rows.selectFrom(table).selectAll().execute()));
    // The rules may still act on the end of the call between two readings.
    await vi.waitFor(async () => {
      const before = await read();
      await city.store.rebuild();
      expect(await read()).toEqual(before);
    });
  });

  const helpNotices = () =>
    city.store.rows
      .selectFrom('notices')
      .select(['user_id', 'title', 'elevator_id'])
      .where('title', 'like', '疑似求救%')
      .orderBy('id')
      .execute();
  const unreadable = (topic: string, payload: string, sender: string = lift.deviceKey) =>
    city.domain.devices.quarantine({ sender, topic, payload, reason: '格式不正确', couldBeHelp: true });

  it('that cannot be read is reported to users who answer for the lift, once in a while and not for every message', async () => {
    for (let message = 0; message < 5; message += 1)
      await unreadable(`lift/${lift.deviceKey}/event`, `trapped ${message}`);
    expect(await helpNotices()).toEqual(
      [users.super, users.dispatcher1, users.dispatcher2].map((user_id) => ({
        user_id,
        title: `疑似求救：${lift.tag}`,
        elevator_id: lift.id,
      })),
    );
    await city.clock.advance(10 * minuteMs);
    await unreadable(`lift/${lift.deviceKey}/event`, 'trapped again');
    expect(await helpNotices()).toHaveLength(6);
  });

  it('that names no known lift is reported to everyone who answers, once for all invented names together', async () => {
    for (const deviceKey of ['COL999999', 'COL999998', 'x'])
      await unreadable(`lift/${deviceKey}/event`, `trapped in ${deviceKey}`, 'broker');
    expect(await helpNotices()).toHaveLength(4);
    expect(
      await listQuarantine(city.store, await principalOf(city.store, users.stranger), {
        page: 1,
        page_size: 20,
        order: 'desc',
      }),
    ).toMatchObject({
      total: 1,
      list: [
        {
          repeat_num: 3,
          elevator_id: null,
          topic: 'lift/COL999999/event',
          payload: 'trapped in COL999999',
          last_topic: 'lift/x/event',
          last_payload: 'trapped in x',
        },
      ],
    });
  });

  it('of a lift outside their scope is shown to no one', async () => {
    await unreadable(`lift/${lift.deviceKey}/event`, 'trapped');
    const query = { page: 1, page_size: 20, order: 'desc' } as const;
    expect(await listQuarantine(city.store, await principalOf(city.store, users.stranger), query)).toMatchObject({
      total: 0,
    });
    expect(await listQuarantine(city.store, await principalOf(city.store, users.dispatcher1), query)).toMatchObject({
      total: 1,
      list: [{ tag: lift.tag, sos_tel: '0571-9001' }],
    });
  });

  it('that led to a rescue is kept with it; a rescue that the caller may not see cannot be named', async () => {
    await unreadable(`lift/${lift.deviceKey}/event`, 'trapped?');
    const parts = { store: city.store, clock: city.clock, directory: city.domain.directory };
    const by = await principalOf(city.store, users.dispatcher1);
    const list = async () => (await listQuarantine(city.store, by, { page: 1, page_size: 20, order: 'desc' })).list[0];
    const id = (await list())?.id ?? 0;
    const { orderId } = await city.domain.rescue.phoneIn(by, {
      elevatorId: lift.id,
      callerPhone: '0571-9001',
      requestId: 'from-help-1',
    });
    const resolution = { id, repeatNum: 1, note: '已开救援单' };
    await expect(resolveQuarantined(parts, by, { ...resolution, rescueOrderId: orderId + 1 })).rejects.toBeInstanceOf(
      NotFound,
    );
    await resolveQuarantined(parts, by, { ...resolution, rescueOrderId: orderId });
    expect((await list())?.resolution).toMatchObject({ by_name: '张伟', rescue_order_id: orderId });
  });

  it('stays listed until someone has recorded the outcome, is stored with that name, and is open again when it comes again', async () => {
    const text = 'trapped?';
    await unreadable(`lift/${lift.deviceKey}/event`, text);
    const parts = { store: city.store, clock: city.clock, directory: city.domain.directory };
    const [by, other] = [
      await principalOf(city.store, users.dispatcher1),
      await principalOf(city.store, users.dispatcher2),
    ];
    const outsiders = [
      await principalOf(city.store, users.stranger),
      await principalOf(city.store, users.property),
      await principalOf(city.store, users.regulator),
    ];
    const list = (resolved?: boolean) =>
      listQuarantine(city.store, by, { page: 1, page_size: 20, order: 'desc', resolved });
    const id = (await list(false)).list[0]?.id ?? 0;
    for (const foreign of outsiders)
      await expect(resolveQuarantined(parts, foreign, { id, repeatNum: 1, note: '误报' })).rejects.toBeInstanceOf(
        NotFound,
      );
    await resolveQuarantined(parts, by, { id, repeatNum: 1, note: '已致电轿厢，无人被困' });
    await expect(resolveQuarantined(parts, other, { id, repeatNum: 1, note: '误报' })).rejects.toThrow(
      '张伟 已处理该消息',
    );
    expect(await list(false)).toMatchObject({ total: 0 });
    expect(await list(true)).toMatchObject({
      total: 1,
      list: [{ id, resolution: { by_name: '张伟', note: '已致电轿厢，无人被困' } }],
    });
    await unreadable(`lift/${lift.deviceKey}/event`, text);
    expect(await list(false)).toMatchObject({ total: 1, list: [{ id, repeat_num: 2, resolution: null }] });
    // Messages after the check are not covered by it.
    await unreadable(`lift/${lift.deviceKey}/event`, text);
    await resolveQuarantined(parts, other, { id, repeatNum: 2, note: '再次核实' });
    expect(await list(false)).toMatchObject({ total: 1 });
    const kept = () => city.store.rows.selectFrom('quarantine_resolutions').selectAll().execute();
    const before = await kept();
    await city.store.rebuild();
    expect(await kept()).toEqual(before);
    expect((await city.store.readStream(`quarantine-${id}`)).map(({ actor }) => actor.name)).toEqual(['张伟', '李娜']);
  });
});
