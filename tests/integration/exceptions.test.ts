import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Principal } from '../../server/access/principal.ts';
import { deviceActor } from '../../server/domain/actors.ts';
import { decide } from '../../server/domain/decide.ts';
import {
  openException,
  type ExceptionSubjectWish,
  type ExceptionWish,
} from '../../server/domain/records/openException.ts';
import { NotFound, Refusal } from '../../server/domain/refusal.ts';
import { findException, listComments } from '../../server/queries/exceptionDetail.ts';
import { openUploadedFiles } from '../../server/domain/records/uploads.ts';
import { listExceptions } from '../../server/queries/exception.ts';
import { findRescueOrder, listRescueOrders } from '../../server/queries/rescue.ts';
import { countRescueCauses } from '../../server/queries/rescueCauses.ts';
import { openItems } from '../../server/lifecycleEntries.ts';
import { countWaitingWork } from '../../server/queries/waitingWork.ts';
import { LiftCensus } from '../../server/queries/liftCensus.ts';
import { VirtualClock } from '../../server/runtime/virtualClock.ts';
import { run } from '../../server/store/eventStore.ts';
import { exceptionComment, exceptionComments, exceptionList } from '../../src/contract/endpoints/exception.ts';
import { rescueList } from '../../src/contract/endpoints/rescue.ts';
import { faultLifecycle } from '../../src/machines/faultLifecycle.ts';
import { openDomain, type TestDomain } from '../support/openDomain.ts';
import { postgresOfFile } from '../support/postgresOfFile.ts';
import { principalOf, smallCity } from '../support/smallCity.ts';
import { png } from '../support/testImages.ts';

const { lift, farLift, users } = smallCity;

const postgres = postgresOfFile();

/** In words what came of it. */
const answer = (step: Promise<unknown>): Promise<string> =>
  step.then(
    () => 'done',
    (error: unknown) => {
      if (error instanceof Refusal || error instanceof NotFound) return error.message;
      throw error;
    },
  );

describe.each(['sqlite', 'postgres'] as const)('exceptions on %s', (kind) => {
  let city: TestDomain;
  let dispatcher: Principal;
  let colleague: Principal;
  let property: Principal;
  let maintenance: Principal;
  let stranger: Principal;
  let admin: Principal;
  let requests = 0;

  beforeAll(async () => {
    city = await openDomain({ databaseUrl: kind === 'postgres' ? await postgres.createMigratedDatabase() : undefined });
    const of = (id: number) => principalOf(city.store, id);
    dispatcher = await of(users.dispatcher1);
    colleague = await of(users.dispatcher2);
    property = await of(users.property);
    maintenance = await of(users.maintenance);
    stranger = await of(users.stranger);
    admin = await of(users.super);
  });
  afterAll(() => city.dispose());

  const desk = () => city.domain.exceptions;
  const detail = async (by: Principal, id: number) => {
    const found = await findException(city.store, by, id);
    if (found === undefined) throw new Error(`${by.name} does not see ${id}`);
    return found;
  };
  const list = (by: Principal, query: object = {}) => listExceptions(city.store, by, exceptionList.input.parse(query));
  const idsOf = async (by: Principal, query: object = {}) => (await list(by, query)).list.map(({ id }) => id);
  const requestId = () => `request-${(requests += 1)}`;
  const reportFault = (
    by: Principal,
    over: { elevator_id?: number; phenomenon?: 'brake' | 'levelling' | 'notRunning' } = {},
  ) =>
    desk().report(by, {
      type: 3,
      elevator_id: lift.id,
      phenomenon: 'notRunning',
      caller_name: '李女士',
      caller_phone: '13800000000',
      detail: '电梯停在 3 楼',
      request_id: requestId(),
      ...over,
    });
  /** By the lift's device, or by the rules about it. */
  const raise = (
    wish: ExceptionSubjectWish & { readonly code?: string; readonly elevatorId?: number },
  ): ReturnType<typeof openException> => {
    const { store, clock, domain } = city;
    const elevator = domain.directory.elevator(wish.elevatorId ?? lift.id);
    if (elevator === undefined) throw new Error('there is no such lift');
    const rest: Omit<ExceptionWish, keyof ExceptionSubjectWish> = {
      elevator,
      source: 'code',
      deviceKey: lift.deviceKey,
      code: wish.code ?? '',
      level: 2,
      alarmId: null,
      actor: deviceActor(lift.deviceKey),
      atMs: clock.nowMs(),
      late: false,
      messageId: requestId(),
    };
    return openException({ store, clock, settings: domain.settings }, { ...rest, ...wish });
  };
  const byDevice = (id: number, type: 'fault.cleared', data: object) =>
    decide(city, faultLifecycle, {
      stream: `fault-${id}`,
      actor: deviceActor(lift.deviceKey),
      choose: () => ({ type, data }),
    });
  /** Ends it, so that the next test finds the lift without it. */
  async function endFault(id: number): Promise<void> {
    await desk().step(dispatcher, { id, event: 'fault.judgedFalse', data: { reason: '测试结束' } });
  }

  const cameraKey = 'CAM000101';
  async function bindCamera(): Promise<void> {
    await city.store.write(function* (queries) {
      yield* run(
        queries.insertInto('devices').values({
          device_key: cameraKey,
          elevator_id: lift.id,
          device_type: 'CAM',
          report_period_seconds: 60,
          secret_version: 1,
        }),
      );
    });
    await city.domain.directory.reload();
  }

  test('a fault is reported, listed, accepted, repaired with its cause and confirmed', async () => {
    const { exceptionId: id, joined } = await reportFault(property);
    expect(joined).toBe(false);
    expect((await list(dispatcher, { scope: 'pending', type: [3] })).list).toMatchObject([
      {
        id,
        type: 3,
        title: '不运行',
        tag: lift.tag,
        community_name: '翠湖花园',
        status: 0,
        statusResult: '待处理',
        stage_label: '待受理',
        source_label: '人员登记',
        caller_name: '李女士',
        active: false,
        allowed_actions: expect.arrayContaining(['fault.accepted', 'fault.judgedFalse']),
      },
    ]);
    await desk().step(maintenance, { id, event: 'fault.accepted', data: {} });
    await desk().step(maintenance, { id, event: 'fault.arrived', data: {} });
    await desk().step(maintenance, {
      id,
      event: 'fault.repaired',
      data: { cause: '305', parts: [{ name: '光幕', num: 1 }], note: '更换光幕' },
    });
    expect(await detail(dispatcher, id)).toMatchObject({
      stage: 'repaired',
      status: 1,
      cause: '305',
      accepted_by: { id: users.maintenance, name: '赵强' },
      parts: [{ name: '光幕', num: 1 }],
      is_finished: false,
    });
    await desk().step(dispatcher, { id, event: 'fault.confirmed', data: {} });
    const done = await detail(dispatcher, id);
    expect(done).toMatchObject({ status: 2, stage_label: '已完成', is_finished: true, is_finished_result: '已结束' });
    expect(done.cause_label).toContain('光幕');
    expect(done.finished_at).not.toBeNull();
    expect(done.timeline.map(({ title, actor_name }) => [title, actor_name])).toEqual([
      ['发生故障：不运行', '王芳'],
      ['受理', '赵强'],
      ['到场', '赵强'],
      ['修复：门系统 · 触板/光幕', '赵强'],
      ['确认恢复', '张伟'],
    ]);
    expect(await idsOf(dispatcher, { scope: 'pending', type: [3] })).toEqual([]);
    expect(await idsOf(dispatcher, { scope: 'history', type: [3] })).toEqual([id]);
  });

  test('stops the car by its code or phenomenon, unless the person who repairs it knows better, and stands until it is over', async () => {
    const minuteMs = 60_000;
    const { exceptionId: id } = await raise({ type: 3, phenomenon: 'code', rescueOrderId: null, code: '04' });
    expect(await detail(admin, id)).toMatchObject({ stops_car: true, stop_seconds: null });
    await city.clock.advance(10 * minuteMs);
    await byDevice(id, 'fault.cleared', { code: '04' });
    expect((await detail(admin, id)).stop_seconds).toBe(600);
    // Between its end and its next report the car ran.
    await city.clock.advance(30 * minuteMs);
    await raise({ type: 3, phenomenon: 'code', rescueOrderId: null, code: '04' });
    expect((await detail(admin, id)).stop_seconds).toBeNull();
    await city.clock.advance(5 * minuteMs);
    await desk().step(dispatcher, { id, event: 'fault.accepted', data: {} });
    await desk().step(dispatcher, { id, event: 'fault.repaired', data: { cause: '503' } });
    await desk().step(dispatcher, { id, event: 'fault.confirmed', data: { note: '现场试运行正常' } });
    expect(await detail(admin, id)).toMatchObject({ stops_car: true, stop_seconds: 900 });
    // Opened again, it stands by the person's word alone.
    await city.clock.advance(60 * minuteMs);
    await desk().step(dispatcher, { id, event: 'fault.reopened', data: { reason: '再次停梯' } });
    await city.clock.advance(minuteMs);
    await desk().step(dispatcher, { id, event: 'fault.accepted', data: {} });
    await desk().step(dispatcher, { id, event: 'fault.repaired', data: { cause: '503', stopsCar: false } });
    await desk().step(dispatcher, { id, event: 'fault.confirmed', data: { note: '现场试运行正常' } });
    expect(await detail(admin, id)).toMatchObject({ stops_car: false, stop_seconds: null });
    const kept = await city.store.rows
      .selectFrom('exceptions')
      .select(['stood_before_ms', 'stood_from_ms', 'stood_until_ms'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect([kept.stood_before_ms, (kept.stood_until_ms ?? 0) - (kept.stood_from_ms ?? 0)]).toEqual([
      15 * minuteMs,
      minuteMs,
    ]);
    const { exceptionId: other } = await reportFault(property, { phenomenon: 'levelling' });
    expect((await detail(admin, other)).stops_car).toBe(false);
    await endFault(other);
  });

  test('gives the rescue that it led to the detail of its cause, where the rescue has none', async () => {
    const { orderId } = await city.domain.rescue.phoneIn(dispatcher, {
      elevatorId: lift.id,
      callerPhone: '13800001111',
      requestId: requestId(),
    });
    await city.domain.rescue.accept(dispatcher, { orderId });
    await city.domain.rescue.step(dispatcher, {
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
    const { exceptionId: id } = await reportFault(property);
    expect((await detail(dispatcher, id)).rescues.map((one) => one.id)).toContain(orderId);
    await desk().step(dispatcher, { id, event: 'fault.accepted', data: {} });
    const repair = (rescueOrderId: number) =>
      desk().step(dispatcher, { id, event: 'fault.repaired', data: { cause: '302', rescueOrderId } });
    await expect(repair(999_999)).rejects.toMatchObject({ fieldErrors: [{ field: 'data.rescueOrderId' }] });
    await repair(orderId);
    const rescue = await findRescueOrder(city.store, dispatcher, orderId);
    expect(rescue).toMatchObject({
      cause_detail: '',
      fault_cause: { exception_id: id, code: '302', label: '厅门锁' },
    });
    const doors = async () =>
      (await countRescueCauses(city.store, dispatcher, {})).causes.filter(({ cause }) => cause === 'door');
    expect(await doors()).toMatchObject([{ cause_detail: '302', cause_detail_label: '厅门锁', num: 1 }]);
    const listed = await listRescueOrders(city.store, dispatcher, rescueList.input.parse({ cause_detail: '302' }));
    expect(listed.list.map((one) => one.id)).toEqual([orderId]);
    // A cause of its own outweighs the fault's, and one of another group is no detail of this cause.
    await city.domain.rescue.step(dispatcher, {
      id: orderId,
      event: 'rescue.corrected',
      data: { reason: '与维保核对', changes: { cause: 'human' } },
    });
    expect(await findRescueOrder(city.store, dispatcher, orderId)).toMatchObject({ cause: 'human', fault_cause: null });
    await desk().step(dispatcher, { id, event: 'fault.confirmed', data: {} });
  });

  test('of two people who repair one fault the second learns who was first', async () => {
    const { exceptionId: id } = await reportFault(property);
    await desk().step(maintenance, { id, event: 'fault.accepted', data: {} });
    // Anyone may take it over.
    const repaired = (by: Principal) =>
      answer(desk().step(by, { id, event: 'fault.repaired', data: { cause: '301' } }));
    const answers = await Promise.all([repaired(dispatcher), repaired(colleague)]);
    const winner = (await detail(admin, id)).timeline.find(({ type }) => type === 'fault.repaired')?.actor_name ?? '';
    expect(['张伟', '李娜']).toContain(winner);
    expect(answers.toSorted()).toEqual([`${winner} 已登记修复，请确认恢复；如未修复，请重新打开`, 'done'].toSorted());
    await desk().step(dispatcher, { id, event: 'fault.confirmed', data: {} });
  });

  test('an unknown or retired cause is refused beside the field, and nothing is written', async () => {
    const { exceptionId: id } = await reportFault(property);
    await desk().step(dispatcher, { id, event: 'fault.accepted', data: {} });
    const refused = await desk()
      .step(dispatcher, { id, event: 'fault.repaired', data: { cause: '9999' } })
      .catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(Refusal);
    expect(refused).toMatchObject({
      fieldErrors: [{ field: 'data.cause', message: '该原因已停用或不存在，请重新选择' }],
    });
    expect((await detail(dispatcher, id)).stage).toBe('accepted');
    await endFault(id);
  });

  test('a comment of 10,000 characters is refused with a message before anything is written; a shorter one names its author', async () => {
    const { exceptionId: id } = await reportFault(property);
    const long = exceptionComment.input.safeParse({ id, text: '字'.repeat(10_000) });
    expect(long.error?.issues.map(({ message }) => message)).toEqual(['评论最多 2000 字，请分几次发表']);
    for (const text of ['配件明天到', '已通知物业']) await desk().comment(dispatcher, { id, text });
    const page = await listComments(city.store, property, exceptionComments.input.parse({ id }));
    expect(page).toMatchObject({
      total: 2,
      list: [
        { text: '已通知物业', author: { id: users.dispatcher1, name: '张伟' } },
        { text: '配件明天到', exception_id: id },
      ],
    });
    expect((await detail(dispatcher, id)).comment_num).toBe(2);
    await endFault(id);
  });

  test('a further report joins what is open, of which many at once make one', async () => {
    const all = await Promise.all([1, 2, 3, 4, 5].map(() => reportFault(property)));
    expect(new Set(all.map(({ exceptionId }) => exceptionId)).size).toBe(1);
    expect(all.filter(({ joined }) => !joined)).toHaveLength(1);
    const id = all[0]?.exceptionId ?? 0;
    expect(await detail(dispatcher, id)).toMatchObject({ repeat_num: 4 });
    const other = await reportFault(property, { phenomenon: 'brake' });
    expect(other).toMatchObject({ joined: false });
    // The same submit again is no second report.
    const again = { type: 3, elevator_id: lift.id, phenomenon: 'levelling', request_id: 'submitted-twice' } as const;
    const [first, second] = [await desk().report(property, again), await desk().report(property, again)];
    expect(second).toEqual(first);
    expect((await detail(dispatcher, first.exceptionId)).repeat_num).toBe(0);
    for (const fault of [id, other.exceptionId, first.exceptionId]) await endFault(fault);
  });

  test('a device that reports the end before anyone acts closes nothing, and what it reports after its end is the same fault', async () => {
    const { exceptionId: id } = await raise({ type: 3, phenomenon: 'code', rescueOrderId: null, code: '03' });
    await byDevice(id, 'fault.cleared', { code: '03' });
    expect(await detail(dispatcher, id)).toMatchObject({
      title: '开门故障',
      status: 0,
      active: false,
      is_finished: false,
    });
    expect(await raise({ type: 3, phenomenon: 'code', rescueOrderId: null, code: '03' })).toEqual({
      exceptionId: id,
      joined: true,
    });
    expect(await detail(dispatcher, id)).toMatchObject({ active: true, repeat_num: 1, cleared_at: null });
    await endFault(id);
  });

  test('a fault is opened again, unless the same fault was reported again meanwhile', async () => {
    const { exceptionId: id } = await reportFault(property);
    await endFault(id);
    const reopen = () => answer(desk().step(dispatcher, { id, event: 'fault.reopened', data: { reason: '再次停梯' } }));
    expect(await reopen()).toBe('done');
    expect(await detail(dispatcher, id)).toMatchObject({ stage: 'pending', is_false: false, finished_at: null });
    expect(await reportFault(property)).toEqual({ exceptionId: id, joined: true });
    await endFault(id);
    const { exceptionId: newer } = await reportFault(property);
    expect(newer).not.toBe(id);
    expect(await reopen()).toBe('该电梯已有同样的未完成故障，请在其中处理');
    expect((await detail(dispatcher, id)).stage).toBe('falseReport');
    await endFault(newer);
  });

  test('out of scope is like absent, whatever is asked or done', async () => {
    const { exceptionId: id } = await reportFault(admin, { elevator_id: farLift.id });
    const absent = 999_999;
    const doneBy = (by: Principal, asked: number) =>
      Promise.all([
        answer(desk().step(by, { id: asked, event: 'fault.accepted', data: {} })),
        answer(desk().comment(by, { id: asked, text: '到了' })),
        answer(desk().hide(by, asked, '重复记录')),
      ]);
    for (const by of [property, maintenance, stranger]) {
      expect(await doneBy(by, id)).toEqual(await doneBy(by, absent));
      expect(await findException(city.store, by, id)).toBeUndefined();
      expect(await idsOf(by, { id })).toEqual([]);
    }
    expect(await answer(reportFault(property, { elevator_id: farLift.id }))).toBe(
      await answer(reportFault(property, { elevator_id: absent })),
    );
    await endFault(id);
  });

  test('a hidden one is in no list, and stays in the log', async () => {
    const { exceptionId: id } = await reportFault(property);
    expect(await answer(desk().hide(admin, id, '重复记录'))).toBe('只能删除已关闭的故障，请先确认恢复或判定误报');
    await endFault(id);
    expect(await answer(desk().hide(dispatcher, id, '重复记录'))).toContain('权限');
    await desk().hide(admin, id, '重复记录');
    expect(await idsOf(admin, { id })).toEqual([]);
    expect(await findException(city.store, admin, id)).toBeUndefined();
    expect((await city.store.readStream(`fault-${id}`)).at(-1)).toMatchObject({
      type: 'fault.hidden',
      data: { reason: '重复记录' },
    });
  });

  test('what a role may not do is neither offered nor taken', async () => {
    const { exceptionId: id } = await desk().report(property, {
      type: 2,
      elevator_id: lift.id,
      request_id: requestId(),
    });
    const offered = async (by: Principal) => (await detail(by, id)).allowed_actions;
    expect(await offered(dispatcher)).toContain('scooter.remotelyReleased');
    expect(await offered(maintenance)).not.toContain('scooter.remotelyReleased');
    const release = (by: Principal) =>
      answer(desk().step(by, { id, event: 'scooter.remotelyReleased', data: { reason: '实为轮椅' } }));
    expect(await release(maintenance)).toContain('权限');
    expect(await answer(desk().step(dispatcher, { id, event: 'fault.accepted', data: {} }))).toBe(
      '该记录是电动车，不能执行“受理”',
    );
    expect(await release(dispatcher)).toBe('done');
    expect(await detail(dispatcher, id)).toMatchObject({ stage: 'released', status: 2 });
  });

  test('a remote release tells the camera to let go of the door, once', async () => {
    const { store, domain, clock } = city;
    await bindCamera();
    const { exceptionId: id } = await raise({ type: 2, isDoorHeld: true });
    expect(await detail(dispatcher, id)).toMatchObject({ door_held: true, stage: 'doorHeld', active: true });
    await desk().step(dispatcher, { id, event: 'scooter.remotelyReleased', data: { reason: '实为轮椅' } });
    const commands = () =>
      store.rows.selectFrom('device_commands').selectAll().where('device_key', '=', cameraKey).execute();
    await expect
      .poll(commands)
      .toMatchObject([{ identifier: 'door_hold', payload: JSON.stringify({ door_hold: { status: 0 } }) }]);
    await clock.advance(1_000);
    expect(await commands()).toHaveLength(1);
    expect(domain.directory.cameraOf(lift.id)?.deviceKey).toBe(cameraKey);
    expect(await detail(dispatcher, id)).toMatchObject({ door_held: false });
  });

  test('an incident of several lifts closes when a named person has swept every car', async () => {
    const children = [lift, farLift].map(({ id, tag }) => ({ elevatorId: id, tag, addr: '' }));
    const cut = { type: 4, kind: 'powerCut' } as const;
    const { exceptionId: id } = await raise({ ...cut, children: children.slice(0, 1) });
    expect(await raise({ ...cut, children })).toEqual({ exceptionId: id, joined: true });
    const { exceptionId: same } = await raise({ ...cut, children });
    expect(same).toBe(id);
    const step = (event: 'incident.checked' | 'incident.closed') =>
      answer(desk().step(dispatcher, { id, event, data: {} }));
    const sweep = (elevatorId: number) =>
      answer(desk().step(dispatcher, { id, event: 'incident.swept', data: { elevatorId, way: 'intercom' } }));
    expect(await step('incident.checked')).toBe('done');
    expect(await sweep(lift.id)).toBe('done');
    expect(await sweep(lift.id)).toBe(`${lift.tag} 已由 张伟 确认轿厢无人`);
    expect(await step('incident.closed')).toBe(`还有 1 台未确认：${farLift.tag}`);
    const order = await city.domain.rescue.phoneIn(admin, {
      elevatorId: farLift.id,
      callerPhone: '13800000000',
      requestId: requestId(),
    });
    expect(await detail(dispatcher, id)).toMatchObject({
      child_num: 2,
      swept_num: 1,
      children: [
        { tag: lift.tag, swept_by: { name: '张伟' }, way: 'intercom', rescue_order_id: null },
        { tag: farLift.tag, swept_by: null, rescue_order_id: order.orderId },
      ],
    });
    expect(await sweep(farLift.id)).toBe(`${farLift.tag} 有人求救，请先处理救援单 ${order.orderId}`);
    const endCall = async (orderId: number) => {
      await city.domain.rescue.accept(dispatcher, { orderId });
      const data = { reason: '测试结束' };
      await city.domain.rescue.step(dispatcher, { id: orderId, event: 'rescue.judgedFalse', data });
    };
    await endCall(order.orderId);
    expect(await sweep(farLift.id)).toBe('done');
    const unsweep = () =>
      answer(desk().step(colleague, { id, event: 'incident.unswept', data: { elevatorId: lift.id, note: '选错了' } }));
    expect(await unsweep()).toBe('done');
    expect(await unsweep()).toBe(`${lift.tag} 尚未确认轿厢无人，无需撤回`);
    const taken = await detail(dispatcher, id);
    expect(taken).toMatchObject({ swept_num: 1, children: [{ swept_by: null, way: null }, { way: 'intercom' }] });
    expect(taken.timeline.at(-1)).toMatchObject({ title: `撤回轿厢无人的确认：${lift.tag}`, actor_name: '李娜' });
    expect(await sweep(lift.id)).toBe('done');
    const late = await city.domain.rescue.phoneIn(admin, {
      elevatorId: farLift.id,
      callerPhone: '13800000000',
      requestId: requestId(),
    });
    expect(await step('incident.closed')).toBe(`${farLift.tag} 仍有人求救，请先处理救援单`);
    await endCall(late.orderId);
    expect(await step('incident.closed')).toBe('done');
  });

  test('a car in which its device saw people is confirmed empty on the spot only', async () => {
    const children = [lift, farLift].map(({ id, tag }) => ({ elevatorId: id, tag, addr: '' }));
    const { exceptionId: id } = await raise({ type: 4, kind: 'powerCut', children });
    const report = { at: city.clock.nowMs(), service_mode: 1, car_status: 0, direction: 0 } as const;
    city.fleet.put(lift.id, {
      deviceKey: lift.deviceKey,
      receivedAtMs: city.clock.nowMs(),
      report: { ...report, door_zone: false, floor: 3, door: 'closed', people: 2 },
    });
    expect(desk().peopleIn(lift.id)).toBe(2);
    const sweep = (way: 'camera' | 'onSite') =>
      answer(desk().step(dispatcher, { id, event: 'incident.swept', data: { elevatorId: lift.id, way } }));
    expect(await sweep('camera')).toBe(`${lift.tag} 的设备报告轿厢内有 2 人，请先联系轿厢；须到现场查看后才能确认无人`);
    expect(await sweep('onSite')).toBe('done');
    await desk().step(dispatcher, { id, event: 'incident.swept', data: { elevatorId: farLift.id, way: 'onSite' } });
    await desk().step(dispatcher, { id, event: 'incident.closed', data: {} });
  });

  test('ids never collide with those of rescue orders, and a number names one record of whatever type', async () => {
    const order = await city.domain.rescue.phoneIn(property, {
      elevatorId: lift.id,
      callerPhone: '13800000000',
      requestId: requestId(),
    });
    const { exceptionId } = await reportFault(property);
    const { exceptionId: next } = await desk().report(property, {
      type: 4,
      kind: 'outOfService',
      elevator_id: lift.id,
      request_id: requestId(),
    });
    expect(new Set([order.orderId, exceptionId, next]).size).toBe(3);
    const found = async (id: number) => (await list(dispatcher, { id })).list.map(({ type, title }) => [type, title]);
    expect(await found(order.orderId)).toEqual([[1, '电话报警']]);
    expect(await found(exceptionId)).toEqual([[3, '不运行']]);
    expect(await found(next)).toEqual([[4, '停止服务']]);
    // A call for help is read here and handled at the desk.
    expect(await detail(dispatcher, order.orderId)).toMatchObject({ type: 1, allowed_actions: [], state: null });
    expect(await answer(desk().comment(dispatcher, { id: order.orderId, text: '到了' }))).toBe(
      '困人救援请在救援处置页面处理',
    );
    const blind = {
      ...dispatcher,
      permissions: new Set([...dispatcher.permissions].filter((name) => name !== 'rescue.view')),
    };
    expect(await idsOf(blind, { id: order.orderId })).toEqual([]);
    expect(await findException(city.store, blind, order.orderId)).toBeUndefined();
  });

  test('the list of all types pages exactly, in every order and with every filter', async () => {
    const all = await list(dispatcher, { page_size: 200 });
    expect(new Set(all.list.map(({ type }) => type))).toEqual(new Set([1, 2, 3, 4]));
    expect(all.list).toHaveLength(all.total);
    for (const query of [
      {},
      { sort: 'level', order: 'asc' },
      { sort: 'tag' },
      { sort: 'status', order: 'asc' },
      { sort: 'type' },
    ]) {
      const pages = [];
      for (let page = 1; page <= Math.ceil(all.total / 3); page += 1)
        pages.push(...(await idsOf(dispatcher, { ...query, page, page_size: 3 })));
      expect(pages).toHaveLength(all.total);
      expect(new Set(pages).size).toBe(all.total);
    }
    const count = (isMeant: (row: (typeof all.list)[number]) => boolean) => all.list.filter(isMeant).length;
    const totals = async (query: object) => (await list(dispatcher, query)).total;
    expect(await totals({ scope: 'pending' })).toBe(count((row) => !row.is_finished));
    expect(await totals({ scope: 'history' })).toBe(count((row) => row.is_finished));
    expect(await totals({ type: [1, 4] })).toBe(count((row) => row.type === 1 || row.type === 4));
    expect(await totals({ elevator_id: farLift.id })).toBe(count((row) => row.elevator_id === farLift.id));
    expect(await totals({ community_id: 12 })).toBe(count((row) => row.community_id === 12));
    expect(await totals({ is_false: true })).toBe(count((row) => row.is_false));
    expect(await totals({ overdue: true })).toBe(0);
    expect(await totals({ cause: '305' })).toBe(1);
    expect(await totals({ code: '03' })).toBe(1);
    expect(await totals({ status: [2], level: [2] })).toBe(count((row) => row.status === 2 && row.level === 2));
    expect(await totals({ keyword: '云锦' })).toBe(count((row) => row.community_name === '云锦雅苑'));
    expect(await totals({ keyword: '%' })).toBe(0);
    expect(await totals({ from: '2100-01-01T00:00:00.000+08:00' })).toBe(0);
  });

  test('pending ones stand with the worst first: the level, then what is overdue, then the age', async () => {
    const types = { type: [3] };
    const pending = () => idsOf(dispatcher, { scope: 'pending', ...types });
    for (const id of await pending()) await endFault(id);
    const { exceptionId: old } = await reportFault(property);
    await city.domain.settings.change(admin, { fault_limit_minutes: 10 });
    await city.clock.advance(60_000);
    const { exceptionId: late } = await reportFault(property, { phenomenon: 'levelling' });
    const { exceptionId: bad } = await reportFault(property, { phenomenon: 'brake' });
    expect(await pending()).toEqual([bad, old, late]);
    await city.clock.advance(9 * 60_000 + 30_000);
    const order = async () => {
      await city.clock.advance(500);
      return pending();
    };
    await expect.poll(order, { timeout: 10_000 }).toEqual([bad, late, old]);
    expect(await detail(dispatcher, late)).toMatchObject({ status: 3, statusResult: '已超时', overdue: true });
    const faultTodo = async () => {
      await city.clock.advance(500);
      const { store, domain, fleet } = city;
      const census = new LiftCensus({ store, directory: domain.directory, fleet });
      const { todos } = await countWaitingWork({ store, census, openItems }, dispatcher, city.clock.nowMs());
      return todos.find(({ kind }) => kind === 'fault');
    };
    await expect.poll(faultTodo, { timeout: 10_000 }).toMatchObject({
      count: 3,
      path: '/alarm-center/fault-fault',
      notes: [
        { key: 'urgent', count: 1 },
        { key: 'overdue', count: 2 },
      ],
    });
    // Late is no dead end.
    await desk().step(maintenance, { id: late, event: 'fault.accepted', data: {} });
    await desk().step(maintenance, { id: late, event: 'fault.repaired', data: { cause: '305' } });
    expect(await detail(dispatcher, late)).toMatchObject({ status: 1, overdue: true });
    for (const id of [old, bad]) await endFault(id);
  });

  test('photos of a report, a repair and a comment are kept as long as the record; one that is gone is refused', async () => {
    const { store } = city;
    const clock = new VirtualClock(city.clock.nowMs());
    const files = openUploadedFiles({ store, clock, folder: 'none', onTrouble: () => expect.unreachable() });
    const keep = (by: number) => files.keep({ bytes: png(4, 4), extension: 'png' }, by);
    const [reported, foreign, unused] = [
      await keep(users.property),
      await keep(users.property),
      await keep(users.property),
    ];
    const [repaired, commented] = [await keep(users.maintenance), await keep(users.maintenance)];
    const { exceptionId: id } = await desk().report(property, {
      type: 3,
      elevator_id: lift.id,
      phenomenon: 'doorOpening',
      photos: [reported],
      request_id: requestId(),
    });
    await desk().step(maintenance, { id, event: 'fault.accepted', data: {} });
    const repair = (photos: string[]) =>
      desk().step(maintenance, { id, event: 'fault.repaired', data: { cause: '301', photos } });
    // A user who attached somebody else's picture would see it with the record.
    expect(await answer(repair([foreign]))).toBe('照片已失效，请重新上传');
    await repair([repaired]);
    await desk().comment(maintenance, { id, text: '见照片', photos: [commented] });
    const gone = 'x'.repeat(22);
    expect(await answer(desk().comment(maintenance, { id, text: '见照片', photos: [`${gone}.jpg`] }))).toBe(
      '照片已失效，请重新上传',
    );
    await clock.advance(25 * 3_600_000);
    expect(await files.sweep()).toBe(2);
    expect(await files.read(unused)).toBeUndefined();
    for (const name of [reported, repaired, commented]) expect((await files.read(name))?.kind).toBe('found');
    const shown = await detail(dispatcher, id);
    expect(shown.photos).toEqual([reported, repaired]);
    // Each stands in the entry of the timeline that it came with.
    expect(shown.timeline.flatMap(({ type, photos }) => (photos === undefined ? [] : [[type, ...photos]]))).toEqual([
      ['fault.occurred', reported],
      ['fault.repaired', repaired],
      ['fault.commented', commented],
    ]);
    files.close();
  });

  test('the rows are the same again when they are folded from event zero', async () => {
    const { store } = city;
    const rows = async () => {
      const [exceptions, children, comments, open] = await Promise.all([
        store.rows.selectFrom('exceptions').selectAll().orderBy('id').execute(),
        store.rows.selectFrom('exception_children').selectAll().orderBy('elevator_id').execute(),
        store.rows.selectFrom('exception_comments').selectAll().orderBy('id').execute(),
        store.rows.selectFrom('open_exceptions').selectAll().orderBy('exception_id').execute(),
      ]);
      return { exceptions, children, comments, open };
    };
    const before = await rows();
    expect(before.exceptions.length).toBeGreaterThan(10);
    await store.rebuild(['scooter']);
    expect(await rows()).toEqual(before);
  });
});
