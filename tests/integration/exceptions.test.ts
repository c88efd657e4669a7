import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Principal } from '../../server/access/principal.ts';
import { deviceActor } from '../../server/domain/actors.ts';
import { decide } from '../../server/domain/decide.ts';
import { openException, type ExceptionSubjectWish, type ExceptionWish } from '../../server/domain/openException.ts';
import { NotFound, Refusal } from '../../server/domain/refusal.ts';
import { findException } from '../../server/queries/exceptionDetail.ts';
import { listExceptions } from '../../server/queries/exception.ts';
import { exceptionList } from '../../src/contract/endpoints/exception.ts';
import { faultLifecycle } from '../../src/machines/faultLifecycle.ts';
import { openDomain, type TestDomain } from '../support/openDomain.ts';
import { startPostgres, type TestPostgres } from '../support/postgres.ts';
import { principalOf, smallCity } from '../support/smallCity.ts';

const { lift, farLift, users } = smallCity;

let postgres: TestPostgres;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.stop());

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
    city = await openDomain({ databaseUrl: kind === 'postgres' ? await postgres.createDatabase() : undefined });
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
});
