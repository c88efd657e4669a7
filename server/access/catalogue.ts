import { permissionLabels, permissions as everything, type Permission } from '../../src/contract/permissions.ts';
import { builtScreens, menuSections } from '../../src/contract/screens.ts';
import { roleTypes } from '../../src/contract/labels.ts';
import { run, type Queries, type TransactionSteps } from '../store/eventStore.ts';

/** Permissions to see a lift's community and companies: people beside a lift need the telephone numbers. */
const surroundings: readonly Permission[] = ['maintenance.view', 'property.view', 'community.view'];
const watching: readonly Permission[] = ['overview.view', 'rescue.view', 'alarm.view', 'elevator.view', 'device.view'];

/**
 * The roles that every site starts with. Users who may answer calls are rung, so administrators, who look after the system, do not hold
 * `rescue.answer`; dispatchers do. An administrator may change any of them afterwards.
 */
export const defaultRoles = [
  {
    key: 'superAdministrator',
    name: '超级管理员',
    roleType: roleTypes.superAdministrator,
    isUnscoped: true,
    permissions: everything,
  },
  {
    key: 'administrator',
    name: '管理员',
    roleType: roleTypes.administrator,
    isUnscoped: false,
    permissions: everything.filter((code) => code !== 'rescue.answer' && code !== 'role.edit'),
  },
  {
    key: 'dispatcher',
    name: '调度员',
    roleType: roleTypes.administrator,
    isUnscoped: false,
    permissions: [
      ...watching,
      'rescue.answer',
      'rescue.handle',
      'exception.report',
      'alarm.handle',
      'device.command',
      'file.upload',
      'quarantine.view',
      'exception.view',
      'exception.handle',
      'scooter.release',
      'rule.view',
      'notify.view',
      'notify.handle',
      'ladder.view',
      'visit.view',
      'review.view',
      'stats.view',
    ],
  },
  {
    key: 'installer',
    name: '安装人员',
    roleType: roleTypes.installer,
    isUnscoped: false,
    permissions: [
      'overview.view',
      'elevator.view',
      'device.view',
      'device.command',
      'file.upload',
      'device.bind',
      'camera.view',
      'camera.edit',
    ],
  },
  {
    key: 'property',
    name: '物业人员',
    roleType: roleTypes.propertyStaff,
    isUnscoped: false,
    permissions: [
      ...watching,
      ...surroundings,
      'exception.report',
      'file.upload',
      'expiring.view',
      'exception.view',
      'exception.handle',
      'scooter.release',
      'notify.view',
      'ladder.view',
      'ladder.edit',
      'visit.view',
      'visit.sign',
      'announcement.send',
      'outage.edit',
      'review.view',
      'review.answer',
      'stats.view',
    ],
  },
  {
    key: 'maintenance',
    name: '维保人员',
    roleType: roleTypes.maintenanceStaff,
    isUnscoped: false,
    permissions: [
      ...watching,
      ...surroundings,
      'rescue.handle',
      'alarm.handle',
      'file.upload',
      'expiring.view',
      'exception.view',
      'exception.handle',
      'notify.view',
      'ladder.view',
      'ladder.edit',
      'visit.view',
      'visit.plan',
      'visit.work',
      'outage.edit',
      'review.view',
      'stats.view',
    ],
  },
  {
    key: 'regulator',
    name: '监管人员',
    roleType: roleTypes.regulator,
    isUnscoped: false,
    permissions: [
      ...watching,
      ...surroundings,
      'expiring.view',
      'exception.view',
      'rule.view',
      'notify.view',
      'visit.view',
      'review.view',
      'review.handle',
      'stats.view',
      'bulletin.edit',
    ],
  },
] as const satisfies readonly {
  readonly key: string;
  readonly name: string;
  readonly roleType: number;
  readonly isUnscoped: boolean;
  readonly permissions: readonly Permission[];
}[];

export type DefaultRoleKey = (typeof defaultRoles)[number]['key'];

interface CatalogueNode {
  /** A section's or page's path, an action's code. */
  readonly key: string;
  readonly parentKey: string | null;
  readonly name: string;
  readonly icon: string;
  readonly sort: number;
  /** 0 section, 1 page, 2 action. */
  readonly type: 0 | 1 | 2;
  readonly code: string;
  readonly isShown: boolean;
}

const pages: readonly CatalogueNode[] = builtScreens.map((screen) => ({
  key: screen.name,
  parentKey: screen.section,
  name: screen.menu,
  icon: screen.icon,
  sort: screen.sort,
  type: 1,
  code: screen.permission,
  isShown: !('isHidden' in screen),
}));

/** The page beside which the role editor lists an action. A call by telephone is registered at the desk. */
function pageOfAction(code: Permission): string | null {
  if (code.startsWith('rescue.') || code === 'exception.report') return 'RescueCall';
  if (code.startsWith('exception.')) return 'FaultRecords';
  if (code.startsWith('scooter.')) return 'ElectricScooter';
  if (code.startsWith('review.')) return 'EvaluateList';
  if (code === 'bulletin.edit') return 'Bulletin';
  return code === 'cause.edit' ? 'SystemConfig' : null;
}

/**
 * Permissions that were actions before they got a page. Their rows become the page's, so that roles which held the action hold the page;
 * they keep their number among the actions, so that stores of every age sort alike.
 */
const formerActions: readonly Permission[] = ['config.view', 'alarm.view'];

/** Sections that have a page, pages that exist, and an action for each permission that no page stands for; parents first. */
const nodes: readonly CatalogueNode[] = [
  ...menuSections
    .filter(({ key }) => pages.some(({ parentKey }) => parentKey === key))
    .map(({ key, title, icon, sort }) => ({
      key,
      parentKey: null,
      name: title,
      icon,
      sort,
      type: 0 as const,
      code: '',
      isShown: true,
    })),
  ...pages,
  ...everything
    .filter((code) => formerActions.includes(code) || pages.every((page) => page.code !== code))
    .map((code, index) => ({
      key: code,
      parentKey: pageOfAction(code),
      name: permissionLabels[code],
      icon: '',
      sort: index + 1,
      type: 2 as const,
      code,
      isShown: false,
    }))
    // A role can only hold a permission that a page or an action stands for.
    .filter(({ code }) => pages.every((page) => page.code !== code)),
];

/** The nodes that a role holds: those of its permissions, and the sections that lead to its pages. */
function nodesOf(codes: readonly Permission[]): readonly CatalogueNode[] {
  const held = new Set<string>(codes);
  const own = nodes.filter(({ type, code }) => type !== 0 && held.has(code));
  const sections = new Set(own.map(({ type, parentKey }) => (type === 1 ? parentKey : null)));
  return [...nodes.filter(({ type, key }) => type === 0 && sections.has(key)), ...own];
}

/**
 * Brings a store's menu, permissions and default roles up to the catalogue, at each start. What the store never had is inserted and, once,
 * granted to the default roles; what an administrator renamed, hid, moved, revoked or deleted stays as it is. A second run changes nothing.
 * Returns the id of each default role that the store has.
 */
export function* reconcileCatalogue(queries: Queries): TransactionSteps<ReadonlyMap<string, number>> {
  const given = new Set((yield* run(queries.selectFrom('catalogue_items').select('item'))).map(({ item }) => item));
  const fresh: string[] = [];
  const isNew = (item: string): boolean => {
    if (given.has(item)) return false;
    fresh.push(item);
    return true;
  };

  const { ids: nodeIds, taken } = yield* reconcileNodes(queries, isNew);
  const roleIds = yield* reconcileRoles(queries, isNew);
  for (const { key: roleKey, permissions } of defaultRoles) {
    const roleId = roleIds.get(roleKey);
    const nodeIdsToGrant = nodesOf(permissions).flatMap(({ key }) =>
      isNew(`grant:${roleKey}:${key}`) && !taken.has(key) ? [nodeIds.get(key)] : [],
    );
    const rows = nodeIdsToGrant.flatMap((permissionId) =>
      permissionId === undefined || roleId === undefined ? [] : [{ role_id: roleId, permission_id: permissionId }],
    );
    if (rows.length > 0)
      yield* run(
        queries
          .insertInto('role_permissions')
          .values(rows)
          .onConflict((conflict) => conflict.doNothing()),
      );
  }
  if (fresh.length > 0) yield* run(queries.insertInto('catalogue_items').values(fresh.map((item) => ({ item }))));
  return roleIds;
}

function* reconcileNodes(
  queries: Queries,
  isNew: (item: string) => boolean,
): TransactionSteps<{ readonly ids: ReadonlyMap<string, number>; readonly taken: ReadonlySet<string> }> {
  const kept = yield* run(queries.selectFrom('permissions').select(['id', 'type', 'path', 'code']));
  /** Pages in the row of a former action: roles that held the action hold them, and what was revoked stays revoked. */
  const taken = new Set<string>();
  const ids = new Map(kept.map(({ id, type, path, code }) => [type === 2 ? code : path, id]));
  let nextId = Math.max(0, ...kept.map(({ id }) => id)) + 1;
  for (const { key, parentKey, name, icon, sort, type, code, isShown } of nodes) {
    if (!isNew(`node:${key}`) || ids.has(key)) continue;
    const node = {
      parent_id: parentKey === null ? null : (ids.get(parentKey) ?? null),
      name,
      path: type === 2 ? '' : key,
      icon,
      sort,
      is_show: isShown ? (1 as const) : (0 as const),
      type,
      code,
    };
    const action = type === 1 && formerActions.some((former) => former === code) ? ids.get(code) : undefined;
    if (action !== undefined) {
      ids.set(key, action);
      taken.add(key);
      yield* run(queries.updateTable('permissions').set(node).where('id', '=', action));
      continue;
    }
    ids.set(key, nextId);
    yield* run(queries.insertInto('permissions').values({ id: nextId, ...node }));
    nextId += 1;
  }
  return { ids, taken };
}

function* reconcileRoles(
  queries: Queries,
  isNew: (item: string) => boolean,
): TransactionSteps<ReadonlyMap<string, number>> {
  const kept = yield* run(queries.selectFrom('roles').select(['id', 'default_key']));
  const ids = new Map(kept.flatMap(({ id, default_key: key }) => (key === null ? [] : [[key, id] as const])));
  let nextId = Math.max(0, ...kept.map(({ id }) => id)) + 1;
  for (const { key, name, roleType, isUnscoped } of defaultRoles) {
    if (!isNew(`role:${key}`) || ids.has(key)) continue;
    ids.set(key, nextId);
    yield* run(
      queries
        .insertInto('roles')
        .values({ id: nextId, name, role_type: roleType, is_unscoped: isUnscoped ? 1 : 0, default_key: key }),
    );
    nextId += 1;
  }
  return ids;
}
