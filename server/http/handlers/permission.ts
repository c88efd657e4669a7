import { createPermissionDesk } from '../../domain/permission.ts';
import { findPermission, listPermissions, loadPermissionTree } from '../../queries/permission.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { EventStore } from '../../store/eventStore.ts';
import type { Handlers } from '../handlers.ts';
import { saveOf } from './saveOf.ts';

export interface PermissionHandlerParts {
  readonly store: EventStore;
  readonly clock: Clock;
  readonly onTrouble: (trouble: string, error: unknown) => void;
}

export function permissionHandlers(
  parts: PermissionHandlerParts,
): Pick<
  Handlers,
  'permissionTree' | 'permissionList' | 'permissionDetail' | 'permissionSave' | 'permissionEdit' | 'permissionDelete'
> {
  const { store } = parts;
  const permissions = createPermissionDesk(parts);
  return {
    permissionTree: ({ keyword }, { principal }) => loadPermissionTree(store, principal, keyword),
    permissionList: (input, { principal }) => listPermissions(store, principal, input),
    permissionDetail: ({ id }, { principal }) => findPermission(store, principal, id),
    permissionSave: saveOf(permissions),
    permissionEdit: saveOf(permissions),
    permissionDelete: (ids, { principal }) => permissions.remove(principal, ids),
  };
}
