import type { EventActor } from '../store/eventStore.ts';
import type { Permission } from '../../src/contract/permissions.ts';
import type { Scope } from './scope.ts';

/** The signed-in person behind a call, as read at the start of the call. */
export interface Principal {
  readonly userId: number;
  readonly account: string;
  readonly name: string;
  readonly mobile: string;
  readonly roleId: number;
  /** The key of the default role; null or absent for others. */
  readonly roleKey?: string | null;
  /** Index into the six role labels. */
  readonly roleType: number;
  /** The role's name: 调度员. */
  readonly roleName?: string;
  readonly permissions: ReadonlySet<Permission>;
  readonly scope: Scope;
  readonly mustChangePassword: boolean;
  /** Identifies what the user may do and belongs to: changes with either of them. Absent for people who were not loaded. */
  readonly access?: string;
}

export function actorOf({ userId, name, roleType, roleName, permissions }: Principal): EventActor {
  const supervises = permissions.has('rescue.supervise');
  return {
    kind: 'user',
    id: userId,
    name,
    roleType,
    ...(roleName === undefined ? {} : { role: roleName }),
    supervises,
  };
}
