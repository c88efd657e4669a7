import type { OutputOf, ParsedInputOf } from '../../src/contract/endpoint.ts';
import type { userAccounts, userOptions } from '../../src/contract/endpoints/access.ts';
import type { MenuNode } from '../../src/contract/entities/session.ts';
import { roleLabels } from '../../src/contract/labels.ts';
import { accountScopeCondition, colleagueScopeCondition } from '../access/organizationScope.ts';
import type { Principal } from '../access/principal.ts';
import type { EventStore } from '../store/eventStore.ts';
import { readsOf } from '../store/readsOf.ts';
import type { PermissionTable } from '../store/rowTables.ts';
import { listRows } from './listRows.ts';

/** The shown menu nodes that a role holds, nested and sorted. A group is shown for its pages, and none is shown empty. */
export async function menuTreeOf(store: EventStore, roleId: number): Promise<readonly MenuNode[]> {
  const nodes = await store.rows
    .selectFrom('permissions')
    .selectAll()
    .where('is_show', '=', 1)
    .where('type', 'in', [0, 1])
    .orderBy('sort')
    .orderBy('id')
    .execute();
  const rows = await store.rows
    .selectFrom('role_permissions')
    .select('permission_id')
    .where('role_id', '=', roleId)
    .execute();
  const held = new Set(rows.map(({ permission_id }) => permission_id));

  const childrenOf = (parentId: number | null): readonly MenuNode[] =>
    nodes
      .filter((node) => node.parent_id === parentId)
      .flatMap((node) => {
        const children = childrenOf(node.id);
        const isShown = node.type === 1 ? held.has(node.id) : children.length > 0;
        return isShown ? [toMenuNode(node, children)] : [];
      });
  return childrenOf(null);
}

function toMenuNode(node: PermissionTable, children: readonly MenuNode[]): MenuNode {
  return {
    id: node.id,
    name: node.name,
    path: node.path,
    icon: node.icon,
    sort: node.sort,
    is_show: true,
    type: node.type,
    children,
  };
}

/** Those who may answer rescue calls and share a lift with the caller, for a hand-over. */
export function listAnswerers(
  store: EventStore,
  by: Principal,
  isOnline: (userId: number) => boolean,
  query: ParsedInputOf<typeof userOptions>,
): Promise<OutputOf<typeof userOptions>> {
  const answerers = store.reads
    .selectFrom('users as u')
    .innerJoin('roles as r', 'r.id', 'u.role_id')
    .where('u.is_disabled', '=', 0)
    .where(() => colleagueScopeCondition(by.scope))
    .where('u.role_id', 'in', (from) =>
      from
        .selectFrom('role_permissions as rp')
        .innerJoin('permissions as p', 'p.id', 'rp.permission_id')
        .select('rp.role_id')
        .where('p.code', '=', query.can),
    );
  return listRows(
    { ...query, sort: undefined, order: 'asc' },
    {
      from: answerers,
      select: (chosen) => chosen.select(['u.id', 'u.name', 'r.role_type']),
      toRow: (row) => ({
        id: row.id,
        name: row.name,
        role_label: roleLabels[row.role_type] ?? '',
        online: isOnline(row.id),
      }),
      id: 'u.id',
      sorts: { name: 'u.name' },
    },
  );
}

/** The accounts that the caller may manage. Walls have accounts and a list of their own. */
export function listAccounts(
  store: EventStore,
  by: Principal,
  isOnline: (userId: number) => boolean,
  query: ParsedInputOf<typeof userAccounts>,
): Promise<OutputOf<typeof userAccounts>> {
  return listRows(query, {
    from: readsOf(store, by)
      .selectFrom('users as u')
      .innerJoin('roles as r', 'r.id', 'u.role_id')
      .where((account) =>
        account.not(account.exists(account.selectFrom('walls as w').select('w.id').whereRef('w.user_id', '=', 'u.id'))),
      )
      .where(() => accountScopeCondition(by.scope)),
    select: (from) =>
      from.select([
        'u.id',
        'u.name',
        'u.account',
        'u.mobile',
        'u.is_disabled',
        'u.must_change_password',
        'r.role_type',
        'r.name as role_name',
      ]),
    toRow: (row) => ({
      id: row.id,
      name: row.name,
      account: row.account,
      mobile: row.mobile,
      role_label: row.role_name,
      is_disabled: row.is_disabled === 1,
      must_change_password: row.must_change_password === 1,
      online: isOnline(row.id),
    }),
    id: 'u.id',
    countedOncePerChange: store,
    sorts: { id: 'u.id', name: 'u.name', account: 'u.account' },
    keyword: ['u.name', 'u.account', 'u.mobile'],
  });
}
