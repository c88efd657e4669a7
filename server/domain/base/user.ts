import { hash } from 'node:crypto';
import { sql } from 'kysely';
import type * as z from 'zod';
import { accountPattern, accountRule, unitsMissing, userFields } from '../../../src/contract/entities/access.ts';
import type { FieldErrors } from '../../../src/contract/envelope.ts';
import { refusalCodes } from '../../../src/contract/envelope.ts';
import { roleTypes } from '../../../src/contract/labels.ts';
import { mayAssign, mayStandIn } from '../../access/assignment.ts';
import { scopeOf } from '../../access/loadPrincipal.ts';
import { organizationScopeCondition } from '../../access/organizationScope.ts';
import type { Passwords } from '../../access/passwords.ts';
import type { Principal } from '../../access/principal.ts';
import { readRole, type Role } from '../../access/roles.ts';
import type { Scope } from '../../access/scope.ts';
import type { Sessions } from '../../access/sessions.ts';
import { firstWallUserId } from '../../access/walls.ts';
import { run, type Queries, type TransactionSteps } from '../../store/eventStore.ts';
import { newOneTimePassword } from './accessDesk.ts';
import { covers } from '../city/coverage.ts';
import type { Directory } from '../city/directory.ts';
import { dropJoinCodes } from './joinCodes.ts';
import { requireManaged, requireOther, requireSuperAdministrator } from './managedPerson.ts';
import { maskTelephone } from './maskTelephone.ts';
import { organizationExists, organizationOf } from './person.ts';
import { NotFound, Refusal } from '../refusal.ts';
import { readSteps } from '../readSteps.ts';
import { releaseClaimsOf } from '../records/releaseClaims.ts';
import { rowDesk, type RowBatch, type RowChange, type RowDeskParts, type RowResource } from '../rows/rowDesk.ts';
import { stays } from '../rows/undoneImports.ts';
import { useOf } from '../rows/rowUses.ts';

export type UserValues = z.output<typeof userFields>;
type UserInput = UserValues & { readonly id?: number | undefined; readonly version?: number | undefined };
type Errors = FieldErrors['errors'];

export interface UserDeskParts extends Omit<RowDeskParts<UserValues>, 'onChanged'> {
  readonly directory: Pick<Directory, 'elevators'>;
  readonly passwords: Pick<Passwords, 'hashPassword'>;
  readonly sessions: Pick<Sessions, 'accessChanged'>;
}

export interface SavedUser {
  readonly id: number;
  readonly version: number;
  readonly password?: string;
  /** False while the user needs a password or a join code from somebody else. */
  readonly has_password: boolean;
}

export interface UserDesk {
  /**
   * With the one-time password of a new user, which is stored nowhere and which callers get only if they hold every permission of the
   * user's role. Throws NotFound; Refusal with field errors.
   */
  save(by: Principal, input: UserInput): Promise<SavedUser>;
  /** As `RowDesk.alsoWrong`; nothing for a user whom the caller does not look after. */
  alsoWrong(by: Principal, entered: unknown): Promise<Errors>;
  remove(by: Principal, ids: readonly number[]): Promise<{ removed: number }>;
  /** For imports. A new user has no password until someone resets it or gives a join code. */
  readonly batch: RowBatch<UserValues>;
  /** Called after a change of the row: open pages learn of it. */
  readonly onChanged: (change: RowChange<UserValues>) => Promise<void>;
}

function* readUser(queries: Queries, id: number): TransactionSteps<UserValues | undefined> {
  const [user] = yield* run(
    queries.selectFrom('users').select(['account', 'name', 'mobile', 'role_id']).where('id', '=', id),
  );
  if (user === undefined || id >= firstWallUserId) return undefined;
  const organizations = yield* run(
    queries.selectFrom('user_organizations').select(['org_type', 'org_id']).where('user_id', '=', id),
  );
  return { ...user, organizations: organizations.map(({ org_type, org_id }) => `${org_type}-${org_id}`).toSorted() };
}

/** Returns the scope that a user with this role and these organisations would have. */
function* scopeOfValues(queries: Queries, { role_id: roleId, organizations }: UserValues): TransactionSteps<Scope> {
  if ((yield* readRole(queries, roleId))?.isUnscoped === true) return { kind: 'all' };
  const refs = organizations.map(organizationOf);
  const areas = refs.some(({ org_type }) => org_type === 1)
    ? yield* run(queries.selectFrom('areas').select(['id', 'path']))
    : [];
  return scopeOf(refs, areas);
}

// oxlint-disable-next-line require-yield -- nothing is read of a new one
function* noUser(): TransactionSteps<undefined> {
  return undefined;
}

/** As it stands before the change; undefined for a new one. */
const storedUser = (queries: Queries, id: number | null): TransactionSteps<UserValues | undefined> =>
  id === null ? noUser() : readUser(queries, id);

function* wrongAccount(queries: Queries, id: number | null, { account }: UserValues): TransactionSteps<Errors> {
  const before = yield* storedUser(queries, id);
  if (before?.account === account) return [];
  if (!accountPattern.test(account)) return [{ field: 'account', message: accountRule }];
  const [taken] = yield* run(
    queries
      .selectFrom('users')
      .select('id')
      .where(sql<string>`lower(account)`, '=', account)
      .where('id', '<>', id ?? 0),
  );
  return taken === undefined ? [] : [{ field: 'account', message: '账号已被使用，请换一个' }];
}

const refusedRole = (message: string): Errors => [{ field: 'role_id', message }];
const refusedUnits = (message: string): Errors => [{ field: 'organizations', message }];

/** A role that the caller may not give is neither given nor taken away, and no one changes their own. */
function* wrongRole(
  queries: Queries,
  id: number | null,
  { role_id: roleId }: UserValues,
  by: Principal,
): TransactionSteps<Errors> {
  const before = yield* storedUser(queries, id);
  if (before?.role_id === roleId) return [];
  if (id === by.userId) return refusedRole('不能修改自己的角色');
  const held = before === undefined ? undefined : yield* readRole(queries, before.role_id);
  if (held !== undefined && !mayAssign(by, held)) return refusedRole(`您无权更换“${held.name}”角色`);
  const role = yield* readRole(queries, roleId);
  if (role === undefined) return refusedRole('角色不存在，请重新选择');
  return mayAssign(by, role) ? [] : refusedRole(`您无权授予“${role.name}”角色`);
}

function* wrongOrganizations(
  queries: Queries,
  id: number | null,
  { role_id: roleId, organizations }: UserValues,
  by: Principal,
): TransactionSteps<Errors> {
  const before = yield* storedUser(queries, id);
  const kept = new Set(before?.organizations);
  if (id === by.userId && (kept.size !== organizations.length || organizations.some((ref) => !kept.has(ref))))
    return refusedUnits('不能修改自己的单位');
  const role = yield* readRole(queries, roleId);
  // A wider scope is a wider role: only those who may give the role change where it holds.
  if (
    before?.role_id === roleId &&
    before.organizations.join() !== organizations.toSorted().join() &&
    role !== undefined &&
    !mayAssign(by, role) &&
    !mayStandIn(by, role.permissions)
  )
    return refusedUnits(`您无权更改“${role.name}”的单位`);
  return organizations.length === 0 && role?.isUnscoped !== true ? refusedUnits(unitsMissing) : [];
}

/** Units that the user does not have yet exist and are the caller's to see. */
function* unseenOrganizations(
  queries: Queries,
  id: number | null,
  { organizations }: UserValues,
  by: Principal,
): TransactionSteps<Errors> {
  const kept = new Set((yield* storedUser(queries, id))?.organizations);
  for (const ref of organizations.filter((one) => !kept.has(one))) {
    const { org_type, org_id } = organizationOf(ref);
    const asked = queries.selectNoFrom([sql.lit(org_type).as('org_type'), sql.lit(org_id).as('org_id')]).as('o');
    const isSeen =
      (yield* organizationExists(queries, ref)) &&
      (yield* run(
        queries
          .selectFrom(asked)
          .select('o.org_id')
          .where(() => organizationScopeCondition(by.scope, 'o')),
      )).length > 0;
    if (!isSeen) return refusedUnits('有单位不存在，或不在您的管辖范围内，请重新选择');
  }
  return [];
}

function* keepOrganizations(queries: Queries, userId: number, organizations: readonly string[]): TransactionSteps {
  yield* run(queries.deleteFrom('user_organizations').where('user_id', '=', userId));
  if (organizations.length > 0)
    yield* run(
      queries
        .insertInto('user_organizations')
        .values(organizations.map((ref) => ({ user_id: userId, ...organizationOf(ref) }))),
    );
}

/**
 * A user's password may be known to people who looked after the old role: the giver of the new one, or the holder of a one-time
 * password that nobody has used. It must not open more than it did, so the user gets another from someone who holds the new role's permissions.
 */
function* dropKnownPassword(
  queries: Queries,
  by: Principal,
  id: number,
  held: Role | undefined,
  given: Role,
): TransactionSteps {
  const isWider = held === undefined || [...given.permissions].some((code) => !held.permissions.has(code));
  if (!isWider) return;
  const isKnownToGiver = !mayStandIn(by, given.permissions);
  const dropped = yield* run(
    queries
      .updateTable('users')
      .set({ password_hash: '', must_change_password: 1 })
      .where('id', '=', id)
      .$if(!isKnownToGiver, (query) => query.where('must_change_password', '=', 1))
      .returning('id'),
  );
  if (dropped.length > 0) yield* run(queries.deleteFrom('sessions').where('user_id', '=', id));
}

function userRows({ directory }: UserDeskParts, passwordHash: string, nowMs: () => number): RowResource<UserValues> {
  return {
    noun: '用户',
    kind: 'account',
    table: 'users',
    fields: userFields,
    redact: (values) => ({ ...values, mobile: maskTelephone(values.mobile) }),
    *highestId(queries) {
      const [row] = yield* run(
        queries
          .selectFrom('users')
          .select(({ fn }) => fn.max('id').as('id'))
          .where('id', '<', firstWallUserId),
      );
      return row?.id ?? 0;
    },
    read: readUser,
    *isInScope(by, { values }, queries) {
      return by.scope.kind === 'all' || covers(directory, by.scope, yield* scopeOfValues(queries, values));
    },
    problems: [wrongAccount, wrongRole, wrongOrganizations, unseenOrganizations],
    *insert(queries, id, { organizations, ...values }) {
      yield* run(
        queries.insertInto('users').values({
          id,
          ...values,
          password_hash: passwordHash,
          is_disabled: 0,
          must_change_password: 1,
          created_at_ms: nowMs(),
        }),
      );
      yield* keepOrganizations(queries, id, organizations);
    },
    *update(queries, id, { organizations, ...values }, by) {
      const before = yield* readUser(queries, id);
      const held = before === undefined ? undefined : yield* readRole(queries, before.role_id);
      yield* run(queries.updateTable('users').set(values).where('id', '=', id));
      yield* keepOrganizations(queries, id, organizations);
      if (before === undefined || !changesAccess(before, { organizations, ...values })) return;
      // A code made for the old rights, by somebody who may not look after the new ones, must not open them.
      yield* dropJoinCodes(queries, id);
      yield* run(queries.deleteFrom('wall_pairings').where('created_by_id', '=', id));
      const given = yield* readRole(queries, values.role_id);
      if (given !== undefined && given.id !== held?.id) yield* dropKnownPassword(queries, by, id, held, given);
      if (held?.roleType === roleTypes.superAdministrator) yield* requireSuperAdministrator(queries, '更换角色');
    },
    *remove(queries, id) {
      const user = yield* readUser(queries, id);
      const held = user === undefined ? undefined : yield* readRole(queries, user.role_id);
      yield* dropJoinCodes(queries, id);
      yield* run(queries.deleteFrom('wall_pairings').where('created_by_id', '=', id));
      yield* run(queries.deleteFrom('sessions').where('user_id', '=', id));
      yield* run(queries.deleteFrom('user_organizations').where('user_id', '=', id));
      yield* run(queries.deleteFrom('users').where('id', '=', id));
      if (held?.roleType === roleTypes.superAdministrator) yield* requireSuperAdministrator(queries, '删除');
    },
    *usedBy(queries, id, _by, leaving) {
      const people = queries
        .selectFrom('people')
        .where('user_id', '=', id)
        .where(() => stays('person', 'people.id', leaving));
      return [yield* useOf(people, '名', '人员')];
    },
  };
}

const changesAccess = (before: UserValues, after: UserValues): boolean =>
  before.role_id !== after.role_id || before.organizations.join() !== after.organizations.join();

/**
 * Users: made and changed by those who look after every lift that the user sees, before and after. What a user may do from then on
 * holds at once on the user's open pages.
 */
export function createUserDesk(parts: UserDeskParts): UserDesk {
  const { store, clock, passwords, sessions } = parts;

  async function onChanged({ id, before, after }: RowChange<UserValues>): Promise<void> {
    sessions.accessChanged(id);
    if (before === null || (after !== null && !changesAccess(before, after))) return;
    // Calls that the user only claimed ring again for those who may still answer them.
    await releaseClaimsOf({ store, clock }, id);
  }
  const deskFor = (passwordHash: string) =>
    rowDesk(
      userRows(parts, passwordHash, () => clock.nowMs()),
      { ...parts, onChanged },
    );
  const desk = deskFor('');
  const hasPassword = async (id: number): Promise<boolean> => {
    const user = await store.rows.selectFrom('users').select('password_hash').where('id', '=', id).executeTakeFirst();
    return user !== undefined && user.password_hash !== '';
  };

  const batch: RowBatch<UserValues> = {
    ...desk.batch,
    async current(by, id, rows) {
      try {
        await requireManaged(parts, by, id);
      } catch (error) {
        if (error instanceof NotFound || error instanceof Refusal) return undefined;
        throw error;
      }
      return desk.batch.current(by, id, rows);
    },
    async revert(by, row, note) {
      await requireOther(parts, by, row.id);
      await desk.batch.revert(by, row, note);
    },
  };

  return {
    batch,
    onChanged,
    alsoWrong: desk.alsoWrong,
    async save(by, input) {
      if (input.id !== undefined) {
        await requireManaged(parts, by, input.id);
        const saved = await desk.save(by, input);
        return { ...saved, has_password: await hasPassword(saved.id) };
      }
      const role = await readSteps(store.rows, readRole(store.rows, input.role_id));
      // Anyone who learns the password can sign in with it.
      if (role === undefined || !mayStandIn(by, role.permissions))
        return { ...(await desk.save(by, input)), has_password: false };
      const password = newOneTimePassword();
      const made = await deskFor(await passwords.hashPassword(hash('md5', password, 'hex'))).save(by, input);
      return { ...made, password, has_password: true };
    },
    async remove(by, ids) {
      for (const id of ids) {
        const person = await requireOther(parts, by, id);
        const role = await readSteps(store.rows, readRole(store.rows, person.roleId));
        if (role !== undefined && !mayAssign(by, role))
          throw new Refusal(`您无权删除“${role.name}”角色的用户`, refusalCodes.denied);
      }
      return desk.remove(by, ids);
    },
  };
}
