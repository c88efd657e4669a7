import { describe, expect, test } from 'vitest';
import { roleTypes } from '../../src/contract/labels.ts';
import type { Permission } from '../../src/contract/permissions.ts';
import { mayAssign, mayStandIn, rankOf, type AssignableRole, type Giver } from './assignment.ts';
import { defaultRoles, type DefaultRoleKey } from './catalogue.ts';

const defaults: readonly AssignableRole[] = defaultRoles.map((role, index) => ({
  id: index + 1,
  defaultKey: role.key,
  roleType: role.roleType,
  isUnscoped: role.isUnscoped,
  permissions: new Set<string>(role.permissions),
}));
const permissionsOf = (key: DefaultRoleKey): readonly Permission[] =>
  defaultRoles.find((role) => role.key === key)?.permissions ?? [];
const defaultGiver = (key: DefaultRoleKey): Giver => ({
  roleKey: key,
  roleType: defaultRoles.find((role) => role.key === key)?.roleType ?? -1,
  permissions: new Set(permissionsOf(key)),
});
const editors: readonly Permission[] = ['user.view', 'user.edit', 'user.access'];
const siteGiver = (roleType: number, ...held: readonly Permission[]): Giver => ({
  roleKey: null,
  roleType,
  permissions: new Set([...editors, ...held]),
});
const siteRole: AssignableRole = {
  id: 40,
  defaultKey: null,
  roleType: roleTypes.installer,
  isUnscoped: false,
  permissions: new Set(['elevator.view']),
};
const everyRole = [...defaults, siteRole];
const nameOf = ({ defaultKey }: AssignableRole) => defaultKey ?? 'site';

const entrusted = ['dispatcher', 'installer', 'property', 'maintenance', 'regulator'];
/** Each giver, whom they may make what, and as whom they may sign in. */
const givers: readonly (readonly [name: string, Giver, gives: readonly string[], standsIn: readonly string[]])[] = [
  ['a super administrator', defaultGiver('superAdministrator'), everyRole.map(nameOf), everyRole.map(nameOf)],
  [
    'an administrator',
    defaultGiver('administrator'),
    entrusted,
    ['administrator', 'installer', 'property', 'maintenance', 'regulator', 'site'],
  ],
  ['a role with “edit users” alone', siteGiver(roleTypes.propertyStaff), [], []],
  ['an administrator’s kind with “edit users” alone', siteGiver(roleTypes.administrator), [], []],
  [
    'a site’s head of dispatchers',
    siteGiver(roleTypes.administrator, ...permissionsOf('dispatcher')),
    ['dispatcher'],
    ['dispatcher', 'site'],
  ],
  [
    'the same of a lower kind',
    siteGiver(roleTypes.installer, ...permissionsOf('dispatcher')),
    [],
    ['dispatcher', 'site'],
  ],
  [
    'a property company’s head',
    siteGiver(roleTypes.propertyStaff, ...permissionsOf('property')),
    ['property'],
    ['property', 'site'],
  ],
];

describe.each(givers)('%s', (_name, by, gives, standsIn) => {
  test('gives these roles, and no other', () => {
    expect(everyRole.filter((role) => mayAssign(by, role)).map(nameOf)).toEqual(gives);
  });

  test('holds the password of users in these roles, and of no other', () => {
    expect(everyRole.filter(({ permissions }) => mayStandIn(by, permissions)).map(nameOf)).toEqual(standsIn);
  });
});

test('nobody but a super administrator gives what they lack; to administrators default roles are entrusted', () => {
  for (const [, by] of givers.slice(2))
    for (const role of everyRole)
      if (mayAssign(by, role)) expect([...by.permissions]).toEqual(expect.arrayContaining([...role.permissions]));
});

/** The default role as a site has changed it. */
const regulator = (changes: Partial<AssignableRole>): AssignableRole => ({
  id: 7,
  defaultKey: 'regulator',
  roleType: roleTypes.regulator,
  isUnscoped: false,
  permissions: new Set(permissionsOf('regulator')),
  ...changes,
});
const regulatorWith = (code: Permission) => regulator({ permissions: new Set([...permissionsOf('regulator'), code]) });

describe('a default role that the site has changed', () => {
  test('and that sees everything now is given by super administrators alone', () => {
    expect(mayAssign(defaultGiver('administrator'), regulator({ isUnscoped: true }))).toBe(false);
    expect(mayAssign(defaultGiver('superAdministrator'), regulator({ isUnscoped: true }))).toBe(true);
  });

  test('and that does more than it was shipped with is given by administrators only if they do that, too', () => {
    expect(mayAssign(defaultGiver('administrator'), regulatorWith('audit.view'))).toBe(true);
    expect(mayAssign(defaultGiver('administrator'), regulatorWith('rescue.answer'))).toBe(false);
  });
});

test('no one gives the role of a wall', () => {
  expect(mayAssign(defaultGiver('superAdministrator'), { ...siteRole, id: 900_001 })).toBe(false);
});

test('super administrators rank above administrators, and those above everyone else', () => {
  const ranks = [roleTypes.superAdministrator, roleTypes.administrator, roleTypes.installer].map(rankOf);
  expect(ranks).toEqual([2, 1, 0]);
});
