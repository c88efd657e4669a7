import { roleTypes } from '../../src/contract/labels.ts';
import { defaultRoles, type DefaultRoleKey } from './catalogue.ts';
import type { Principal } from './principal.ts';
import { isWallRole } from './walls.ts';

/** The facts by which it is decided who may give a role to a user. */
export interface AssignableRole {
  readonly id: number;
  readonly defaultKey: string | null;
  readonly roleType: number;
  readonly isUnscoped: boolean;
  readonly permissions: ReadonlySet<string>;
}

export type Giver = Pick<Principal, 'roleType' | 'roleKey' | 'permissions'>;

/** Users with one of these roles look after others. */
const onlyBySuper: ReadonlySet<string> = new Set<DefaultRoleKey>(['superAdministrator', 'administrator']);

const shippedPermissions: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  defaultRoles.map(({ key, permissions }) => [key, new Set<string>(permissions)]),
);

/**
 * May this person give the role to a user, take it from one, or restore it to one? Super administrators every role; the others the default
 * roles but super administrator and administrator, unless one of them sees everything or ranks above the giver, and only if the giver
 * holds everything that the role does. To administrators a default role is entrusted as it was shipped, even where it does what they
 * themselves do not: answer calls. A wall's role is given by pairing alone. Scope is asked separately (`covers`).
 */
export function mayAssign(by: Giver, role: AssignableRole): boolean {
  if (isWallRole(role.id)) return false;
  if (by.roleType === roleTypes.superAdministrator) return true;
  if (role.defaultKey === null || onlyBySuper.has(role.defaultKey)) return false;
  if (role.isUnscoped || rankOf(role.roleType) > rankOf(by.roleType)) return false;
  const entrusted = by.roleKey === 'administrator' ? shippedPermissions.get(role.defaultKey) : undefined;
  return [...role.permissions].every((code) => entrusted?.has(code) === true || holds(by, code));
}

/**
 * May this person hold what signs in as a user with these permissions: a one-time password, a join code? Only those who could do the same
 * under their own name, and super administrators.
 */
export function mayStandIn(by: Giver, permissions: ReadonlySet<string>): boolean {
  return by.roleType === roleTypes.superAdministrator || [...permissions].every((code) => holds(by, code));
}

const holds = ({ permissions }: Giver, code: string): boolean => (permissions as ReadonlySet<string>).has(code);

/** Super administrators rank above administrators, and both above everyone else. */
export function rankOf(roleType: number): number {
  if (roleType === roleTypes.superAdministrator) return 2;
  return roleType === roleTypes.administrator ? 1 : 0;
}
