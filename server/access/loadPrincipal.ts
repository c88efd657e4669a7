import { createHash } from 'node:crypto';
import { permissions as permissionCodes, type Permission } from '../../src/contract/permissions.ts';
import type { EventStore } from '../store/eventStore.ts';
import type { Principal } from './principal.ts';
import type { Scope } from './scope.ts';

type PeopleRows = Pick<EventStore, 'rows'>;

/** The organisation types of the specification, section 9. */
const organizationTypes = { area: 1, community: 2, manufacturer: 3, property: 4, maintenance: 5 } as const;

/** The person with their current role, permissions and scope; undefined for an unknown or disabled user. */
export async function loadPrincipal(store: EventStore, userId: number): Promise<Principal | undefined> {
  const [principal] = await readPeople(store, { onlyUserId: userId });
  return principal;
}

/** A user as administrators see them, even if disabled. */
export interface Person extends Principal {
  readonly isDisabled: boolean;
}

/** Undefined for an unknown user. */
export async function loadPerson(store: PeopleRows, userId: number): Promise<Person | undefined> {
  const [person] = await readPeople(store, { onlyUserId: userId, withDisabled: true });
  return person;
}

/**
 * Everyone who is not disabled, by id; takes as many queries for a thousand people as for one.
 * @example loadPrincipals({ rows: readsOf(store, by) }) // for a user's question, beside the thread that rings
 */
export function loadPrincipals(store: PeopleRows): Promise<readonly Principal[]> {
  return readPeople(store);
}

async function readPeople(
  store: PeopleRows,
  { onlyUserId, withDisabled = false }: { readonly onlyUserId?: number; readonly withDisabled?: boolean } = {},
): Promise<readonly Person[]> {
  const users = await store.rows
    .selectFrom('users as u')
    .innerJoin('roles as r', 'r.id', 'u.role_id')
    .select([
      'u.id',
      'u.account',
      'u.name',
      'u.mobile',
      'u.role_id',
      'r.role_type',
      'r.name as role_name',
      'r.is_unscoped',
      'r.default_key',
      'u.must_change_password',
      'u.is_disabled',
    ])
    .$if(!withDisabled, (query) => query.where('u.is_disabled', '=', 0))
    .$if(onlyUserId !== undefined, (query) => query.where('u.id', '=', onlyUserId ?? 0))
    .orderBy('u.id')
    .execute();
  const [first] = users;
  if (first === undefined) return [];
  const onlyRoleId = onlyUserId === undefined ? undefined : first.role_id;
  const permissions = await permissionsByRole(store, onlyRoleId);
  const organizations = users.every(({ is_unscoped }) => is_unscoped === 1)
    ? new Map<number, readonly Organization[]>()
    : await organizationsByUser(store, onlyUserId);
  const areas = await areasOf(store, organizations);
  return users.map((user) => ({
    userId: user.id,
    account: user.account,
    name: user.name,
    mobile: user.mobile,
    roleId: user.role_id,
    roleKey: user.default_key,
    roleType: user.role_type,
    roleName: user.role_name,
    permissions: permissions.get(user.role_id) ?? new Set(),
    scope: user.is_unscoped === 1 ? { kind: 'all' } : scopeOf(organizations.get(user.id) ?? [], areas),
    mustChangePassword: user.must_change_password === 1,
    isDisabled: user.is_disabled === 1,
    access: accessName(user, permissions.get(user.role_id), organizations.get(user.id)),
  }));
}

/** The organisations as somebody entered them: adding an area below one of them later does not change the access. */
const accessName = (
  { role_id: roleId, is_unscoped: isUnscoped }: { readonly role_id: number; readonly is_unscoped: number },
  permissions: ReadonlySet<Permission> = new Set(),
  organizations: readonly Organization[] = [],
): string =>
  createHash('sha256')
    .update(JSON.stringify([roleId, isUnscoped, [...permissions].sort(), organizations.map(refOf).sort()]))
    .digest('base64url')
    .slice(0, 16);
const refOf = ({ org_type, org_id }: Organization): string => `${org_type}-${org_id}`;

async function permissionsByRole(
  store: PeopleRows,
  onlyRoleId: number | undefined,
): Promise<ReadonlyMap<number, ReadonlySet<Permission>>> {
  const rows = await store.rows
    .selectFrom('role_permissions as rp')
    .innerJoin('permissions as p', 'p.id', 'rp.permission_id')
    .select(['rp.role_id', 'p.code'])
    .$if(onlyRoleId !== undefined, (query) => query.where('rp.role_id', '=', onlyRoleId ?? 0))
    .execute();
  const held = new Map<number, Set<string>>();
  for (const { role_id, code } of rows) held.set(role_id, (held.get(role_id) ?? new Set()).add(code));
  return new Map(
    [...held].map(([roleId, codes]) => [roleId, new Set(permissionCodes.filter((code) => codes.has(code)))]),
  );
}

interface Organization {
  readonly org_type: number;
  readonly org_id: number;
}

async function organizationsByUser(
  store: PeopleRows,
  onlyUserId: number | undefined,
): Promise<ReadonlyMap<number, readonly Organization[]>> {
  const rows = await store.rows
    .selectFrom('user_organizations')
    .select(['user_id', 'org_type', 'org_id'])
    .$if(onlyUserId !== undefined, (query) => query.where('user_id', '=', onlyUserId ?? 0))
    .execute();
  const ofUser = new Map<number, Organization[]>();
  for (const row of rows) {
    const known = ofUser.get(row.user_id);
    if (known === undefined) ofUser.set(row.user_id, [row]);
    else known.push(row);
  }
  return ofUser;
}

/** All areas, if someone belongs to one. */
async function areasOf(
  { rows }: PeopleRows,
  ofUser: ReadonlyMap<number, readonly Organization[]>,
): Promise<readonly Area[]> {
  const isAnyInArea = [...ofUser.values()].some((own) =>
    own.some(({ org_type }) => org_type === organizationTypes.area),
  );
  return isAnyInArea ? rows.selectFrom('areas').select(['id', 'path']).execute() : [];
}

/** Returns the joint scope of these organisations. `areas` are all areas, if an area is among them. */
export function scopeOf(organizations: readonly Organization[], areas: readonly Area[]): Scope {
  const idsOf = (type: number) => organizations.filter((row) => row.org_type === type).map((row) => row.org_id);
  return {
    kind: 'organizations',
    areaIds: withAreasBelow(areas, idsOf(organizationTypes.area)),
    communityIds: idsOf(organizationTypes.community),
    brandIds: idsOf(organizationTypes.manufacturer),
    propertyIds: idsOf(organizationTypes.property),
    maintenanceIds: idsOf(organizationTypes.maintenance),
  };
}

interface Area {
  readonly id: number;
  readonly path: string;
}

function withAreasBelow(areas: readonly Area[], areaIds: readonly number[]): readonly number[] {
  if (areaIds.length === 0) return [];
  const roots = areas.filter(({ id }) => areaIds.includes(id)).map(({ path }) => path);
  return areas.filter(({ path }) => roots.some((root) => path.startsWith(root))).map(({ id }) => id);
}
