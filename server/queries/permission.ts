import { sql } from 'kysely';
import type { OutputOf, ParsedInputOf } from '../../src/contract/endpoint.ts';
import { permissionList } from '../../src/contract/endpoints/permission.ts';
import type { PermissionNode, PermissionTree, PermissionType } from '../../src/contract/entities/access.ts';
import { builtScreens } from '../../src/contract/screens.ts';
import type { Principal } from '../access/principal.ts';
import { wallRoleIds } from '../access/walls.ts';
import { NotFound } from '../domain/refusal.ts';
import type { EventStore } from '../store/eventStore.ts';
import type { PermissionTable } from '../store/rowTables.ts';
import { readsOf } from '../store/readsOf.ts';
import { listRows } from './listRows.ts';
import { rowVersion } from './rowVersion.ts';

const titles: ReadonlyMap<string, string> = new Map(builtScreens.map(({ name, title }) => [name, title]));
const toType = (type: number): PermissionType => (type === 0 ? 0 : type === 1 ? 1 : 2);

interface ListedPermission extends PermissionTable {
  readonly version: number;
  readonly parent_name: string | null;
  readonly role_num: number;
}

const toNode = ({ parent_name, ...row }: ListedPermission): PermissionNode => ({
  ...row,
  type: toType(row.type),
  is_show: row.is_show === 1,
  parent_name: parent_name ?? '',
  page_title: titles.get(row.path) ?? '',
});

/** The permissions in a flat list. */
export function listPermissions(
  store: EventStore,
  by: Principal,
  query: ParsedInputOf<typeof permissionList>,
): Promise<OutputOf<typeof permissionList>> {
  return listRows(query, {
    from: rowsOf(store, by),
    select: (from) => from.selectAll('p').select(nodeColumns),
    toRow: toNode,
    id: 'p.id',
    sorts: { id: 'p.id', name: 'p.name', sort: 'p.sort' },
    keyword: ['p.name', 'p.path', 'p.code'],
  });
}

const rowsOf = (store: EventStore, by: Principal) =>
  readsOf(store, by).selectFrom('permissions as p').leftJoin('permissions as above', 'above.id', 'p.parent_id');

const nodeColumns = [
  rowVersion('permission', 'p.id').as('version'),
  sql<string | null>`above.name`.as('parent_name'),
  sql<number>`(select count(*) from role_permissions rp where rp.permission_id = p.id and rp.role_id not in (${sql.join(wallRoleIds)}))`.as(
    'role_num',
  ),
] as const;

/** Throws NotFound. */
export async function findPermission(store: EventStore, by: Principal, id: number): Promise<PermissionNode> {
  const [row] = (await listPermissions(store, by, permissionList.input.parse({ id, page_size: 1 }))).list;
  if (row === undefined) throw new NotFound('权限不存在');
  return row;
}

/** Groups, pages and actions under their parents, in the order of the menu; with a keyword, what is found and the way to it. */
export async function loadPermissionTree(store: EventStore, by: Principal, keyword = ''): Promise<PermissionTree[]> {
  const rows = await rowsOf(store, by).selectAll('p').select(nodeColumns).orderBy('p.sort').orderBy('p.id').execute();
  const nodes = rows.map(toNode);
  const known = new Set(nodes.map(({ id }) => id));
  const below = (parentId: number | null): PermissionTree[] =>
    nodes
      .filter((node) => (node.parent_id !== null && known.has(node.parent_id) ? node.parent_id : null) === parentId)
      // What a page contains comes after the pages beside it.
      .toSorted((a, b) => Number(a.type === 2) - Number(b.type === 2))
      .map((node) => ({ ...node, children: below(node.id) }));
  const words = keyword.trim();
  return words === '' ? below(null) : below(null).flatMap((node) => found(node, words));
}

function found(node: PermissionTree, words: string): PermissionTree[] {
  if ([node.name, node.path, node.code, node.page_title].some((text) => text.includes(words))) return [node];
  const children = node.children.flatMap((child) => found(child, words));
  return children.length === 0 ? [] : [{ ...node, children }];
}
