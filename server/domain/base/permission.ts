import type * as z from 'zod';
import {
  invalidLinkMessage,
  mostMenuLevels,
  permissionFields,
  permissionTypes,
} from '../../../src/contract/entities/access.ts';
import { refusalCodes, type FieldErrors } from '../../../src/contract/envelope.ts';
import { roleTypes } from '../../../src/contract/labels.ts';
import { builtScreens } from '../../../src/contract/screens.ts';
import type { Principal } from '../../access/principal.ts';
import { run, type Queries, type TransactionSteps } from '../../store/eventStore.ts';
import type { PermissionTable } from '../../store/rowTables.ts';
import { Refusal } from '../refusal.ts';
import { readSteps, rowDesk, rowResource, type RowDesk, type RowDeskParts } from '../rows/rowDesk.ts';
import { takenValue } from '../rows/takenValue.ts';
import { useOf } from '../rows/rowUses.ts';

export type PermissionValues = z.output<typeof permissionFields>;
/** The values that an editor sends: without a place it becomes the last of its siblings. */
type PermissionInput = Omit<PermissionValues, 'sort'> & {
  readonly id?: number | undefined;
  readonly version?: number | undefined;
  readonly sort?: number | undefined;
};
type Errors = FieldErrors['errors'];

const { group, page, action } = permissionTypes;

/** Menu, permissions and roles decide what everyone may do. Throws Refusal. */
export function requireSuper(by: Principal): void {
  if (by.roleType !== roleTypes.superAdministrator)
    throw new Refusal('只有超级管理员可以维护角色与权限', refusalCodes.denied);
}

const toType = (type: number): PermissionValues['type'] => (type === group ? group : type === page ? page : action);
const valuesOf = ({ name, parent_id, type, path, icon, sort, is_show }: PermissionTable): PermissionValues => ({
  name,
  parent_id,
  type: toType(type),
  path,
  icon,
  sort,
  is_show: is_show === 1,
});
const toColumns = ({ is_show: isShown, ...values }: PermissionValues) => ({
  ...values,
  is_show: isShown ? (1 as const) : (0 as const),
});

function* readRow(queries: Queries, id: number): TransactionSteps<PermissionTable | undefined> {
  const [row] = yield* run(queries.selectFrom('permissions').selectAll().where('id', '=', id));
  return row;
}

/** A group links to nothing, a page to a built screen that no other node links to; neither can be exchanged for another. */
function* wrongLink(queries: Queries, id: number | null, { type, path }: PermissionValues): TransactionSteps<Errors> {
  const before = id === null ? undefined : yield* readRow(queries, id);
  if (before === undefined && type === action) return [{ field: 'type', message: '操作由系统提供，请选择分组或页面' }];
  if (before !== undefined && before.type !== type)
    return [{ field: 'type', message: '类型不能修改，请删除后重新建立' }];
  if (before !== undefined && before.path === path) return [];
  if (type !== page) return path === '' ? [] : [{ field: 'path', message: invalidLinkMessage }];
  if (builtScreens.every(({ name }) => name !== path)) return [{ field: 'path', message: invalidLinkMessage }];
  // The roles that hold the node would hold another permission from then on.
  if (before !== undefined) return [{ field: 'path', message: '链接不能修改，请删除后重新建立' }];
  const [linked] = yield* run(queries.selectFrom('permissions').select('name').where('path', '=', path));
  return linked === undefined ? [] : [{ field: 'path', message: `“${linked.name}”已链接到这个页面` }];
}

const refused = (message: string): Errors => [{ field: 'parent_id', message }];

/**
 * Returns the reason why a node may not stand at this place, if any: groups in groups, pages in groups, actions anywhere, and nothing below
 * itself.
 */
function* misplaced(
  queries: Queries,
  id: number | null,
  { type, parent_id: parentId }: PermissionValues,
): TransactionSteps<Errors> {
  let levels = 1;
  for (let above = parentId; above !== null; levels += 1) {
    if (above === id) return refused('不能移到自己或自己的下级之下');
    const parent: PermissionTable | undefined = yield* readRow(queries, above);
    if (parent === undefined) return refused('上级不存在，请重新选择');
    if (parent.type === action || (type !== action && parent.type !== group))
      return refused(type === action ? '上级须为分组或页面' : '上级须为分组');
    above = parent.parent_id;
  }
  const height = type === group && id !== null ? yield* heightOf(queries, id) : 1;
  return type !== action && levels + height - 1 > mostMenuLevels ? refused(`菜单最多 ${mostMenuLevels} 级`) : [];
}

const takenName = takenValue<PermissionValues>(
  'name',
  '同一上级下已有同名权限',
  (queries, { name, parent_id: parentId }) =>
    queries
      .selectFrom('permissions')
      .select('id')
      .where('parent_id', parentId === null ? 'is' : '=', parentId)
      .where('name', '=', name),
);

/** Levels from the node down to its lowest page; 1 for a node without any. */
function* heightOf(queries: Queries, id: number): TransactionSteps<number> {
  const below = yield* run(
    queries.selectFrom('permissions').select('id').where('parent_id', '=', id).where('type', '<', action),
  );
  let highest = 0;
  for (const child of below) highest = Math.max(highest, yield* heightOf(queries, child.id));
  return highest + 1;
}

function* siblingsOf(queries: Queries, parentId: number | null) {
  return yield* run(
    queries
      .selectFrom('permissions')
      .select(['id', 'name', 'sort'])
      .where('parent_id', parentId === null ? 'is' : '=', parentId),
  );
}

/** The menu and what roles may be allowed: groups and links to pages are made by super administrators, actions come with the program. */
export function createPermissionDesk(parts: RowDeskParts<PermissionValues>): {
  save(by: Principal, input: PermissionInput): Promise<{ id: number; version: number }>;
  alsoWrong: RowDesk<PermissionValues>['alsoWrong'];
  remove: RowDesk<PermissionValues>['remove'];
} {
  const desk = rowDesk<PermissionValues>(
    rowResource({
      noun: '权限',
      kind: 'permission',
      table: 'permissions',
      fields: permissionFields,
      toValues: valuesOf,
      problems: [wrongLink, misplaced, takenName],
      *insert(queries, id, values) {
        const code = builtScreens.find(({ name }) => name === values.path)?.permission ?? '';
        yield* run(queries.insertInto('permissions').values({ id, ...toColumns(values), code }));
      },
      *update(queries, id, { name, parent_id, icon, sort, is_show: isShown }) {
        yield* run(
          queries
            .updateTable('permissions')
            .set({ name, parent_id, icon, sort, is_show: isShown ? 1 : 0 })
            .where('id', '=', id),
        );
      },
      *remove(queries, id) {
        const row = yield* readRow(queries, id);
        if (row?.type === action)
          throw new Refusal('操作由系统提供，不能删除；如不需要，请在角色中取消授权', refusalCodes.notAllowedNow);
        yield* run(queries.deleteFrom('role_permissions').where('permission_id', '=', id));
        yield* run(queries.deleteFrom('permissions').where('id', '=', id));
      },
      *usedBy(queries, id) {
        const row = yield* readRow(queries, id);
        // A group is shown for its pages, even to roles that do not hold it.
        const roles = queries.selectFrom('role_permissions').where('permission_id', '=', row?.type === group ? 0 : id);
        return [
          yield* useOf(queries.selectFrom('permissions').where('parent_id', '=', id), '项', '下级权限'),
          yield* useOf(roles, '个', '角色'),
        ];
      },
    }),
    parts,
  );
  return {
    alsoWrong: async (by, entered) => (by.roleType === roleTypes.superAdministrator ? desk.alsoWrong(by, entered) : []),
    async save(by, { sort, ...input }) {
      requireSuper(by);
      const siblings =
        sort === undefined ? await readSteps(parts.store.rows, siblingsOf(parts.store.rows, input.parent_id)) : [];
      return desk.save(by, { ...input, sort: sort ?? Math.max(0, ...siblings.map((row) => row.sort)) + 1 });
    },
    remove(by, ids) {
      requireSuper(by);
      return desk.remove(by, ids);
    },
  };
}
