import type { OutputOf, ParsedInputOf } from '../../src/contract/endpoint.ts';
import type { userOptions } from '../../src/contract/endpoints/access.ts';
import type { MenuNode } from '../../src/contract/entities/session.ts';
import { menuTree } from '../../src/contract/menuTree.ts';
import { colleagueScopeCondition } from '../access/organizationScope.ts';
import type { Principal } from '../access/principal.ts';
import type { EventStore } from '../store/eventStore.ts';
import { readsOf } from '../store/readsOf.ts';
import { listRows } from './listRows.ts';

/** The menu of a role, as its users see it. */
export async function menuTreeOf(store: EventStore, roleId: number): Promise<readonly MenuNode[]> {
  const [nodes, held] = await Promise.all([
    store.rows.selectFrom('permissions').selectAll().execute(),
    store.rows.selectFrom('role_permissions').select('permission_id').where('role_id', '=', roleId).execute(),
  ]);
  return menuTree(
    nodes.map((node) => ({ ...node, is_show: node.is_show === 1 })),
    new Set(held.map(({ permission_id }) => permission_id)),
  );
}

/** Users who may answer rescue calls and share a lift with the caller, for a hand-over. */
export function listAnswerers(
  store: EventStore,
  by: Principal,
  isOnline: (userId: number) => boolean,
  query: ParsedInputOf<typeof userOptions>,
): Promise<OutputOf<typeof userOptions>> {
  const answerers = readsOf(store, by)
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
      select: (chosen) => chosen.select(['u.id', 'u.name', 'r.name as role_name']),
      toRow: (row) => ({
        id: row.id,
        name: row.name,
        // A dispatcher is not just one more 管理员: the role's own name.
        role_label: row.role_name,
        online: isOnline(row.id),
      }),
      id: 'u.id',
      sorts: { name: 'u.name' },
    },
  );
}
