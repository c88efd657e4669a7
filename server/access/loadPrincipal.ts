import { permissions as permissionCodes, type Permission } from '../../src/contract/permissions.ts';
import type { EventStore } from '../store/eventStore.ts';
import type { Principal } from './principal.ts';
import type { Scope } from './scope.ts';

/** Organisation types of specification section 9. */
const organizationTypes = { area: 1, community: 2, manufacturer: 3, property: 4, maintenance: 5 } as const;

/** The person with role, permissions and scope as the rows say now; undefined for an unknown or disabled user. */
export async function loadPrincipal(store: EventStore, userId: number): Promise<Principal | undefined> {
  const user = await store.rows
    .selectFrom('users as u').innerJoin('roles as r', 'r.id', 'u.role_id')
    .select(['u.id', 'u.account', 'u.name', 'u.mobile', 'u.role_id', 'r.role_type', 'r.is_unscoped', 'u.must_change_password'])
    .where('u.id', '=', userId).where('u.is_disabled', '=', 0)
    .executeTakeFirst();
  if (user === undefined) return undefined;
  return {
    userId: user.id,
    account: user.account,
    name: user.name,
    mobile: user.mobile,
    roleId: user.role_id,
    roleType: user.role_type,
    permissions: await permissionsOfRole(store, user.role_id),
    scope: user.is_unscoped === 1 ? { kind: 'all' } : await scopeOfUser(store, user.id),
    mustChangePassword: user.must_change_password === 1,
  };
}

async function permissionsOfRole(store: EventStore, roleId: number): Promise<ReadonlySet<Permission>> {
  const rows = await store.rows
    .selectFrom('role_permissions as rp').innerJoin('permissions as p', 'p.id', 'rp.permission_id')
    .select('p.code').where('rp.role_id', '=', roleId).execute();
  const held = new Set(rows.map(({ code }) => code));
  return new Set(permissionCodes.filter((code) => held.has(code)));
}

async function scopeOfUser(store: EventStore, userId: number): Promise<Scope> {
  const rows = await store.rows.selectFrom('user_organizations').select(['org_type', 'org_id']).where('user_id', '=', userId).execute();
  const idsOf = (type: number) => rows.filter((row) => row.org_type === type).map((row) => row.org_id);
  return {
    kind: 'organizations',
    areaIds: await withAreasBelow(store, idsOf(organizationTypes.area)),
    communityIds: idsOf(organizationTypes.community),
    brandIds: idsOf(organizationTypes.manufacturer),
    propertyIds: idsOf(organizationTypes.property),
    maintenanceIds: idsOf(organizationTypes.maintenance),
  };
}

async function withAreasBelow(store: EventStore, areaIds: readonly number[]): Promise<readonly number[]> {
  if (areaIds.length === 0) return [];
  const areas = await store.rows.selectFrom('areas').select(['id', 'path']).execute();
  const roots = areas.filter(({ id }) => areaIds.includes(id)).map(({ path }) => path);
  return areas.filter(({ path }) => roots.some((root) => path.startsWith(root))).map(({ id }) => id);
}
