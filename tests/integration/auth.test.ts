import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { endpoints } from '../../src/contract/endpoints/index.ts';
import { loginExpiredMessage, refusalCodes } from '../../src/contract/envelope.ts';
import { demoPassword } from '../../server/access/demoPassword.ts';
import { tokenFragment } from '../../server/access/sessions.ts';
import { loadSettings } from '../../server/domain/city/settings.ts';
import { VirtualClock } from '../../server/runtime/virtualClock.ts';
import { run } from '../../server/store/eventStore.ts';
import { openHttpHarness, type Answer, type HttpHarness } from '../support/httpHarness.ts';
import { principalOf, smallCity } from '../support/smallCity.ts';
import { md5Hex, testPassword, testPasswords } from '../support/testAccess.ts';

const { lift, users } = smallCity;
let clock: VirtualClock;
let harness: HttpHarness;

beforeEach(async () => {
  clock = new VirtualClock();
  harness = await openHttpHarness({ clock, http: { trustProxy: true } });
});
afterEach(async () => {
  await harness.dispose();
});

const loginData = (answer: Answer) => endpoints.login.output.parse(answer.envelope?.data);
const loginFrom = (ip: string, account: string, password = testPassword) =>
  harness.request('POST', '/api/auth/login', {
    body: { account, password: md5Hex(password) },
    headers: { 'x-forwarded-for': ip },
  });
const auditOf = async (userId: number) =>
  (await harness.store.readStream(`user-${userId}`)).map(({ type, data }) => ({ type, data }));

/** Each from every address; an hour in all. */
const rounds = process.env['TIAN_SOAK'] === '1' ? 100 : 20;

describe('signing in', () => {
  it('returns the token and the user, and the token opens the rest', async () => {
    const { token, userInfo } = loginData(await harness.login('dispatcher1'));
    expect(userInfo).toMatchObject({
      id: users.dispatcher1,
      name: '张伟',
      role_type: 5,
      must_change_password: false,
      token,
    });
    expect(userInfo.permissions).toContain('rescue.answer');
    expect((await harness.call(endpoints.userDetail, {}, token)).envelope?.data).toMatchObject({
      account: 'dispatcher1',
    });
    expect(await auditOf(users.dispatcher1)).toEqual([
      { type: 'user.loggedIn', data: { sessionId: expect.any(String), ip: '127.0.0.1' } },
    ]);
  });

  it('a wrong password, an unknown account and a disabled one are HTTP 200 with a code, and end no session', async () => {
    await harness.store.write(function* (queries) {
      yield* run(queries.updateTable('users').set({ is_disabled: 1 }).where('id', '=', users.regulator));
    });
    const answers = [
      await harness.login('dispatcher1', 'wrong'),
      await harness.login('nobody-here', 'wrong'),
      await harness.login('regulator', 'wrong'),
    ];
    for (const answer of answers) {
      expect(answer.status).toBe(200);
      expect(answer.text).toBe(answers[0]?.text);
      expect(answer.envelope?.code).toBe(refusalCodes.badCredentials);
    }
    expect((await harness.login('regulator')).envelope).toMatchObject({
      code: refusalCodes.badCredentials,
      message: '账号已停用，请联系管理员',
    });
  });

  it('missing input is reported field by field', async () => {
    const answer = await harness.request('POST', '/api/auth/login', { body: {} });
    expect(answer.status).toBe(422);
    expect(answer.envelope).toMatchObject({
      message: '请填写账号',
      data: {
        errors: [
          { field: 'account', message: '请填写账号' },
          { field: 'password', message: '请填写密码' },
        ],
      },
    });
  });

  it('no secret is kept in the log, in rows or in responses', async () => {
    const { token } = loginData(await harness.login('dispatcher1'));
    await harness.login('dispatcher1', 'my wrong secret');
    const kept = JSON.stringify([
      await harness.store.readAll(0),
      await harness.store.rows.selectFrom('sessions').selectAll().execute(),
    ]);
    for (const secret of [token, tokenFragment(token), md5Hex(testPassword), md5Hex('my wrong secret'), testPassword])
      expect(kept).not.toContain(secret);
  });
});

describe('guessing', () => {
  it(`${rounds * 100} tries from 100 addresses: few are evaluated, the dispatcher still gets in, the audit stays short`, async () => {
    expect((await loginFrom('10.0.0.5', 'dispatcher1')).envelope?.code).toBe(0);
    let evaluated = 0;
    for (let round = 0; round < rounds; round += 1) {
      const answers = await Promise.all(
        Array.from({ length: 100 }, (_, index) =>
          loginFrom(`203.0.113.${index}`, 'dispatcher1', `guess ${round} ${index}`),
        ),
      );
      evaluated += answers.filter(({ status }) => status === 200).length;
      for (const { status, headers, envelope } of answers) {
        if (status === 200) expect(envelope?.code).toBe(refusalCodes.badCredentials);
        else
          expect([status, envelope?.code, Number(headers.get('retry-after')) > 0]).toEqual([
            429,
            refusalCodes.throttled,
            true,
          ]);
      }
      await clock.advance(3_600_000 / rounds);
    }
    expect(evaluated).toBeLessThanOrEqual(60);
    const startedMs = performance.now();
    expect((await loginFrom('10.0.0.5', 'dispatcher1')).envelope?.code).toBe(0);
    expect(performance.now() - startedMs).toBeLessThan(2_000);
    await clock.advance(60_000);
    const refused = (await auditOf(users.dispatcher1)).filter(({ type }) => type === 'user.loginRefused');
    expect(refused.length).toBeLessThanOrEqual(60);
    expect(refused.reduce((sum, { data }) => sum + z.object({ count: z.number() }).parse(data).count, 0)).toBe(
      evaluated,
    );
  }, 120_000);

  it('the dispatcher’s own browser gets in while someone at the same address guesses, even after a restart', async () => {
    const first = await loginFrom('10.0.0.5', 'dispatcher1');
    const cookie = first.headers.get('set-cookie')?.split(';')[0] ?? '';
    expect(first.headers.get('set-cookie')).toMatch(
      /; HttpOnly; SameSite=Strict; Path=\/api\/auth\/login; Max-Age=34560000$/,
    );
    await harness.restart();
    for (let attempt = 0; attempt < 20; attempt += 1) await loginFrom('10.0.0.5', 'dispatcher1', 'wrong');
    expect((await loginFrom('10.0.0.5', 'dispatcher1')).status).toBe(429);
    const own = await harness.request('POST', '/api/auth/login', {
      body: { account: 'dispatcher1', password: md5Hex(testPassword) },
      headers: { 'x-forwarded-for': '10.0.0.5', cookie },
    });
    expect(own.envelope?.code).toBe(0);
    expect(own.headers.get('set-cookie')).toBeNull();
    // It is a cookie of this account: for another it is worth nothing.
    for (let attempt = 0; attempt < 40; attempt += 1) await loginFrom('10.0.0.5', 'property', 'wrong');
    const other = await harness.request('POST', '/api/auth/login', {
      body: { account: 'property', password: md5Hex(testPassword) },
      headers: { 'x-forwarded-for': '10.0.0.5', cookie },
    });
    expect(other.status).toBe(429);
  });

  it('the known address is known after a restart too', async () => {
    expect((await loginFrom('10.0.0.5', 'dispatcher1')).envelope?.code).toBe(0);
    await harness.restart();
    for (let attempt = 0; attempt < 40; attempt += 1) await loginFrom(`203.0.113.${attempt}`, 'dispatcher1', 'wrong');
    expect((await loginFrom('203.0.113.200', 'dispatcher1')).status).toBe(429);
    expect((await loginFrom('10.0.0.5', 'dispatcher1')).envelope?.code).toBe(0);
  });

  it('a forged X-Forwarded-For does not change the caller’s address', async () => {
    let evaluated = 0;
    for (let attempt = 0; attempt < 60; attempt += 1) {
      if ((await loginFrom(`10.1.1.${attempt}, 203.0.113.7`, `user${attempt}`, 'wrong')).status === 200) evaluated += 1;
    }
    expect(evaluated).toBe(30);
  });
});

describe('behind a proxy that is trusted', () => {
  it('a browser that has connected with TLS is told to keep doing so', async () => {
    expect(
      (await harness.request('GET', '/healthz', { headers: { 'x-forwarded-proto': 'https' } })).headers.get(
        'strict-transport-security',
      ),
    ).toContain('max-age=');
    expect((await harness.request('GET', '/healthz')).headers.get('strict-transport-security')).toBeNull();
  });
});

describe('leaving', () => {
  it('ends this session immediately; the other continues', async () => {
    const [first, second] = [
      loginData(await harness.login('dispatcher1')).token,
      loginData(await harness.login('dispatcher1')).token,
    ];
    expect((await harness.call(endpoints.logout, { token: first }, first)).envelope).toMatchObject({
      code: 0,
      data: {},
    });
    const after = await harness.call(endpoints.userDetail, {}, first);
    expect([after.status, after.envelope?.message]).toEqual([401, loginExpiredMessage]);
    expect((await harness.call(endpoints.userDetail, {}, second)).status).toBe(200);
  });

  it('the browser forgets its cache, but keeps a wall’s cookie and what the next person may have stored already', async () => {
    const { token } = loginData(await harness.login('dispatcher1'));
    expect((await harness.call(endpoints.userDetail, {}, token)).headers.get('clear-site-data')).toBeNull();
    const { headers } = await harness.call(endpoints.logout, {}, token);
    expect(headers.get('clear-site-data')).toBe('"cache"');
    expect(headers.get('set-cookie')).toBeNull();
  });

  it('lets a claimed call without further steps ring again once no one is signed in to that account', async () => {
    const [first, second] = [
      loginData(await harness.login('dispatcher1')).token,
      loginData(await harness.login('dispatcher1')).token,
    ];
    const { orderId } = await harness.domain.rescue.phoneIn(await principalOf(harness.store, users.admin), {
      elevatorId: lift.id,
      callerPhone: '13800000000',
      requestId: 'call-00001',
    });
    expect((await harness.call(endpoints.rescueAck, { id: orderId }, first)).envelope?.code).toBe(0);
    const stage = async () =>
      (
        await harness.store.rows
          .selectFrom('rescue_orders')
          .select('stage')
          .where('id', '=', orderId)
          .executeTakeFirst()
      )?.stage;
    await harness.call(endpoints.logout, {}, first);
    expect(await stage()).toBe('accepted');
    await harness.call(endpoints.logout, {}, second);
    expect(await stage()).toBe('pending');
  });
});

const change = (token: string, oldPassword: string, newPassword: string) =>
  harness.call(endpoints.changeOwnPassword, { old_password: md5Hex(oldPassword), new_password: newPassword }, token);

describe('changing the password', () => {
  it('ends every other session, keeps this one, and is in the audit without either password', async () => {
    const [mine, other] = [
      loginData(await harness.login('dispatcher1')).token,
      loginData(await harness.login('dispatcher1')).token,
    ];
    expect((await change(mine, testPassword, 'maple-harbour-77')).envelope?.code).toBe(0);
    expect((await harness.call(endpoints.userDetail, {}, mine)).status).toBe(200);
    expect((await harness.call(endpoints.userDetail, {}, other)).status).toBe(401);
    expect((await harness.login('dispatcher1')).envelope?.code).toBe(refusalCodes.badCredentials);
    expect((await harness.login('dispatcher1', 'maple-harbour-77')).envelope?.code).toBe(0);
    const audit = await auditOf(users.dispatcher1);
    expect(audit).toContainEqual({ type: 'user.passwordChanged', data: { endedSessions: 1 } });
    expect(JSON.stringify(audit)).not.toContain('maple');
  });

  it.each([
    ['the old one wrong', 'wrong', 'maple-harbour-77', 'old_password'],
    ['the new one the old one', testPassword, testPassword, 'new_password'],
    ['common', testPassword, 'Password@2026', 'new_password'],
    ['with the account in it', testPassword, 'my-dispatcher1-pass', 'new_password'],
  ])('%s: says so at the field and changes nothing', async (_name, oldPassword, newPassword, field) => {
    const { token } = loginData(await harness.login('dispatcher1'));
    const answer = await change(token, oldPassword, newPassword);
    expect(answer.status).toBe(200);
    expect(answer.envelope).toMatchObject({ code: refusalCodes.invalid, data: { errors: [{ field }] } });
    expect((await harness.login('dispatcher1')).envelope?.code).toBe(0);
  });

  it('someone who finds an open session cannot keep guessing', async () => {
    const { token } = loginData(await harness.login('dispatcher1'));
    const codes: unknown[] = [];
    for (let attempt = 0; attempt < 15; attempt += 1)
      codes.push((await change(token, `guess ${attempt}`, 'maple-harbour-77')).envelope?.code);
    expect(codes.filter((code) => code === refusalCodes.throttled)).toHaveLength(5);
  });

  it("the demo's password, which everybody can read, opens nothing on a real site, nor does it choose the next one", async () => {
    const open = await harness.signIn(users.dispatcher2);
    const publicHash = await testPasswords.hashPassword(md5Hex(demoPassword));
    await harness.store.write(function* (queries) {
      yield* run(queries.updateTable('users').set({ password_hash: publicHash }).where('id', '=', users.dispatcher2));
    });
    expect((await harness.login('dispatcher2', demoPassword)).envelope).toMatchObject({
      code: refusalCodes.badCredentials,
      message: '此账号仍使用公开的演示密码，不能登录。请联系管理员重置密码',
    });
    expect((await change(open, demoPassword, 'maple-harbour-77')).envelope).toMatchObject({
      code: refusalCodes.invalid,
      data: { errors: [{ field: 'old_password' }] },
    });
  });

  it("the demo's password cannot be chosen", async () => {
    const { token } = loginData(await harness.login('dispatcher1'));
    expect((await change(token, testPassword, 'tian-DEMO-2026!')).envelope).toMatchObject({
      code: refusalCodes.invalid,
      data: { errors: [{ field: 'new_password', message: '这是演示城市公开的密码，请换一个' }] },
    });
  });

  it('a common password still opens the door, and nothing behind it until it is changed', async () => {
    const common = await testPasswords.hashPassword(md5Hex('admin123456'));
    await harness.store.write(function* (queries) {
      yield* run(queries.updateTable('users').set({ password_hash: common }).where('id', '=', users.dispatcher2));
    });
    const { token, userInfo } = loginData(await harness.login('dispatcher2', 'admin123456'));
    expect(userInfo.must_change_password).toBe(true);
    expect((await harness.call(endpoints.rescueList, {}, token)).status).toBe(403);
    expect((await harness.call(endpoints.userDetail, {}, token)).status).toBe(200);
    expect((await change(token, 'admin123456', 'maple-harbour-77')).envelope?.code).toBe(0);
    expect((await harness.call(endpoints.rescueList, {}, token)).status).toBe(200);
  });
});

describe('what one account may ask of the server', () => {
  it('is twenty changes a second, but a rescue never waits and no one else is slowed down', async () => {
    const [token, other] = [await harness.signIn(users.dispatcher1), await harness.signIn(users.dispatcher2)];
    const read = (by: string) => harness.call(endpoints.noticeCallback, { ids: [1], result: 'read' }, by);
    const answers = await Promise.all(Array.from({ length: 30 }, () => read(token)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(20);
    const refused = answers.find(({ status }) => status === 429);
    expect([refused?.envelope?.code, refused?.envelope?.message, refused?.headers.get('retry-after')]).toEqual([
      refusalCodes.throttled,
      '操作过于频繁，请稍等一秒再试',
      '1',
    ]);
    const raised = await harness.call(
      endpoints.exceptionReport,
      { type: 1, elevator_id: lift.id, caller_phone: '13800000000', request_id: 'limits-00001' },
      token,
    );
    expect(raised.envelope?.code).toBe(0);
    expect((await harness.call(endpoints.rescueAck, { elevator_id: lift.id }, token)).envelope?.code).toBe(0);
    expect((await read(other)).envelope?.code).toBe(0);
    await clock.advance(1_000);
    expect((await read(token)).envelope?.code).toBe(0);
  });

  it('is sixty pictures of the whole city at once, then ten a second, and no one else is slowed down', async () => {
    const [token, other] = [await harness.signIn(users.dispatcher1), await harness.signIn(users.dispatcher2)];
    const look = async (by: string, east: number) =>
      (await harness.call(endpoints.elevatorRealtime, { viewport: `100,20,${east},40` }, by)).status;
    const statuses = await Promise.all(Array.from({ length: 65 }, (_, index) => look(token, 120 + index / 100)));
    expect(statuses.toSorted((a, b) => a - b)).toEqual([
      ...Array.from({ length: 60 }, () => 200),
      ...Array.from({ length: 5 }, () => 429),
    ]);
    expect(await look(other, 121)).toBe(200);
    await clock.advance(1_000);
    expect(await look(token, 122)).toBe(200);
  });
});

describe('the menu', () => {
  it('is the shown pages that the role holds, nested and sorted, without an empty group', async () => {
    const node = { icon: '', is_show: 1 as const, code: 'rescue.view' };
    await harness.store.write(function* (queries) {
      yield* run(queries.deleteFrom('permissions').where('type', 'in', [0, 1]));
      yield* run(
        queries.insertInto('permissions').values([
          { ...node, id: 901, parent_id: null, name: '报警中心', path: 'alarm-center', sort: 2, type: 0, code: '' },
          { ...node, id: 902, parent_id: 901, name: '救援历史', path: 'RescueCallHistory', sort: 2, type: 1 },
          { ...node, id: 903, parent_id: 901, name: '救援呼叫', path: 'RescueCall', sort: 1, type: 1 },
          { ...node, id: 904, parent_id: 901, name: '隐藏', path: 'Hidden', sort: 3, type: 1, is_show: 0 },
          { ...node, id: 905, parent_id: null, name: '数据概览', path: 'DataScreening', sort: 1, type: 1 },
          { ...node, id: 906, parent_id: null, name: '系统设置', path: 'system-settings', sort: 3, type: 0, code: '' },
          { ...node, id: 907, parent_id: 906, name: '权限管理', path: 'PermissionManagement', sort: 1, type: 1 },
        ]),
      );
      yield* run(
        queries
          .insertInto('role_permissions')
          .values(
            [901, 902, 903, 904, 905].map((permission_id) => ({ role_id: smallCity.roles.dispatcher, permission_id })),
          ),
      );
    });
    const answer = await harness.call(endpoints.userMenuTree, {}, await harness.signIn(users.dispatcher1));
    const names = (nodes: readonly { name: string; children: readonly unknown[] }[]): unknown =>
      nodes.map(({ name, children }) => [
        name,
        names(z.array(z.object({ name: z.string(), children: z.array(z.unknown()) })).parse(children)),
      ]);
    expect(names(endpoints.userMenuTree.output.parse(answer.envelope?.data))).toEqual([
      ['数据概览', []],
      [
        '报警中心',
        [
          ['救援呼叫', []],
          ['救援历史', []],
        ],
      ],
    ]);
  });
});

describe('whom an order can be handed to', () => {
  it('those who may answer and see one of the same lifts, and who of them is there now', async () => {
    const token = await harness.signIn(users.dispatcher1);
    const probe = await harness.connect({ userId: users.dispatcher1, token, last: null });
    await probe.waitFor(({ welcome }) => welcome !== undefined);
    const answer = await harness.call(endpoints.userOptions, { can: 'rescue.answer' }, token);
    const { list, total } = endpoints.userOptions.output.parse(answer.envelope?.data);
    expect(total).toBe(list.length);
    expect(list.filter(({ online }) => online).map(({ id }) => id)).toEqual([users.dispatcher1]);
    expect(list.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual([
      users.super,
      users.dispatcher1,
      users.dispatcher2,
    ]);
    await probe.close();
  });
});

describe('settings', () => {
  it('are listed with their labels and changed within their bounds', async () => {
    const token = await harness.signIn(users.admin);
    expect((await harness.call(endpoints.sysConfigEdit, { respond_limit_seconds: 1 }, token)).status).toBe(422);
    expect((await harness.call(endpoints.sysConfigEdit, { respond_limit_seconds: 120 }, token)).envelope?.code).toBe(0);
    const list = endpoints.sysConfigList.output.parse(
      (await harness.call(endpoints.sysConfigList, {}, token)).envelope?.data,
    );
    expect(list.find(({ key }) => key === 'respond_limit_seconds')).toMatchObject({
      label: '受理时限（秒）',
      value: 120,
      updated_at: expect.stringMatching(/\+08:00$/),
    });
    expect(list.find(({ key }) => key === 'hotline')).toMatchObject({ value: '96333', updated_at: null });
  });

  it('come with bounds, unit, default and who changed them, and a second editor learns of the first', async () => {
    const [first, second] = [await harness.signIn(users.super), await harness.signIn(users.admin)];
    const read = async (token: string) =>
      endpoints.sysConfigList.output.parse((await harness.call(endpoints.sysConfigList, {}, token)).envelope?.data);
    const before = await read(second);
    const version = before[0]?.version ?? -1;
    expect(before.find(({ key }) => key === 'lapse_after_seconds')).toMatchObject({
      unit: '秒',
      least: 60,
      most: 3_600,
      default: 300,
    });
    const edit = async (token: string, changes: object) =>
      (await harness.call(endpoints.sysConfigEdit, changes, token)).envelope;

    expect(await edit(first, { lapse_after_seconds: 240, version })).toMatchObject({ code: 0 });
    expect((await read(second)).find(({ key }) => key === 'lapse_after_seconds')).toMatchObject({
      value: 240,
      updated_by: '苏培',
    });
    expect(await edit(second, { lapse_after_seconds: 200, version })).toMatchObject({
      code: refusalCodes.conflict,
      message: '您编辑期间，苏培修改了“受理后无进展重新振铃”。请核对标出的内容后再保存',
      data: { errors: [{ field: 'lapse_after_seconds', message: '苏培已改为 240 秒' }] },
    });
    expect(harness.domain.settings.current().lapse_after_seconds).toBe(240);
    // Another setting is no conflict, and an old client sends no version.
    expect(await edit(second, { hotline: '12345', version })).toMatchObject({ code: 0 });
    expect(await edit(second, { lapse_after_seconds: 300 })).toMatchObject({ code: 0 });

    const history = endpoints.auditList.output.parse(
      (await harness.call(endpoints.auditList, { record: 'config', record_id: 'lapse_after_seconds' }, first)).envelope
        ?.data,
    );
    expect(history.list.map(({ actor_name: by, changes }) => [by, ...changes])).toEqual([
      ['关立', { field: '受理后无进展重新振铃', before: '240 秒', after: '300 秒' }],
      ['苏培', { field: '受理后无进展重新振铃', before: '300 秒', after: '240 秒' }],
    ]);
  });

  it('a stored value that no longer fits gives way to its default, and the others stay', async () => {
    const { store } = harness;
    await store.write(function* (queries) {
      const row = { updated_at_ms: 1, updated_by: '旧版' };
      yield* run(
        queries
          .insertInto('sys_config')
          .values([{ key: 'alarm_handle_limit_seconds', value: '5', ...row }])
          .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: '5' })),
      );
    });
    const { respond_limit_seconds } = harness.domain.settings.current();
    expect((await loadSettings(store, clock)).current()).toMatchObject({
      alarm_handle_limit_seconds: 86_400,
      respond_limit_seconds,
    });
  });

  it('name the targets of the public indicators, which every wall reads with its figures', async () => {
    const token = await harness.signIn(users.admin);
    const shown = async () =>
      endpoints.statsElevatorEvent.output.parse(
        (await harness.call(endpoints.statsElevatorEvent, {}, await harness.signIn(users.regulator))).envelope?.data,
      );
    expect(await shown()).toMatchObject({
      answered: { target_percent: 95 },
      arrived: { limit_seconds: 1_800, target_percent: 98 },
    });
    for (const wrong of [0, 101, '95'])
      expect((await harness.call(endpoints.sysConfigEdit, { answered_target_percent: wrong }, token)).status).toBe(422);
    expect(
      (
        await harness.call(
          endpoints.sysConfigEdit,
          { answered_target_percent: 97.5, arrived_target_percent: 99, arrive_limit_minutes_city: 25 },
          token,
        )
      ).envelope?.code,
    ).toBe(0);
    expect(await shown()).toMatchObject({
      answered: { target_percent: 97.5 },
      arrived: { limit_seconds: 1_500, target_percent: 99 },
    });
  });
});
