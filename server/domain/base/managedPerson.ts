import { refusalCodes } from '../../../src/contract/envelope.ts';
import { roleTypes } from '../../../src/contract/labels.ts';
import { mayAssign, mayStandIn, rankOf } from '../../access/assignment.ts';
import { loadPerson, type Person } from '../../access/loadPrincipal.ts';
import type { Principal } from '../../access/principal.ts';
import { readRole } from '../../access/roles.ts';
import { run, type EventStore, type Queries, type TransactionSteps } from '../../store/eventStore.ts';
import { covers } from '../city/coverage.ts';
import type { Directory } from '../city/directory.ts';
import { readSteps } from '../readSteps.ts';
import { NotFound, Refusal } from '../refusal.ts';

export interface ManagedPersonParts {
  readonly store: Pick<EventStore, 'rows'>;
  readonly directory: Pick<Directory, 'elevators'>;
}

/**
 * The user, as one whom the caller looks after: every lift that the user sees is the caller's too, and the user does not rank higher.
 * Throws NotFound for an unknown user and for one out of scope, Refusal for the others, and for a wall's account.
 */
export async function requireManaged(
  { store, directory }: ManagedPersonParts,
  by: Principal,
  userId: number,
): Promise<Person> {
  const person = await loadPerson(store, userId);
  if (person === undefined || !covers(directory, by.scope, person.scope))
    throw new NotFound('人员不存在，或您无权管理');
  if (rankOf(person.roleType) > rankOf(by.roleType))
    throw new Refusal('不能对角色高于您的人员执行此操作', refusalCodes.denied);
  const wall = await store.rows.selectFrom('walls').select('id').where('user_id', '=', userId).executeTakeFirst();
  if (wall !== undefined) throw new Refusal('这是数据大屏的账号，请撤销该大屏', refusalCodes.notAllowedNow);
  return person;
}

/** The same for actions that nobody may take on themselves. */
export async function requireOther(parts: ManagedPersonParts, by: Principal, userId: number): Promise<Person> {
  const person = await requireManaged(parts, by, userId);
  if (userId === by.userId) throw new Refusal('不能对自己的账号执行此操作', refusalCodes.notAllowedNow);
  return person;
}

/**
 * May the caller give this user the role and the scope that the user has? The caller's own scope covers the user's, and the caller may give
 * the role or holds all that it does. Asked by whatever makes an account usable: enabling it, letting a telephone answer for it.
 */
export async function mayGiveAccessOf(
  { store, directory }: ManagedPersonParts,
  by: Principal,
  person: Person,
): Promise<boolean> {
  if (!covers(directory, by.scope, person.scope)) return false;
  const role = await readSteps(store.rows, readRole(store.rows, person.roleId));
  return role !== undefined && (mayAssign(by, role) || mayStandIn(by, role.permissions));
}

/** The same as `requireOther` for giving a user their access back. */
export async function requireGivable(parts: ManagedPersonParts, by: Principal, userId: number): Promise<Person> {
  const person = await requireOther(parts, by, userId);
  if (!(await mayGiveAccessOf(parts, by, person))) throw holdsMore();
  return person;
}

/** May this person sign in as the other one, or let somebody do so by a secret that they hand over? */
export const mayReplace = (
  { directory }: Pick<ManagedPersonParts, 'directory'>,
  by: Principal,
  person: Person,
): boolean =>
  covers(directory, by.scope, person.scope) &&
  rankOf(person.roleType) <= rankOf(by.roleType) &&
  mayStandIn(by, person.permissions);

/** The same as `requireOther` for what lets the caller sign in as that user. */
export async function requireReplaceable(parts: ManagedPersonParts, by: Principal, userId: number): Promise<Person> {
  const person = await requireOther(parts, by, userId);
  if (!mayReplace(parts, by, person)) throw holdsMore();
  return person;
}

const holdsMore = () => new Refusal('该用户的权限比您多，请由超级管理员操作', refusalCodes.denied);

/**
 * Checked in the transaction that has just disabled, removed or demoted one, so that two cannot do it to each other. Throws Refusal
 * that names what was tried: 停用.
 */
export function* requireSuperAdministrator(queries: Queries, tried: string): TransactionSteps {
  const left = yield* run(
    queries
      .selectFrom('users as u')
      .innerJoin('roles as r', 'r.id', 'u.role_id')
      .select('u.id')
      .where('u.is_disabled', '=', 0)
      .where('r.role_type', '=', roleTypes.superAdministrator)
      .limit(1),
  );
  if (left.length === 0) throw new Refusal(`这是最后一个可用的超级管理员，不能${tried}`, refusalCodes.notAllowedNow);
}
