import { run, type Queries, type TransactionSteps } from '../store/eventStore.ts';
import { demoPermissions, demoRoles, permissionIdsOf } from './demoAccounts.ts';

/** The roles, what they may do, and the menu: the same for the demo and for a real site's first start. */
export function* writeAccessRows(queries: Queries): TransactionSteps {
  yield* run(
    queries.insertInto('permissions').values(demoPermissions.map(({ parentId, type, ...node }) => ({ ...node, type, parent_id: parentId, is_show: type === 2 ? (0 as const) : (1 as const) }))),
  );
  yield* run(queries.insertInto('roles').values(demoRoles.map(({ id, name, roleType, isUnscoped }) => ({ id, name, role_type: roleType, is_unscoped: isUnscoped ? (1 as const) : (0 as const) }))));
  yield* run(
    queries.insertInto('role_permissions').values(demoRoles.flatMap(({ id, permissions }) => permissionIdsOf(permissions).map((permissionId) => ({ role_id: id, permission_id: permissionId })))),
  );
}
