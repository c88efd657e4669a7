import { permissions as permissionCodes, type Permission } from '../../src/contract/permissions.ts';
import { run, type Queries, type TransactionSteps } from '../store/eventStore.ts';
import type { AssignableRole } from './assignment.ts';

export interface Role extends AssignableRole {
  readonly name: string;
  readonly permissions: ReadonlySet<Permission>;
}

/** Roles with their permissions, those of walls too, by id; without `onlyId` all of them. */
export function* readRoles(queries: Queries, onlyId?: number): TransactionSteps<readonly Role[]> {
  const roles = yield* run(
    queries
      .selectFrom('roles')
      .selectAll()
      .$if(onlyId !== undefined, (query) => query.where('id', '=', onlyId ?? 0))
      .orderBy('id'),
  );
  const held = yield* run(
    queries
      .selectFrom('role_permissions as rp')
      .innerJoin('permissions as p', 'p.id', 'rp.permission_id')
      .select(['rp.role_id', 'p.code'])
      .$if(onlyId !== undefined, (query) => query.where('rp.role_id', '=', onlyId ?? 0)),
  );
  const codesOf = new Map<number, Set<string>>();
  for (const { role_id, code } of held) codesOf.set(role_id, (codesOf.get(role_id) ?? new Set()).add(code));
  return roles.map((row) => ({
    id: row.id,
    name: row.name,
    defaultKey: row.default_key,
    roleType: row.role_type,
    isUnscoped: row.is_unscoped === 1,
    permissions: new Set(permissionCodes.filter((code) => codesOf.get(row.id)?.has(code))),
  }));
}

export function* readRole(queries: Queries, id: number): TransactionSteps<Role | undefined> {
  const [role] = yield* readRoles(queries, id);
  return role;
}
