import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { deviceSecret } from '../../server/gateway/credentials.ts';
import { startGateway, type Gateway } from '../../server/gateway/gateway.ts';
import { systemClock } from '../../server/runtime/clock.ts';
import { run } from '../../server/store/eventStore.ts';
import { endpoints } from '../../src/contract/endpoints/index.ts';
import { refusalCodes } from '../../src/contract/envelope.ts';
import { roleTypes } from '../../src/contract/labels.ts';
import { userEvents } from '../../src/contract/events/user.ts';
import { closeCodes } from '../../src/contract/push.ts';
import { openHttpHarness, type HttpHarness } from '../support/httpHarness.ts';
import { MqttDevice } from '../support/mqttDevice.ts';
import { principalOf, smallCity } from '../support/smallCity.ts';
import { testPassword, testSiteKey } from '../support/testAccess.ts';

const { users, roles, lift, farLift } = smallCity;
const reason = '已离职';
/** An administrator who looks after the lifts of one property company only. */
const companyAdmin = 20;
/** A second super administrator. */
const secondSuper = 21;

let harness: HttpHarness;
let gateway: Gateway | undefined;
let superToken: string;

beforeEach(async () => {
  harness = await openHttpHarness({ disconnectDevice: (deviceKey) => gateway?.disconnect(deviceKey) });
  await harness.store.write(function* (queries) {
    const account = {
      mobile: '',
      password_hash: '',
      is_disabled: 0,
      must_change_password: 0,
      created_at_ms: 0,
    } as const;
    yield* run(
      queries.insertInto('users').values([
        { ...account, id: companyAdmin, account: 'companyadmin', name: '安管', role_id: roles.administrator },
        { ...account, id: secondSuper, account: 'super2', name: '苏二', role_id: roles.superAdministrator },
      ]),
    );
    yield* run(queries.insertInto('user_organizations').values({ user_id: companyAdmin, org_type: 4, org_id: 301 }));
  });
  superToken = await harness.signIn(users.super);
});
afterEach(async () => {
  await gateway?.close();
  gateway = undefined;
  await harness.dispose();
});

async function openPage(userId: number) {
  const token = await harness.signIn(userId);
  const socket = await harness.connect({ userId, token, last: null });
  await socket.waitFor(({ welcome }) => welcome !== undefined);
  return { token, socket };
}
const disable = (id: number, token = superToken) => harness.call(endpoints.userDisable, { id, reason }, token);
const renew = (deviceKey: string, token = superToken) =>
  harness.call(endpoints.deviceSecretRenew, { device_key: deviceKey }, token);
const lastEventOf = async (userId: number) => (await harness.store.readStream(`user-${userId}`)).at(-1);
const statusOf = async (token: string) => {
  const { status, envelope } = await harness.call(endpoints.userDetail, {}, token);
  return [status, envelope?.message];
};

describe('a person who is disabled', () => {
  it('is out within a second, on every page, learns why, and cannot sign in', async () => {
    const [desk, phone] = [await openPage(users.dispatcher1), await openPage(users.dispatcher1)];
    expect((await disable(users.dispatcher1)).envelope).toMatchObject({ code: 0, data: { ended_sessions: 2 } });
    const closed = await Promise.race([
      Promise.all([desk.socket.closed, phone.socket.closed]),
      new Promise((resolve) => setTimeout(resolve, 1_000, 'still open after a second')),
    ]);
    expect(closed).toEqual([closeCodes.refused, closeCodes.refused]);
    expect(await statusOf(desk.token)).toEqual([401, '账号已停用，请联系管理员']);
    expect((await harness.login('dispatcher1')).envelope).toMatchObject({
      code: refusalCodes.badCredentials,
      message: '账号已停用，请联系管理员',
    });
  });

  it('stays out with every old token after being enabled again, and must sign in again', async () => {
    const { token } = await openPage(users.dispatcher1);
    await disable(users.dispatcher1);
    expect(
      (await harness.call(endpoints.userEnable, { id: users.dispatcher1, reason: '返岗' }, superToken)).envelope?.code,
    ).toBe(0);
    expect((await statusOf(token))[0]).toBe(401);
    await harness.restart();
    // Until the client has noticed that its kept connections are gone.
    await expect
      .poll(() =>
        harness.request('GET', '/healthz').then(
          ({ status }) => status,
          () => 0,
        ),
      )
      .toBe(200);
    expect((await statusOf(token))[0]).toBe(401);
    expect((await harness.login('dispatcher1')).envelope?.code).toBe(0);
  });

  it('leaves no call behind: what was only claimed rings again', async () => {
    const { token } = await openPage(users.dispatcher1);
    const { orderId } = await harness.domain.rescue.phoneIn(await principalOf(harness.store, users.admin), {
      elevatorId: lift.id,
      callerPhone: '13800000000',
      requestId: 'access-00001',
    });
    await harness.call(endpoints.rescueAck, { id: orderId }, token);
    const other = await openPage(users.dispatcher2);
    await disable(users.dispatcher1);
    await other.socket.waitFor(({ event }) => event?.kind === 'rescue.ringing' && event.orderId === orderId);
  });

  it('is in the log with who did it, why, before and after', async () => {
    await disable(users.dispatcher1);
    const disabled = await lastEventOf(users.dispatcher1);
    expect(disabled).toMatchObject({
      type: 'user.disabled',
      actor: { kind: 'user', id: users.super, name: '苏培' },
      data: { reason, before: { isDisabled: false }, after: { isDisabled: true } },
    });
    await harness.call(endpoints.userEnable, { id: users.dispatcher1, reason: '返岗' }, superToken);
    const enabled = await lastEventOf(users.dispatcher1);
    expect(enabled).toMatchObject({
      type: 'user.enabled',
      data: { reason: '返岗', before: { isDisabled: true }, after: { isDisabled: false } },
    });
    for (const event of [disabled, enabled]) expect(event !== undefined && event.type in userEvents).toBe(true);
    expect((await disable(users.dispatcher2)).envelope?.code).toBe(0);
    expect((await disable(users.dispatcher2)).envelope).toMatchObject({
      code: refusalCodes.notAllowedNow,
      message: '该账号已停用',
    });
  });
});

describe('ending sessions', () => {
  it('closes every page of the person, who may sign in again at once', async () => {
    const { token, socket } = await openPage(users.dispatcher1);
    expect(
      (await harness.call(endpoints.userSessionsEnd, { id: users.dispatcher1, reason: '手机遗失' }, superToken))
        .envelope,
    ).toMatchObject({ code: 0, data: { ended_sessions: 1 } });
    expect(await socket.closed).toBe(closeCodes.refused);
    expect(await statusOf(token)).toEqual([401, '管理员已结束您的登录，请重新登录']);
    expect((await harness.login('dispatcher1')).envelope?.code).toBe(0);
    expect(
      (await harness.store.readStream(`user-${users.dispatcher1}`)).some(({ type }) => type === 'user.sessionsEnded'),
    ).toBe(true);
  });
});

describe('resetting a password', () => {
  it('returns one that is shown once, only allows changing it, and is stored nowhere', async () => {
    const { token, socket } = await openPage(users.dispatcher1);
    const answer = await harness.call(
      endpoints.userPasswordReset,
      { id: users.dispatcher1, reason: '忘记密码' },
      superToken,
    );
    const { password } = endpoints.userPasswordReset.output.parse(answer.envelope?.data);
    expect(password).toMatch(/^([a-z2-9]{4}-){3}[a-z2-9]{4}$/);
    expect(await socket.closed).toBe(closeCodes.refused);
    expect((await statusOf(token))[0]).toBe(401);
    expect((await harness.login('dispatcher1', testPassword)).envelope?.code).toBe(refusalCodes.badCredentials);
    const login = endpoints.login.output.parse((await harness.login('dispatcher1', password)).envelope?.data);
    expect(login.userInfo.must_change_password).toBe(true);
    expect((await harness.call(endpoints.rescueList, {}, login.token)).status).toBe(403);
    const kept = JSON.stringify([
      await harness.store.readAll(0, 1_000),
      await harness.store.rows.selectFrom('users').selectAll().execute(),
    ]);
    expect(kept).not.toContain(password);
    expect(await harness.store.readStream(`user-${users.dispatcher1}`)).toContainEqual(
      expect.objectContaining({
        type: 'user.passwordReset',
        data: { reason: '忘记密码', before: { mustChangePassword: false }, after: { mustChangePassword: true } },
      }),
    );
  });
});

describe('a pairing code of a wall', () => {
  it.each([
    ['is disabled', () => disable(users.admin)],
    ['has the sessions ended', () => harness.call(endpoints.userSessionsEnd, { id: users.admin, reason }, superToken)],
    [
      'has the password reset',
      () => harness.call(endpoints.userPasswordReset, { id: users.admin, reason }, superToken),
    ],
  ])('opens nothing once whoever made it %s', async (_what, end) => {
    const code = async (token: string) =>
      endpoints.wallPair.output.parse((await harness.call(endpoints.wallPair, { name: '大厅' }, token)).envelope?.data)
        .code;
    const [ended, kept] = [await code(await harness.signIn(users.admin)), await code(superToken)];
    expect((await end()).envelope?.code).toBe(0);
    expect((await harness.call(endpoints.wallRedeem, { code: ended })).envelope?.code).toBe(
      refusalCodes.badCredentials,
    );
    expect((await harness.call(endpoints.wallRedeem, { code: kept })).envelope?.code).toBe(0);
  });
});

describe('who may end the access of whom', () => {
  it('an administrator, of those alone whose every lift is also the administrator’s; the others do not exist for them', async () => {
    const token = await harness.signIn(companyAdmin);
    const [foreign, absent] = [await disable(users.dispatcher1, token), await disable(999_999, token)];
    expect([foreign.status, foreign.text]).toEqual([404, absent.text]);
    expect((await disable(users.stranger, token)).status).toBe(404);
    expect((await disable(users.property, token)).envelope?.code).toBe(0);
  });

  it('no one without the permission', async () => {
    const token = await harness.signIn(users.dispatcher2);
    for (const endpoint of [
      endpoints.userDisable,
      endpoints.userEnable,
      endpoints.userSessionsEnd,
      endpoints.userPasswordReset,
    ]) {
      expect((await harness.call(endpoint, { id: users.dispatcher1, reason }, token)).status).toBe(403);
    }
  });

  it('not for a person with a higher role, for themselves, or for a wall', async () => {
    await harness.store.write(function* (queries) {
      yield* run(queries.updateTable('roles').set({ is_unscoped: 1 }).where('id', '=', roles.administrator));
    });
    const admin = await harness.signIn(users.admin);
    expect((await disable(users.super, admin)).envelope).toMatchObject({
      code: refusalCodes.denied,
      message: '不能对角色高于您的人员执行此操作',
    });
    expect((await disable(users.admin, admin)).envelope?.message).toBe('不能对自己的账号执行此操作');
    const pairing = z
      .object({ code: z.string() })
      .parse((await harness.call(endpoints.wallPair, { name: '大屏' }, superToken)).envelope?.data);
    const wall = endpoints.wallRedeem.output.parse((await harness.call(endpoints.wallRedeem, pairing)).envelope?.data);
    expect(
      (await harness.call(endpoints.userPasswordReset, { id: wall.userInfo.id, reason }, superToken)).envelope?.message,
    ).toBe('这是数据大屏的账号，请撤销该大屏');
  });

  it('two super administrators who disable each other at the same moment leave one', async () => {
    const second = await harness.signIn(secondSuper);
    const answers = await Promise.all([disable(secondSuper, superToken), disable(users.super, second)]);
    const left = await harness.store.rows
      .selectFrom('users')
      .select('id')
      .where('role_id', '=', roles.superAdministrator)
      .where('is_disabled', '=', 0)
      .execute();
    expect(left).toHaveLength(1);
    expect(answers.filter(({ envelope }) => envelope?.code === 0)).toHaveLength(1);
  });
});

const accountsOf = async (userId: number, query: object = {}) => {
  const answer = await harness.call(
    endpoints.userAccounts,
    { sort: 'id', order: 'asc', ...query },
    await harness.signIn(userId),
  );
  return endpoints.userAccounts.output.parse(answer.envelope?.data).list;
};

describe('the accounts to manage', () => {
  it('are those that see no lift outside one’s scope; only unlimited accounts see unlimited ones', async () => {
    expect((await accountsOf(companyAdmin)).map(({ id }) => id)).toEqual([
      users.property,
      users.maintenance,
      companyAdmin,
    ]);
    // Its maintenance company now serves a lift of somebody else, too.
    await harness.store.write(function* (queries) {
      yield* run(queries.updateTable('elevators').set({ maintenance_id: 401 }).where('id', '=', farLift.id));
    });
    expect((await accountsOf(companyAdmin)).map(({ id }) => id)).toEqual([users.property, companyAdmin]);
    const ofCity = (await accountsOf(users.admin)).map(({ id }) => id);
    expect(ofCity).toEqual(
      expect.arrayContaining([users.dispatcher1, users.property, users.maintenance, companyAdmin]),
    );
    for (const hidden of [users.super, secondSuper, users.stranger]) expect(ofCity).not.toContain(hidden);
    expect((await accountsOf(users.super)).map(({ id }) => id)).toEqual([
      ...Object.values(users),
      companyAdmin,
      secondSuper,
    ]);
  });

  it('say who is disabled and who is there now, without the walls', async () => {
    await disable(users.property);
    const { socket } = await openPage(users.dispatcher1);
    const paired = await harness.call(endpoints.wallPair, { name: '指挥中心' }, superToken);
    const { code } = z.object({ code: z.string() }).parse(paired.envelope?.data);
    expect((await harness.call(endpoints.wallRedeem, { code })).envelope?.code).toBe(0);
    const all = await accountsOf(users.super);
    expect(all.filter(({ is_disabled }) => is_disabled).map(({ id }) => id)).toEqual([users.property]);
    expect(all.filter(({ online }) => online).map(({ id }) => id)).toEqual([users.dispatcher1]);
    expect(all.map(({ id }) => id)).toEqual([...Object.values(users), companyAdmin, secondSuper]);
    expect((await accountsOf(users.super, { keyword: 'companyadmin' })).map(({ id }) => id)).toEqual([companyAdmin]);
    await socket.close();
  });
});

/** A role as the list has it, for a save. */
const roleOf = async (id: number) => {
  const answer = await harness.call(endpoints.roleDetail, { id }, superToken);
  const { name, role_type, is_unscoped, permission_ids, version } = endpoints.roleDetail.output.parse(
    answer.envelope?.data,
  );
  return { id, name, role_type, is_unscoped, permission_ids, version };
};
const userOf = async (id: number) => {
  const answer = await harness.call(endpoints.userRecord, { id }, superToken);
  const { account, name, mobile, role_id, organizations, version } = endpoints.userRecord.output.parse(
    answer.envelope?.data,
  );
  return { id, account, name, mobile, role_id, organizations, version };
};
const permissionIds = async (codes: readonly string[]) =>
  (await harness.store.rows.selectFrom('permissions').select(['id', 'code']).where('type', '<>', 0).execute())
    .filter(({ code }) => codes.includes(code))
    .map(({ id }) => id);
const withinASecond = <Result>(promise: Promise<Result>) =>
  Promise.race([promise, new Promise((resolve) => setTimeout(resolve, 1_000, 'not within a second'))]);
const menuOf = async (token: string) =>
  JSON.stringify((await harness.call(endpoints.userMenuTree, {}, token)).envelope?.data);

describe('a change of what a user may do', () => {
  it('by the role holds at once on the open socket, the list and the menu, without a new sign-in', async () => {
    const { token, socket } = await openPage(users.dispatcher1);
    const role = await roleOf(roles.dispatcher);
    const before = endpoints.userDetail.output.parse(
      (await harness.call(endpoints.userDetail, {}, token)).envelope?.data,
    );
    const lost = await permissionIds(['rescue.view']);
    const saved = await harness.call(
      endpoints.roleEdit,
      { ...role, permission_ids: role.permission_ids.filter((id) => !lost.includes(id)) },
      superToken,
    );
    expect(saved.envelope?.code).toBe(0);
    // The page hears why, and then its frames end.
    expect(await withinASecond(socket.waitFor(({ access }) => access === 'changed'))).toMatchObject({
      access: 'changed',
    });
    expect(await withinASecond(socket.closed)).toBe(1012);
    expect((await harness.call(endpoints.rescueList, {}, token)).status).toBe(403);
    expect(await menuOf(token)).not.toContain('RescueCall');
    const after = endpoints.userDetail.output.parse(
      (await harness.call(endpoints.userDetail, {}, token)).envelope?.data,
    );
    expect(after.permissions).not.toContain('rescue.view');
    expect(after.access).not.toBe(before.access);
    // The same token goes on, and a permission that is given back opens the page again.
    const given = await harness.call(endpoints.roleSave, { ...role, version: undefined }, superToken);
    expect(given.envelope?.code).toBe(0);
    expect((await harness.call(endpoints.rescueList, {}, token)).envelope?.code).toBe(0);
    expect(await menuOf(token)).toContain('RescueCall');
  });

  it('by another role or another organisation does so too, and leaves everyone else’s page alone', async () => {
    const { token, socket } = await openPage(users.property);
    const other = await openPage(users.dispatcher2);
    expect((await harness.call(endpoints.elevatorDetail, { id: lift.id }, token)).envelope?.code).toBe(0);
    const user = await userOf(users.property);
    const moved = await harness.call(endpoints.userEdit, { ...user, organizations: ['4-302'] }, superToken);
    expect(moved.envelope?.code).toBe(0);
    expect(await withinASecond(socket.closed)).toBe(1012);
    expect((await harness.call(endpoints.elevatorDetail, { id: lift.id }, token)).status).toBe(404);
    expect((await harness.call(endpoints.elevatorDetail, { id: farLift.id }, token)).envelope?.code).toBe(0);
    const raised = await harness.call(
      endpoints.userEdit,
      { ...(await userOf(users.property)), role_id: roles.regulator },
      superToken,
    );
    expect(raised.envelope?.code).toBe(0);
    expect((await harness.call(endpoints.brandSave, { name: '云' }, token)).status).toBe(403);
    expect(other.socket.frames.some(({ access }) => access === 'changed')).toBe(false);
    expect(other.socket.ws.readyState).toBe(other.socket.ws.OPEN);
    await other.socket.close();
  });

  it('of the menu alone reaches every open page, whose socket stays', async () => {
    const { token, socket } = await openPage(users.dispatcher1);
    const { id, ...page } = await harness.store.rows
      .selectFrom('permissions')
      .select(['id', 'name', 'parent_id', 'path', 'icon', 'sort'])
      .where('path', '=', 'RescueCall')
      .executeTakeFirstOrThrow();
    const hidden = await harness.call(endpoints.permissionEdit, { id, ...page, type: 1, is_show: false }, superToken);
    expect(hidden.envelope?.code).toBe(0);
    expect(await withinASecond(socket.waitFor(({ access }) => access === 'menu'))).toMatchObject({ access: 'menu' });
    expect(await menuOf(token)).not.toContain('"RescueCall"');
    expect(socket.ws.readyState).toBe(socket.ws.OPEN);
    await socket.close();
  });

  it('ends a removed user’s session, and every old token stays dead', async () => {
    const { token, socket } = await openPage(users.dispatcher1);
    expect((await harness.call(endpoints.userDelete, { id: users.dispatcher1 }, superToken)).envelope?.code).toBe(0);
    expect(await withinASecond(socket.closed)).toBe(closeCodes.refused);
    expect((await statusOf(token))[0]).toBe(401);
    expect((await harness.login('dispatcher1')).envelope?.code).toBe(refusalCodes.badCredentials);
  });
});

describe('one’s own record', () => {
  it('is no way up: neither by PUT nor by POST, with the own id or by the password variant', async () => {
    const token = await harness.signIn(users.admin);
    const own = await userOf(users.admin);
    for (const endpoint of [endpoints.userEdit, endpoints.userSave]) {
      const answer = await harness.call(endpoint, { ...own, role_id: roles.superAdministrator }, token);
      expect(answer.envelope?.code).not.toBe(0);
    }
    const dispatcher = await harness.signIn(users.dispatcher2);
    const another = await userOf(users.dispatcher2);
    for (const endpoint of [endpoints.userEdit, endpoints.userSave])
      expect((await harness.call(endpoint, { ...another, role_id: roles.superAdministrator }, dispatcher)).status).toBe(
        403,
      );
    expect([(await userOf(users.admin)).role_id, (await userOf(users.dispatcher2)).role_id]).toEqual([
      roles.administrator,
      roles.dispatcher,
    ]);
    expect((await harness.call(endpoints.roleSave, { name: '我的', role_type: 1 }, token)).status).toBe(403);
  });
});

describe('the sessions and sign-ins of a user', () => {
  it('are shown to those who look after the user, and not to others', async () => {
    await openPage(users.property);
    await disable(users.property, superToken);
    const shown = await harness.call(endpoints.userSignIns, { id: users.property }, superToken);
    const { sessions, records } = endpoints.userSignIns.output.parse(shown.envelope?.data);
    expect(sessions).toEqual([]);
    expect(records.map(({ action, ip }) => [action, ip])).toEqual([
      ['停用账号', ''],
      ['登录', '127.0.0.1'],
    ]);
    const token = await harness.signIn(companyAdmin);
    const [foreign, absent] = [
      await harness.call(endpoints.userSignIns, { id: users.dispatcher1 }, token),
      await harness.call(endpoints.userSignIns, { id: 999_999 }, token),
    ];
    expect([foreign.status, foreign.text]).toEqual([404, absent.text]);
  });
});

const issueCode = async (id: number = users.dispatcher1, token = superToken) =>
  endpoints.userJoinCode.output.parse((await harness.call(endpoints.userJoinCode, { id }, token)).envelope?.data);
const lookAt = (code: string) => harness.call(endpoints.joinLook, { code });
const acceptCode = (code: string, password = 'lantern-river-77') =>
  harness.call(endpoints.joinAccept, { code, new_password: password });

describe('a code to join with', () => {
  const refused = { code: refusalCodes.badCredentials };

  it('sets the password once, ends the sessions, and stands nowhere in the store', async () => {
    const { token, socket } = await openPage(users.dispatcher1);
    const { code, path, expires_at: expiresAt } = await issueCode();
    const open = await harness.call(endpoints.userSignIns, { id: users.dispatcher1 }, superToken);
    expect(open.envelope?.data).toMatchObject({ join_code_expires_at: expiresAt });
    expect([code.length, path]).toEqual([22, `/join/${code}`]);
    expect((await lookAt(code)).envelope).toMatchObject({ code: 0, data: { account: 'dispatcher1', name: '张伟' } });
    expect((await acceptCode(code, '1234567890')).envelope?.code).toBe(refusalCodes.invalid);
    expect((await acceptCode(code)).envelope).toMatchObject({ code: 0, data: { account: 'dispatcher1' } });
    expect(await socket.closed).toBe(closeCodes.refused);
    expect((await statusOf(token))[0]).toBe(401);
    const login = await harness.login('dispatcher1', 'lantern-river-77');
    expect(endpoints.login.output.parse(login.envelope?.data).userInfo.must_change_password).toBe(false);
    for (const again of [await lookAt(code), await acceptCode(code, 'another-lamp-88')])
      expect(again.envelope).toMatchObject(refused);
    const kept = JSON.stringify([
      await harness.store.readAll(0, 1_000),
      await harness.store.rows.selectFrom('user_join_codes').selectAll().execute(),
    ]);
    expect(kept).not.toContain(code);
    expect(kept).not.toContain('lantern-river-77');
  });

  it('opens for one of two who show it at the same moment', async () => {
    const { code } = await issueCode();
    const answers = await Promise.all([acceptCode(code), acceptCode(code, 'another-lamp-88')]);
    expect(new Set(answers.map(({ envelope }) => envelope?.code))).toEqual(new Set([0, refusalCodes.badCredentials]));
  });

  it.each([
    ['another takes its place', async () => void (await issueCode(users.regulator))],
    [
      'it is revoked',
      async () => void (await harness.call(endpoints.userJoinCodeRevoke, { id: users.regulator }, superToken)),
    ],
    ['the account is disabled', async () => void (await disable(users.regulator))],
    [
      'the account gets another role',
      async () =>
        void (await harness.call(
          endpoints.userEdit,
          { ...(await userOf(users.regulator)), role_id: roles.administrator },
          superToken,
        )),
    ],
    ['its maker is disabled', async () => void (await disable(users.admin))],
    [
      'a day has passed',
      async () =>
        harness.store.write(function* (queries) {
          yield* run(queries.updateTable('user_join_codes').set({ expires_at_ms: Date.now() - 1 }));
        }),
    ],
  ])('opens nothing once %s', async (_what, end) => {
    const { code } = await issueCode(users.regulator, await harness.signIn(users.admin));
    await end();
    expect((await acceptCode(code)).envelope).toMatchObject(refused);
    expect((await harness.login('regulator', 'lantern-river-77')).envelope?.code).toBe(refusalCodes.badCredentials);
  });

  it('lets an administrator sign in as no one who may do more: a role that only super administrators give', async () => {
    const ids = await harness.store.rows.selectFrom('permissions').select(['id', 'code']).execute();
    const { id } = ids.find(({ code }) => code === 'rescue.answer') ?? { id: 0 };
    const values = { name: '夜班调度', role_type: roleTypes.installer, permission_ids: [id] };
    const made = await harness.call(endpoints.roleSave, values, superToken);
    const { id: roleId } = endpoints.roleSave.output.parse(made.envelope?.data);
    const given = { ...(await userOf(users.dispatcher1)), role_id: roleId };
    expect((await harness.call(endpoints.userEdit, given, superToken)).envelope?.code).toBe(0);
    const token = await harness.signIn(users.admin);
    for (const answer of [
      await harness.call(endpoints.userJoinCode, { id: users.dispatcher1 }, token),
      await harness.call(endpoints.userPasswordReset, { id: users.dispatcher1, reason: '忘记密码' }, token),
    ])
      expect(answer.envelope).toMatchObject({
        code: refusalCodes.denied,
        message: expect.stringContaining('超级管理员'),
      });
    expect((await issueCode()).code).toHaveLength(22);
  });

  it('is made for users in scope alone, and guessed by no one: an address is stopped', async () => {
    const token = await harness.signIn(companyAdmin);
    const [foreign, absent] = [
      await harness.call(endpoints.userJoinCode, { id: users.dispatcher1 }, token),
      await harness.call(endpoints.userJoinCode, { id: 999_999 }, token),
    ];
    expect([foreign.status, foreign.text]).toEqual([404, absent.text]);
    const statuses: number[] = [];
    for (let guess = 0; guess < 21; guess += 1) statuses.push((await lookAt(String(guess).padStart(22, 'x'))).status);
    expect([statuses[19], statuses[20]]).toEqual([200, 429]);
  });
});

describe('renewing the secret of a device', () => {
  it('closes the connections that the old one opened, refuses it from then on, and leaves other devices alone', async () => {
    const { devices, commands } = harness.domain;
    gateway = await startGateway({
      clock: systemClock,
      devices,
      commands,
      latest: harness.fleet,
      deviceKey: testSiteKey,
      mqtt: { port: 0, host: '127.0.0.1' },
      onTrouble: () => undefined,
    });
    const port = gateway.port ?? 0;
    const [own, other] = [
      await MqttDevice.connect(port, lift.deviceKey, testSiteKey),
      await MqttDevice.connect(port, farLift.deviceKey, testSiteKey),
    ];
    const closed = new Promise<string>((resolve) => own.client.once('close', () => resolve('closed')));
    const answer = await renew(lift.deviceKey);
    const { secret, secret_version: version } = endpoints.deviceSecretRenew.output.parse(answer.envelope?.data);
    expect([version, secret]).toEqual([2, deviceSecret(testSiteKey, lift.deviceKey, 2)]);
    expect(
      await Promise.race([closed, new Promise((resolve) => setTimeout(resolve, 1_000, 'still open after a second'))]),
    ).toBe('closed');
    await expect(MqttDevice.connect(port, lift.deviceKey, testSiteKey)).rejects.toThrow();
    const back = await MqttDevice.connect(port, lift.deviceKey, testSiteKey, { password: secret });
    await vi.waitFor(() => expect(back.client.connected).toBe(true));
    expect(other.client.connected).toBe(true);
    await Promise.all([own.close(), other.close(), back.close()]);
  });

  it('is in the log without the secret, and outlives a restart', async () => {
    const { secret } = endpoints.deviceSecretRenew.output.parse((await renew(lift.deviceKey)).envelope?.data);
    const log = await harness.store.readAll(0, 1_000);
    expect(log.at(-1)).toMatchObject({
      type: 'deviceSecret.renewed',
      actor: { id: users.super },
      data: { deviceKey: lift.deviceKey, before: { secretVersion: 1 }, after: { secretVersion: 2 } },
    });
    expect(JSON.stringify(log)).not.toContain(secret);
    await harness.restart();
    expect(harness.domain.devices.findDevice(lift.deviceKey)?.secretVersion).toBe(2);
  });

  it('is for administrators of that lift', async () => {
    const token = await harness.signIn(companyAdmin);
    expect((await renew(lift.deviceKey, token)).envelope?.code).toBe(0);
    const [foreign, absent] = [await renew(farLift.deviceKey, token), await renew('COL999999', token)];
    expect([foreign.status, foreign.text]).toEqual([404, absent.text]);
    expect((await renew(lift.deviceKey, await harness.signIn(users.dispatcher1))).status).toBe(403);
  });
});

describe('what concerns the whole site, or is outside one’s scope', () => {
  it('an administrator of some lifts sees and revokes the walls of those alone', async () => {
    const pair = async (token: string) => {
      const { code } = endpoints.wallPair.output.parse(
        (await harness.call(endpoints.wallPair, { name: '大屏' }, token)).envelope?.data,
      );
      const { userInfo } = endpoints.wallRedeem.output.parse(
        (await harness.call(endpoints.wallRedeem, { code })).envelope?.data,
      );
      return (
        await harness.store.rows
          .selectFrom('walls')
          .select('id')
          .where('user_id', '=', userInfo.id)
          .executeTakeFirstOrThrow()
      ).id;
    };
    const [cityAdmin, company] = [await harness.signIn(users.admin), await harness.signIn(companyAdmin)];
    const [ofSuper, ofCity, ofCompany] = [await pair(superToken), await pair(cityAdmin), await pair(company)];
    const seenBy = async (token: string) =>
      endpoints.wallList.output
        .parse((await harness.call(endpoints.wallList, {}, token)).envelope?.data)
        .map(({ id }) => id);
    expect(await seenBy(superToken)).toEqual([ofSuper, ofCity, ofCompany]);
    expect(await seenBy(cityAdmin)).toEqual([ofCity, ofCompany]);
    expect(await seenBy(company)).toEqual([ofCompany]);
    const [foreign, absent] = [
      await harness.call(endpoints.wallRevoke, { id: ofCity }, company),
      await harness.call(endpoints.wallRevoke, { id: 999_999 }, company),
    ];
    expect([foreign.status, foreign.text]).toEqual([404, absent.text]);
    expect((await harness.call(endpoints.wallRevoke, { id: ofCompany }, company)).envelope?.code).toBe(0);
    expect((await harness.call(endpoints.wallRevoke, { id: ofCity }, superToken)).envelope?.code).toBe(0);
  });

  it('saved views are their owner’s alone, bounded, and one is the default of a list', async () => {
    const [mine, other] = [await harness.signIn(users.admin), await harness.signIn(users.property)];
    const own = async (token: string) =>
      endpoints.listViews.output.parse((await harness.call(endpoints.listViews, {}, token)).envelope?.data);
    const save = async (token: string, view: object) =>
      (await harness.call(endpoints.listViewSave, { list: 'BrandInfo', params: { keyword: '迅' }, ...view }, token))
        .envelope;
    const idOf = async (saving: ReturnType<typeof save>) =>
      endpoints.listViewSave.output.parse((await saving)?.data).id;

    const first = await idOf(save(mine, { name: '甲', hidden: ['address'], is_default: true }));
    const second = await idOf(save(mine, { name: '乙', is_default: true }));
    await save(mine, { name: '甲', list: 'PersonManagement', is_default: true });
    expect(
      (await own(mine)).filter(({ is_default: isDefault }) => isDefault).map(({ list, name }) => [list, name]),
    ).toEqual([
      ['BrandInfo', '乙'],
      ['PersonManagement', '甲'],
    ]);
    expect(await save(mine, { name: '甲' })).toMatchObject({ data: { errors: [{ field: 'name' }] } });
    expect(await save(mine, { id: second, name: '甲' })).toMatchObject({ data: { errors: [{ field: 'name' }] } });

    expect(await own(other)).toEqual([]);
    const [foreign, absent] = [
      await harness.call(endpoints.listViewSave, { id: first, list: 'BrandInfo', name: '丙' }, other),
      await harness.call(endpoints.listViewSave, { id: 999_999, list: 'BrandInfo', name: '丙' }, other),
    ];
    expect([foreign.status, foreign.text]).toEqual([404, absent.text]);
    expect((await harness.call(endpoints.listViewDelete, { id: first }, other)).status).toBe(404);

    // Written directly: an account may make only so many changes a second.
    await harness.store.write(function* (queries) {
      const rows = Array.from({ length: 18 }, (_, index) => ({ id: 9_000 + index, name: String(index + 3) }));
      const rest = { user_id: users.admin, list_name: 'BrandInfo', params: '{}', hidden: '[]', is_default: 0 as const };
      yield* run(queries.insertInto('list_views').values(rows.map((row) => ({ ...row, ...rest }))));
    });
    expect(await save(mine, { name: '21' })).toMatchObject({ message: '每个列表最多保存 20 个视图，请先删除不用的' });
    expect((await harness.call(endpoints.listViewDelete, { id: first }, mine)).envelope?.code).toBe(0);
    expect(await save(mine, { name: '21' })).toMatchObject({ code: 0 });
  });

  it('an administrator of some lifts does not change the settings of all', async () => {
    const change = async (userId: number) =>
      (await harness.call(endpoints.sysConfigEdit, { respond_limit_seconds: 120 }, await harness.signIn(userId)))
        .envelope;
    expect(await change(companyAdmin)).toMatchObject({
      code: refusalCodes.denied,
      message: '系统参数对全部电梯生效，只有管理全部电梯的人员可以修改',
    });
    expect(harness.domain.settings.current().respond_limit_seconds).toBe(180);
    expect(await change(users.admin)).toMatchObject({ code: 0 });
  });

  it('counts tell of nothing that the caller may not open: neither foreign lifts nor records without the permission', async () => {
    for (const [index, { id }] of [lift, farLift].entries()) {
      await harness.domain.rescue.phoneIn(await principalOf(harness.store, users.admin), {
        elevatorId: id,
        callerPhone: '13800000000',
        requestId: `counts-0000${index}`,
      });
      const device = harness.domain.devices.findDevice(index === 0 ? lift.deviceKey : farLift.deviceKey);
      if (device === undefined) throw new Error('the lift has no device');
      await harness.domain.devices.recordEvent(device, { id: 'moto-1', at: Date.now(), kind: 'moto', cleared: false });
    }
    const seenBy = async (userId: number) => {
      const token = await harness.signIn(userId);
      const works = endpoints.statsWorks.output.parse(
        (await harness.call(endpoints.statsWorks, {}, token)).envelope?.data,
      );
      const { today, answered } = endpoints.statsElevatorEvent.output.parse(
        (await harness.call(endpoints.statsElevatorEvent, {}, token)).envelope?.data,
      );
      return {
        rescue: works.rescue,
        alarm: works.alarm_unprocessed,
        lifts: works.elevator_total,
        today: [today.rescue, today.alarm],
        answered: answered.total,
      };
    };
    expect(await seenBy(users.super)).toMatchObject({ rescue: 2, alarm: 2, lifts: 2, today: [2, 2] });
    expect(await seenBy(users.property)).toMatchObject({ rescue: 1, alarm: 1, lifts: 1, today: [1, 1] });
    // The same company's people, whose role may look at the overview and at nothing behind it.
    await harness.store.write(function* (queries) {
      const hidden = queries
        .selectFrom('permissions')
        .select('id')
        .where('code', 'in', ['rescue.view', 'alarm.view', 'elevator.view']);
      yield* run(
        queries
          .deleteFrom('role_permissions')
          .where('role_id', '=', roles.property)
          .where('permission_id', 'in', hidden),
      );
    });
    harness.sessions.accessChanged();
    expect(await seenBy(users.property)).toEqual({ rescue: 0, alarm: 0, lifts: 0, today: [0, 0], answered: 0 });
  });
});
