import type * as z from 'zod';
import { roleFields } from '../../../src/contract/entities/access.ts';
import { refusalCodes, type FieldErrors } from '../../../src/contract/envelope.ts';
import { roleTypes } from '../../../src/contract/labels.ts';
import { permissionLabels, type Permission } from '../../../src/contract/permissions.ts';
import { loadPrincipal } from '../../access/loadPrincipal.ts';
import type { Principal } from '../../access/principal.ts';
import { isWallRole } from '../../access/walls.ts';
import { run, type Queries, type TransactionSteps } from '../../store/eventStore.ts';
import type { RoleTable } from '../../store/rowTables.ts';
import { requireSuper } from './permission.ts';
import { Refusal } from '../refusal.ts';
import { openClaims, releaseClaimsOf } from '../records/releaseClaims.ts';
import { rowDesk, type RowDesk, type RowDeskParts } from '../rows/rowDesk.ts';
import { useOf } from '../rows/rowUses.ts';
import { takenValue } from '../rows/takenValue.ts';

export type RoleValues = z.output<typeof roleFields>;
type Errors = FieldErrors['errors'];

/** Without these no one could give a permission back. */
const keptBySuper: readonly Permission[] = ['role.view', 'role.edit', 'user.view', 'user.edit', 'user.access'];

/** A wall's role is the program's own. */
function* readRow(queries: Queries, id: number): TransactionSteps<RoleTable | undefined> {
  if (isWallRole(id)) return undefined;
  const [row] = yield* run(queries.selectFrom('roles').selectAll().where('id', '=', id));
  return row;
}

/** Pages and actions; the groups that a seed granted with them mean nothing. */
function* heldPermissions(queries: Queries, roleId: number): TransactionSteps<number[]> {
  const rows = yield* run(
    queries
      .selectFrom('role_permissions as rp')
      .innerJoin('permissions as p', 'p.id', 'rp.permission_id')
      .select('p.id')
      .where('rp.role_id', '=', roleId)
      .where('p.type', '<>', 0)
      .orderBy('p.id'),
  );
  return rows.map(({ id }) => id);
}

/** Returns the problem with the permissions: some that do not exist, a group, or one without which a super administrator is locked out. */
function* wrongPermissions(
  queries: Queries,
  before: RoleTable | undefined,
  ids: readonly number[],
): TransactionSteps<Errors> {
  const known = yield* run(queries.selectFrom('permissions').select(['id', 'code']).where('type', '<>', 0));
  const held = new Set(ids);
  if (ids.some((id) => known.every((row) => row.id !== id)))
    return [{ field: 'permission_ids', message: '有权限已不存在，请重新打开后选择' }];
  if (before?.role_type !== roleTypes.superAdministrator) return [];
  const codes = new Set(known.filter(({ id }) => held.has(id)).map(({ code }) => code));
  const missing = keptBySuper.filter((code) => !codes.has(code)).map((code) => permissionLabels[code]);
  return missing.length === 0 ? [] : [{ field: 'permission_ids', message: `超级管理员须保留：${missing.join('、')}` }];
}

const takenName = takenValue<RoleValues>('name', '已有同名角色', (queries, { name }) =>
  queries.selectFrom('roles').select('id').where('name', '=', name),
);

/** The kind of a default role, and what makes a super administrator, stay as they are. */
function wrongKind(
  before: RoleTable | undefined,
  { role_type: roleType, is_unscoped: isUnscoped }: RoleValues,
): Errors {
  if (before === undefined || before.default_key === null)
    return roleType === roleTypes.superAdministrator
      ? [{ field: 'role_type', message: '超级管理员只有一个角色，请选择其他类型' }]
      : [];
  return [
    ...(before.role_type === roleType ? [] : [{ field: 'role_type', message: '默认角色的人员类型不能修改' }]),
    ...(before.role_type === roleTypes.superAdministrator && !isUnscoped
      ? [{ field: 'is_unscoped', message: '超级管理员不受单位限制' }]
      : []),
  ];
}

function* wrongRights(queries: Queries, id: number | null, values: RoleValues): TransactionSteps<Errors> {
  const before = id === null ? undefined : yield* readRow(queries, id);
  return [...wrongKind(before, values), ...(yield* wrongPermissions(queries, before, values.permission_ids))];
}

/** Roles: made, changed and removed by super administrators alone. A change holds at once for every user of the role. */
export function createRoleDesk(parts: RowDeskParts<RoleValues>): Omit<RowDesk<RoleValues>, 'batch' | 'recordInserted'> {
  const desk = rowDesk<RoleValues>(
    {
      noun: '角色',
      kind: 'role',
      table: 'roles',
      fields: roleFields,
      *highestId(queries) {
        const rows = yield* run(queries.selectFrom('roles').select('id'));
        return Math.max(0, ...rows.map(({ id }) => id).filter((id) => !isWallRole(id)));
      },
      *read(queries, id) {
        const row = yield* readRow(queries, id);
        return row === undefined
          ? undefined
          : {
              name: row.name,
              role_type: row.role_type,
              is_unscoped: row.is_unscoped === 1,
              permission_ids: yield* heldPermissions(queries, id),
            };
      },
      problems: [takenName, wrongRights],
      *insert(queries, id, values) {
        yield* run(queries.insertInto('roles').values({ id, ...toColumns(values), default_key: null }));
        yield* grant(queries, id, values.permission_ids);
      },
      *update(queries, id, values) {
        yield* run(queries.updateTable('roles').set(toColumns(values)).where('id', '=', id));
        yield* run(queries.deleteFrom('role_permissions').where('role_id', '=', id));
        yield* grant(queries, id, values.permission_ids);
      },
      *remove(queries, id) {
        const row = yield* readRow(queries, id);
        if (row?.default_key !== null) throw new Refusal('默认角色不能删除', refusalCodes.notAllowedNow);
        yield* run(queries.deleteFrom('role_permissions').where('role_id', '=', id));
        yield* run(queries.deleteFrom('roles').where('id', '=', id));
      },
      *usedBy(queries, id) {
        return [yield* useOf(queries.selectFrom('users').where('role_id', '=', id), '个', '用户')];
      },
    },
    parts,
  );
  return {
    alsoWrong: async (by, entered) => (by.roleType === roleTypes.superAdministrator ? desk.alsoWrong(by, entered) : []),
    async save(by: Principal, input) {
      requireSuper(by);
      return desk.save(by, input);
    },
    async remove(by, ids) {
      requireSuper(by);
      return desk.remove(by, ids);
    },
  };
}

const toColumns = ({ name, role_type, is_unscoped: isUnscoped }: RoleValues) => ({
  name,
  role_type,
  is_unscoped: isUnscoped ? (1 as const) : (0 as const),
});

function* grant(queries: Queries, roleId: number, permissionIds: readonly number[]): TransactionSteps {
  if (permissionIds.length === 0) return;
  yield* run(
    queries
      .insertInto('role_permissions')
      .values(permissionIds.map((permissionId) => ({ role_id: roleId, permission_id: permissionId }))),
  );
}

/** Calls that users of this role only claimed ring again, if the role may no longer handle them. */
export async function releaseClaimsOfRole(
  parts: Pick<RowDeskParts<RoleValues>, 'store' | 'clock'>,
  roleId: number,
): Promise<void> {
  for (const { userId } of await openClaims(parts)) {
    const person = await loadPrincipal(parts.store, userId);
    if (person?.roleId === roleId && !person.permissions.has('rescue.handle')) await releaseClaimsOf(parts, userId);
  }
}
