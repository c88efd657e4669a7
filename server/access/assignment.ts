import { roleTypes } from '../../src/contract/labels.ts';
import type { DefaultRoleKey } from './catalogue.ts';
import { isWallRole } from './walls.ts';

/** What decides who may give a role to a user. */
export interface AssignableRole {
  readonly id: number;
  readonly defaultKey: string | null;
  readonly isUnscoped: boolean;
}

/** Users with one of these permissions look after others. */
const onlyBySuper: ReadonlySet<string> = new Set<DefaultRoleKey>(['superAdministrator', 'administrator']);

/**
 * May this person give the role to a user, or take it from one? Super administrators every role; the others the default roles but
 * super administrator and administrator, unless one of them sees everything. A wall's role is given by pairing alone.
 */
export function mayAssign(by: { readonly roleType: number }, { id, defaultKey, isUnscoped }: AssignableRole): boolean {
  if (isWallRole(id)) return false;
  if (by.roleType === roleTypes.superAdministrator) return true;
  return defaultKey !== null && !onlyBySuper.has(defaultKey) && !isUnscoped;
}

/** Super administrators rank above administrators, and both above everyone else. */
export function rankOf(roleType: number): number {
  if (roleType === roleTypes.superAdministrator) return 2;
  return roleType === roleTypes.administrator ? 1 : 0;
}
