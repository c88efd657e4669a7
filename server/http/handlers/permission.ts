import { namedCalls } from '../../../src/contract/rowCalls.ts';
import { createPermissionDesk } from '../../domain/base/permission.ts';
import { findPermission, listPermissions, loadPermissionTree } from '../../queries/permission.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { OnTrouble } from '../../runtime/troubleLog.ts';
import type { EventStore } from '../../store/eventStore.ts';
import type { Handlers } from '../handlers.ts';
import { rowHandlers } from '../rowHandlers.ts';

export interface PermissionHandlerParts {
  readonly store: EventStore;
  readonly clock: Clock;
  readonly onTrouble: OnTrouble;
}

export function permissionHandlers(
  parts: PermissionHandlerParts,
): Pick<
  Handlers,
  'permissionTree' | 'permissionList' | 'permissionDetail' | 'permissionSave' | 'permissionEdit' | 'permissionDelete'
> {
  const { store } = parts;
  const permissions = createPermissionDesk(parts);
  const permissionCalls = rowHandlers(permissions, store, listPermissions);
  return {
    ...namedCalls('permission', permissionCalls),
    permissionTree: ({ keyword }, { principal }) => loadPermissionTree(store, principal, keyword),
    permissionDetail: ({ id }, { principal }) => findPermission(store, principal, id),
    permissionEdit: permissionCalls.save,
  };
}
