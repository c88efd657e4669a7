import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Endpoint } from '../../src/contract/endpoint.ts';
import { endpoints } from '../../src/contract/endpoints/index.ts';
import { whyRangSchema, type WhyRang } from '../../src/contract/entities/whyRang.ts';
import type { AnyServerFrame } from '../../src/contract/olderPush.ts';
import { run } from '../../server/store/eventStore.ts';
import { openHttpHarness, type HttpHarness } from '../support/httpHarness.ts';
import type { PushProbe } from '../support/pushProbe.ts';
import { principalOf, smallCity } from '../support/smallCity.ts';

const { users, lift, farLift } = smallCity;
interface Employee {
  readonly id: number;
  readonly name: string;
  readonly role_id: number;
  readonly area: number;
}
/** An administrator of the district of the lift, and of the county beside it. */
const districtAdministrator: Employee = { id: 60, name: '关东', role_id: smallCity.roles.administrator, area: 2 };
const countyDispatcher: Employee = {
  id: 61,
  name: '陈远',
  role_id: smallCity.roles.dispatcher,
  area: 3,
};
/** The record is written every two seconds; a busy machine takes longer. */
const writtenWithin = { timeout: 20_000, interval: 200 };

describe('why did this ring, and where', () => {
  let harness: HttpHarness;
  let probes: PushProbe[] = [];
  let tokens: Record<'admin' | 'district' | 'dispatcher' | 'property' | 'stranger', string>;

  const console = async (userId: number): Promise<PushProbe> => {
    const probe = await harness.connect({ userId, token: await harness.signIn(userId, '10.0.0.8'), last: null });
    probes.push(probe);
    await probe.waitFor(({ welcome }: AnyServerFrame) => welcome !== undefined);
    return probe;
  };
  const ask = async (endpoint: Endpoint, id: number, token: string): Promise<WhyRang> =>
    whyRangSchema.parse((await harness.call(endpoint, { id }, token)).envelope?.data);
  const employ = ({ id, name, role_id, area }: Employee) =>
    harness.store.write(function* (queries) {
      const account = { id, name, role_id, account: `user${id}`, mobile: '', password_hash: '', created_at_ms: 0 };
      yield* run(queries.insertInto('users').values({ ...account, is_disabled: 0, must_change_password: 0 }));
      yield* run(queries.insertInto('user_organizations').values({ user_id: id, org_type: 1, org_id: area }));
    });
  const raise = async (kind: 'trapped' | 'over_speed' | 'moto') => {
    const device = harness.domain.devices.findDevice(lift.deviceKey);
    if (device === undefined) throw new Error('the lift has no device');
    await harness.domain.devices.recordEvent(device, { id: `e-${kind}`, at: Date.now(), kind });
    return vi.waitFor(async () => {
      const row = await harness.store.rows
        .selectFrom('alarms as a')
        .leftJoin('alarm_rescues as r', 'r.alarm_id', 'a.id')
        .select(['a.id', 'r.order_id as rescue_order_id'])
        .where('a.kind', '=', kind)
        .executeTakeFirstOrThrow();
      if (kind === 'trapped') expect(row.rescue_order_id).not.toBeNull();
      return row;
    }, writtenWithin);
  };

  beforeAll(async () => {
    harness = await openHttpHarness();
    await employ(districtAdministrator);
    await employ(countyDispatcher);
    tokens = {
      admin: await harness.signIn(users.super),
      district: await harness.signIn(districtAdministrator.id),
      dispatcher: await harness.signIn(users.dispatcher1),
      property: await harness.signIn(users.property),
      stranger: await harness.signIn(users.stranger),
    };
  });
  afterAll(async () => {
    for (const probe of probes) probe.drop();
    probes = [];
    await harness.dispose();
  });

  it('names the floor, the way through the log, every console that rang and everyone who was not rung', async () => {
    const armed = await console(users.dispatcher1);
    armed.send({ console: 'armed' });
    await console(users.property);
    await console(users.stranger);
    await console(countyDispatcher.id);
    const { id: alarmId, rescue_order_id: orderId } = await raise('trapped');
    if (orderId === null) throw new Error('no order');
    await armed.waitFor(({ event }) => event?.kind === 'rescue.ringing');
    await harness.domain.rescue.accept(await principalOf(harness.store, users.dispatcher1), { orderId });

    const why = await vi.waitFor(async () => {
      const answer = await ask(endpoints.rescueWhy, orderId, tokens.admin);
      expect(answer.steps.map(({ title }) => title)).toContain('推送到值班台');
      expect(answer.rung_num).toBe(1);
      return answer;
    }, writtenWithin);
    expect(why).toMatchObject({ rang: true, decision: 'floor' });
    expect(why.reason).toContain('安全底线');
    expect(why.steps.map(({ title }) => title)).toEqual(
      expect.arrayContaining(['设备上报', '写入日志，回执发给设备', '规则 4：求救开救援单', '受理，停止响铃']),
    );
    expect(why.rung).toEqual([
      expect.objectContaining({ user_name: '张伟', sound: 'armed', answered: true, until: expect.any(String) }),
    ]);
    expect(why.rung[0]?.console).toContain('10.0.0.8');
    expect(Object.fromEntries(why.not_rung.map(({ user_name: name, reason }) => [name, reason]))).toMatchObject({
      王芳: 'noPermission',
      周边: 'outOfScope',
      李娜: 'notSignedIn',
    });

    const alarm = await ask(endpoints.alarmWhy, alarmId, tokens.admin);
    expect(alarm).toMatchObject({ rang: false, decision: 'order', rescue_order_id: orderId, rung: [] });
  });

  it('counts users of other areas without their names, and keeps their addresses from an administrator of the district', async () => {
    const [order] = await harness.store.rows.selectFrom('rescue_orders').select('id').execute();
    const why = await vi.waitFor(async () => {
      const answer = await ask(endpoints.rescueWhy, order?.id ?? 0, tokens.district);
      expect(answer.not_rung_num).toBe(answer.not_rung.length + 2);
      return answer;
    }, writtenWithin);
    expect(why.rung).toEqual([expect.objectContaining({ user_name: '张伟', console: expect.stringMatching(/./) })]);
    expect(why.rung[0]?.console).not.toContain('10.0.0.8');
    const names = why.not_rung.map(({ user_name: name }) => name);
    expect(names).toEqual(expect.arrayContaining(['王芳', '李娜']));
    expect(names).not.toContain('周边');
    expect(names).not.toContain('陈远');
    expect(why.not_rung.find(({ user_name: name }) => name === '王芳')?.console).toContain('10.0.0.8');
  });

  it('says why an alarm that is no danger to life did not ring, and that one that is did', async () => {
    const scooter = await raise('moto');
    expect(await ask(endpoints.alarmWhy, scooter.id, tokens.admin)).toMatchObject({
      rang: false,
      decision: 'priority',
      rung_num: 0,
    });
    const speed = await raise('over_speed');
    const why = await vi.waitFor(async () => {
      const answer = await ask(endpoints.alarmWhy, speed.id, tokens.admin);
      expect(answer.steps.map(({ title }) => title)).toContain('推送到值班台');
      return answer;
    }, writtenWithin);
    expect(why).toMatchObject({ rang: true, decision: 'floor' });
    expect(why.rung.map(({ user_name: name }) => name)).toEqual(['张伟']);
  });

  it('keeps the consoles of others from users who neither answer calls nor manage accounts', async () => {
    const [order] = await harness.store.rows.selectFrom('rescue_orders').select('id').execute();
    if (order === undefined) throw new Error('no order');
    const seen = await ask(endpoints.rescueWhy, order.id, tokens.property);
    expect(seen.rung).toEqual([expect.objectContaining({ user_name: '张伟', console: '', signed_in_at: null })]);
    expect(seen).toMatchObject({ not_rung: [], rung_num: 1 });
    expect((await ask(endpoints.rescueWhy, order.id, tokens.dispatcher)).rung[0]?.console).not.toContain('10.0.0.8');
    const stranger = await harness.call(endpoints.rescueWhy, { id: order.id }, tokens.stranger);
    expect(stranger.status).toBe(404);
  });

  it('says that a call which its author took by telephone rang at no console, though consoles are connected', async () => {
    const author = await principalOf(harness.store, users.dispatcher1);
    const call = {
      elevatorId: farLift.id,
      callerName: '',
      callerPhone: '',
      note: '',
      requestId: randomUUID(),
      hasConsole: true,
    };
    const { orderId } = await harness.domain.rescue.phoneIn(author, call);
    const why = await ask(endpoints.rescueWhy, orderId, tokens.admin);
    expect(why).toMatchObject({ rang: false, decision: 'taken', rung_num: 0, not_rung_num: 0, has_consoles: false });
    expect(why.steps.map(({ title }) => title)).toEqual(['人工登记，开救援单', '登记时即受理，未响铃']);
  });

  it('still says it after a restart', async () => {
    await harness.restart();
    const [order] = await harness.store.rows.selectFrom('rescue_orders').select('id').execute();
    const why = await ask(endpoints.rescueWhy, order?.id ?? 0, tokens.admin);
    expect(why.rung.map(({ user_name: name }) => name)).toEqual(['张伟']);
  });
});
