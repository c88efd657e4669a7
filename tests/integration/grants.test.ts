import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createUserDesk } from '../../server/domain/base/user.ts';
import { systemClock } from '../../server/runtime/clock.ts';
import { run } from '../../server/store/eventStore.ts';
import { endpoints } from '../../src/contract/endpoints/index.ts';
import { roleTypes } from '../../src/contract/labels.ts';
import { defaultRoles } from '../../server/access/catalogue.ts';
import type { Permission } from '../../src/contract/permissions.ts';
import { openHttpHarness, type Answer, type HttpHarness } from '../support/httpHarness.ts';
import { principalOf, smallCity } from '../support/smallCity.ts';
import { testPasswordHash, testPasswords } from '../support/testAccess.ts';

const { users, roles: defaults, cityAreaId } = smallCity;

const clerkWork: readonly Permission[] = [
  'user.view',
  'user.edit',
  'user.access',
  'role.view',
  'person.view',
  'person.edit',
  'import.run',
];
const heldBy = (key: 'dispatcher' | 'property'): readonly Permission[] =>
  defaultRoles.find((role) => role.key === key)?.permissions ?? [];
/** Roles of the site's own, beside the seven that it starts with. */
const siteRoles = {
  clerk: { id: 40, roleType: roleTypes.propertyStaff, permissions: [...clerkWork, 'elevator.view'] },
  headOfDispatch: { id: 41, roleType: roleTypes.administrator, permissions: [...clerkWork, ...heldBy('dispatcher')] },
  headOfProperty: { id: 42, roleType: roleTypes.propertyStaff, permissions: [...clerkWork, ...heldBy('property')] },
  nightWatch: { id: 43, roleType: roleTypes.installer, permissions: ['rescue.view', 'rescue.answer'] },
  reader: { id: 44, roleType: roleTypes.regulator, permissions: ['elevator.view'] },
} as const satisfies Record<
  string,
  { readonly id: number; readonly roleType: number; readonly permissions: readonly Permission[] }
>;
type RoleName = keyof typeof defaults | keyof typeof siteRoles;
const roleIds: Readonly<Record<RoleName, number>> = {
  ...defaults,
  clerk: siteRoles.clerk.id,
  headOfDispatch: siteRoles.headOfDispatch.id,
  headOfProperty: siteRoles.headOfProperty.id,
  nightWatch: siteRoles.nightWatch.id,
  reader: siteRoles.reader.id,
};
const roleNames: readonly RoleName[] = [
  'superAdministrator',
  'administrator',
  'dispatcher',
  'installer',
  'property',
  'maintenance',
  'regulator',
  'clerk',
  'headOfDispatch',
  'headOfProperty',
  'nightWatch',
  'reader',
];
/** Users of these roles see everything, and nobody else looks after them. */
const unscoped: readonly RoleName[] = ['superAdministrator'];

/** The roles that each giver may give to a user (`gives`), and those as which they may sign in (`standsIn`). Everyone else may do neither. */
const rights: Partial<
  Record<RoleName, { readonly gives: readonly RoleName[]; readonly standsIn: readonly RoleName[] }>
> = {
  superAdministrator: { gives: roleNames, standsIn: roleNames },
  administrator: {
    gives: ['dispatcher', 'installer', 'property', 'maintenance', 'regulator'],
    standsIn: [
      'administrator',
      'installer',
      'property',
      'maintenance',
      'regulator',
      'clerk',
      'headOfProperty',
      'reader',
    ],
  },
  clerk: { gives: [], standsIn: ['clerk', 'reader'] },
  headOfDispatch: {
    gives: ['dispatcher'],
    standsIn: ['dispatcher', 'clerk', 'headOfDispatch', 'nightWatch', 'reader'],
  },
  headOfProperty: { gives: ['property'], standsIn: ['property', 'clerk', 'headOfProperty', 'reader'] },
};
const givesOf = (giver: RoleName) => rights[giver]?.gives ?? [];
const standsInOf = (giver: RoleName) => rights[giver]?.standsIn ?? [];
const inOrder = (names: readonly RoleName[]) => roleNames.filter((name) => names.includes(name));

let harness: HttpHarness;
let nextUserId = 2_000;
const tokens = new Map<RoleName, string>();
const giverIds = new Map<RoleName, number>();

beforeAll(async () => {
  harness = await openHttpHarness({ http: { limits: { writesPerSecond: 100_000 } } });
  const codes = await harness.store.rows
    .selectFrom('permissions')
    .select(['id', 'code'])
    .where('type', '<>', 0)
    .execute();
  await harness.store.write(function* (queries) {
    for (const [name, { id, roleType, permissions }] of Object.entries(siteRoles)) {
      yield* run(
        queries.insertInto('roles').values({ id, name, role_type: roleType, is_unscoped: 0, default_key: null }),
      );
      const held = new Set<string>(permissions);
      yield* run(
        queries
          .insertInto('role_permissions')
          .values(codes.filter(({ code }) => held.has(code)).map((row) => ({ role_id: id, permission_id: row.id }))),
      );
    }
  });
  // Far above the ids that the tests take, so that the server gives none of them.
  await employ(['reader'], { fromId: 500_000 });
  for (const [name, id] of await employ(roleNames)) {
    giverIds.set(name, id);
    tokens.set(name, await harness.signIn(id));
  }
}, 60_000);
afterAll(() => harness.dispose());

interface Employed {
  readonly isDisabled?: boolean;
  /** The first id, for ids that the server does not give. */
  readonly fromId?: number;
}

/** Users of the whole city, one in each of these roles. */
async function employ(
  names: readonly RoleName[],
  { isDisabled = false, fromId }: Employed = {},
): Promise<Map<RoleName, number>> {
  const first = fromId ?? nextUserId + 1;
  if (fromId === undefined) nextUserId += names.length;
  const employed = new Map(names.map((name, index) => [name, first + index]));
  const passwordHash = await testPasswordHash();
  await harness.store.write(function* (queries) {
    yield* run(
      queries.insertInto('users').values(
        [...employed].map(([name, id]) => ({
          id,
          account: `u${id}`,
          name: `用户 ${id}`,
          role_id: roleIds[name],
          mobile: '',
          password_hash: passwordHash,
          is_disabled: isDisabled ? (1 as const) : (0 as const),
          must_change_password: 0 as const,
          created_at_ms: 0,
        })),
      ),
    );
    const limited = [...employed].filter(([name]) => !unscoped.includes(name));
    if (limited.length > 0)
      yield* run(
        queries
          .insertInto('user_organizations')
          .values(limited.map(([, id]) => ({ user_id: id, org_type: 1, org_id: cityAreaId }))),
      );
  });
  return employed;
}
const employOne = async (name: RoleName): Promise<number> => (await employ([name])).get(name) ?? 0;

/** One person for each of these users, whose telephone answers for that user if it is linked. */
async function peopleOf(userIds: Iterable<number>, isLinked: boolean): Promise<void> {
  const rows = [...userIds].map((id) => ({
    id,
    name: `人员 ${id}`,
    mobile: '13900000000',
    org_type: 1 as const,
    org_id: cityAreaId,
    duties: '[]',
    certificates: '[]',
    certificate_expiry: null,
    user_id: isLinked ? id : null,
  }));
  await harness.store.write(function* (queries) {
    yield* run(queries.insertInto('people').values(rows));
  });
}
const savePerson = (by: RoleName, id: number, mobile = '13900000000') =>
  harness.call(
    endpoints.personSave,
    { id, name: `人员 ${id}`, mobile, organization: `1-${cityAreaId}`, duties: [], certificates: [], user_id: id },
    tokens.get(by),
  );

const isDone = ({ status, envelope }: Answer): boolean => status === 200 && envelope?.code === 0;
const values = (id: number, role: RoleName, organizations: readonly string[] = [`1-${cityAreaId}`]) => ({
  account: `u${id}`,
  name: `用户 ${id}`,
  mobile: '',
  role_id: roleIds[role],
  organizations: unscoped.includes(role) ? [] : [...organizations],
});
const call = (endpoint: Parameters<HttpHarness['call']>[0], input: unknown, by: RoleName) =>
  harness.call(endpoint, input, tokens.get(by));

/** The roles of users with whom this way succeeds. */
async function succeeding(
  way: (role: RoleName, userId: number) => Promise<boolean>,
  employed: Employed = {},
): Promise<readonly RoleName[]> {
  const done: RoleName[] = [];
  for (const [role, id] of await employ(roleNames, employed)) if (await way(role, id)) done.push(role);
  return done;
}

describe.each(roleNames)('a user in the role %s', (giver) => {
  const gives = givesOf(giver);
  const standsIn = standsInOf(giver);
  const either = inOrder([...gives, ...standsIn]);

  it('creates users in the roles that they may give, and learns a password only of those who may do no more', async () => {
    const learnt: RoleName[] = [];
    const made: RoleName[] = [];
    for (const role of roleNames) {
      const answer = await call(
        endpoints.userSave,
        { ...values(0, role), account: `g${roleNames.indexOf(giver)}r${roleNames.indexOf(role)}` },
        giver,
      );
      if (!isDone(answer)) continue;
      made.push(role);
      const { password, has_password: hasPassword } = endpoints.userSave.output.parse(answer.envelope?.data);
      expect(hasPassword).toBe(password !== undefined);
      if (password !== undefined) learnt.push(role);
    }
    expect(made).toEqual(inOrder(gives));
    expect(learnt).toEqual(inOrder(gives.filter((role) => standsIn.includes(role))));
  });

  it('turns a user of a role that they may give into another of those, and into no other', async () => {
    const held = gives[0] ?? 'reader';
    const given: RoleName[] = [];
    for (const role of roleNames.filter((name) => name !== held)) {
      const id = await employOne(held);
      if (isDone(await call(endpoints.userEdit, { ...values(id, role), id }, giver))) given.push(role);
    }
    expect(given).toEqual(inOrder(gives.filter((role) => role !== held)));
  });

  it('takes no role away that they may not give', async () => {
    const given = gives[0] ?? 'property';
    const taken = await succeeding(
      async (role, id) => role !== given && isDone(await call(endpoints.userEdit, { ...values(id, given), id }, giver)),
    );
    expect(taken).toEqual(inOrder(gives.filter((role) => role !== given)));
  });

  it('widens the organisations of users in the roles that they may give or fill', async () => {
    const wider = [`1-${cityAreaId}`, '4-301'];
    const widened = await succeeding(async (role, id) =>
      isDone(await call(endpoints.userEdit, { ...values(id, role, wider), id, mobile: '13800000000' }, giver)),
    );
    expect(widened).toEqual(either);
  });

  it('resets the password of users alone who may do no more', async () => {
    const reset = await succeeding(async (_role, id) =>
      isDone(await call(endpoints.userPasswordReset, { id, reason: '忘记密码' }, giver)),
    );
    expect(reset).toEqual(inOrder(standsIn));
  });

  it('makes a join code for the same users alone', async () => {
    const joined = await succeeding(async (_role, id) => isDone(await call(endpoints.userJoinCode, { id }, giver)));
    expect(joined).toEqual(inOrder(standsIn));
  });

  it('enables disabled users in the roles that they may give or fill', async () => {
    const enabled = await succeeding(
      async (_role, id) => isDone(await call(endpoints.userEnable, { id, reason: '返岗' }, giver)),
      { isDisabled: true },
    );
    expect(enabled).toEqual(either);
  });

  it.each([
    ['links a person', false, '13900000000'],
    ['changes a linked person’s number', true, '13911111111'],
  ])('lets a telephone answer for users in those roles alone: %s', async (_name, isLinked, mobile) => {
    const first = nextUserId + 1;
    await peopleOf(
      roleNames.map((_, index) => first + index),
      isLinked,
    );
    const answering = await succeeding(async (_role, id) => isDone(await savePerson(giver, id, mobile)));
    expect(answering).toEqual(either);
  });

  it('defines roles as a super administrator only', async () => {
    const own = { name: `自定${roleNames.indexOf(giver)}`, role_type: roleTypes.installer, permission_ids: [] };
    expect(isDone(await call(endpoints.roleSave, own, giver))).toBe(giver === 'superAdministrator');
  });
});

const importers = roleNames.filter((name) => rights[name] !== undefined);
it.each(importers)('a file makes users in the roles that its author, %s, may give', async (giver) => {
  const { store, domain, sessions } = harness;
  const desk = createUserDesk({
    store,
    clock: systemClock,
    directory: domain.directory,
    passwords: testPasswords,
    sessions,
    onTrouble: (_trouble, error) => {
      throw error;
    },
  });
  const by = await principalOf(store, giverIds.get(giver) ?? 0);
  const accepted: RoleName[] = [];
  for (const role of roleNames)
    if ((await desk.batch.review(by, null, values(0, role), store.rows)).length === 0) accepted.push(role);
  expect(accepted).toEqual(inOrder(givesOf(giver)));
});

describe('a secret that someone knows already', () => {
  it('opens no more than it did: a user who is promoted by someone who may do less gets a new password', async () => {
    const id = await employOne('property');
    const reset = await call(endpoints.userPasswordReset, { id, reason: '忘记密码' }, 'administrator');
    const { password } = endpoints.userPasswordReset.output.parse(reset.envelope?.data);
    const token = await harness.signIn(id);
    const promoted = await call(endpoints.userEdit, { ...values(id, 'dispatcher'), id }, 'administrator');
    expect(promoted.envelope).toMatchObject({ code: 0, data: { has_password: false } });
    expect((await harness.login(`u${id}`, password)).envelope?.code).not.toBe(0);
    expect((await harness.call(endpoints.rescueList, {}, token)).status).toBe(401);
    expect(isDone(await call(endpoints.userJoinCode, { id }, 'superAdministrator'))).toBe(true);
  });

  it('is void where it was never used, even if a super administrator promotes the user', async () => {
    const id = await employOne('property');
    const reset = await call(endpoints.userPasswordReset, { id, reason: '忘记密码' }, 'administrator');
    const { password } = endpoints.userPasswordReset.output.parse(reset.envelope?.data);
    await call(endpoints.userEdit, { ...values(id, 'dispatcher'), id }, 'superAdministrator');
    expect((await harness.login(`u${id}`, password)).envelope?.code).not.toBe(0);
  });

  it('stays where a user’s own password is nobody else’s: a super administrator promotes without a new one', async () => {
    const id = await employOne('property');
    const promoted = await call(endpoints.userEdit, { ...values(id, 'dispatcher'), id }, 'superAdministrator');
    expect(promoted.envelope).toMatchObject({ code: 0, data: { has_password: true } });
    expect((await harness.login(`u${id}`)).envelope?.code).toBe(0);
  });

  it('a join code opens nothing once its maker may do less than the user', async () => {
    const id = await employOne('reader');
    const issued = await call(endpoints.userJoinCode, { id }, 'clerk');
    const { code } = endpoints.userJoinCode.output.parse(issued.envelope?.data);
    const look = () => harness.call(endpoints.joinLook, { code });
    expect(isDone(await look())).toBe(true);
    const answering = await harness.store.rows
      .selectFrom('permissions')
      .select('id')
      .where('code', '=', 'rescue.answer')
      .executeTakeFirstOrThrow();
    await harness.store.write(function* (queries) {
      yield* run(
        queries.insertInto('role_permissions').values({ role_id: siteRoles.reader.id, permission_id: answering.id }),
      );
    });
    expect(isDone(await look())).toBe(false);
  });
});

it('a wall shows no more than the user who pairs it may see', async () => {
  const seeing = await principalOf(harness.store, users.admin);
  expect(seeing.permissions.has('config.edit')).toBe(true);
  const editing = await harness.store.rows
    .selectFrom('permissions')
    .select('id')
    .where('code', '=', 'config.edit')
    .executeTakeFirstOrThrow();
  await harness.store.write(function* (queries) {
    yield* run(
      queries.insertInto('role_permissions').values({ role_id: siteRoles.clerk.id, permission_id: editing.id }),
    );
  });
  harness.sessions.accessChanged();
  expect((await call(endpoints.wallPair, { name: '大厅' }, 'clerk')).envelope?.message).toContain('请由管理员配对');
  expect(isDone(await call(endpoints.wallPair, { name: '大厅' }, 'administrator'))).toBe(true);
});
