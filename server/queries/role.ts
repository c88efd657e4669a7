import { sql } from 'kysely';
import type { OutputOf, ParsedInputOf } from '../../src/contract/endpoint.ts';
import { roleList, type RoleRow } from '../../src/contract/endpoints/role.ts';
import { roleLabels } from '../../src/contract/labels.ts';
import { mayAssign } from '../access/assignment.ts';
import { accountScopeCondition } from '../access/organizationScope.ts';
import { readRoles } from '../access/roles.ts';
import { readSteps } from '../domain/readSteps.ts';
import type { Principal } from '../access/principal.ts';
import { wallRoleIds } from '../access/walls.ts';
import { NotFound } from '../domain/refusal.ts';
import type { EventStore } from '../store/eventStore.ts';
import { readsOf } from '../store/readsOf.ts';
import { listRows } from './listRows.ts';
import { rowVersion } from './rowVersion.ts';

/** Every role that people hold. A role has no scope; its users are counted as far as the caller manages them. */
export async function listRoles(
  store: EventStore,
  by: Principal,
  query: ParsedInputOf<typeof roleList>,
): Promise<OutputOf<typeof roleList>> {
  const reads = readsOf(store, by);
  const assignable = new Set(
    (await readSteps(reads, readRoles(reads))).filter((role) => mayAssign(by, role)).map(({ id }) => id),
  );
  const page = await listRows(query, {
    from: reads.selectFrom('roles as held').where('held.id', 'not in', wallRoleIds),
    select: (from) =>
      from
        .selectAll('held')
        .select(rowVersion('role', 'held.id').as('version'))
        // A role without limits is counted whole: its people answer for the caller's lifts, too, although others manage their accounts.
        .select(
          sql<number>`(select count(*) from users u join roles r on r.id = u.role_id
            where u.role_id = held.id and (r.is_unscoped = 1 or ${accountScopeCondition(by.scope)}))`.as('user_num'),
        ),
    toRow: (row) => ({
      id: row.id,
      version: row.version,
      name: row.name,
      role_type: row.role_type,
      role_label: roleLabels[row.role_type] ?? '',
      is_unscoped: row.is_unscoped === 1,
      is_default: row.default_key !== null,
      is_assignable: assignable.has(row.id),
      user_num: row.user_num,
    }),
    id: 'held.id',
    sorts: { id: 'held.id', name: 'held.name' },
    keyword: ['held.name'],
  });
  const held = await reads
    .selectFrom('role_permissions as rp')
    .innerJoin('permissions as p', 'p.id', 'rp.permission_id')
    .select(['rp.role_id', 'p.id'])
    .where('p.type', '<>', 0)
    .where('rp.role_id', 'in', page.list.length === 0 ? [0] : page.list.map(({ id }) => id))
    .orderBy('p.id')
    .execute();
  return {
    ...page,
    list: page.list.map((row) => ({
      ...row,
      permission_ids: held.filter(({ role_id }) => role_id === row.id).map(({ id }) => id),
    })),
  };
}

/** Throws NotFound. */
export async function findRole(store: EventStore, by: Principal, id: number): Promise<RoleRow> {
  const [row] = (await listRoles(store, by, roleList.input.parse({ id, page_size: 1 }))).list;
  if (row === undefined) throw new NotFound('角色不存在');
  return row;
}
