import { describe, expect, test } from 'vitest';
import { roleTypes } from '../../src/contract/labels.ts';
import { mayAssign, rankOf } from './assignment.ts';
import { defaultRoles } from './catalogue.ts';

const defaults = defaultRoles.map(({ key, isUnscoped }, index) => ({ id: index + 1, defaultKey: key, isUnscoped }));
const ownRole = { id: 40, defaultKey: null, isUnscoped: false };
const namesOf = (roleType: number) =>
  [...defaults, ownRole].filter((role) => mayAssign({ roleType }, role)).map(({ defaultKey }) => defaultKey);

describe('who may give which role', () => {
  test('a super administrator gives every role', () => {
    expect(namesOf(roleTypes.superAdministrator)).toEqual([...defaults.map(({ defaultKey }) => defaultKey), null]);
  });

  test.each([roleTypes.administrator, roleTypes.installer, roleTypes.regulator])(
    'role type %i gives the default roles but super administrator and administrator',
    (roleType) => {
      expect(namesOf(roleType)).toEqual(['dispatcher', 'installer', 'property', 'maintenance', 'regulator']);
    },
  );

  test('a default role that now sees everything is given by super administrators alone', () => {
    const regulator = { id: 7, defaultKey: 'regulator', isUnscoped: true };
    expect(mayAssign({ roleType: roleTypes.administrator }, regulator)).toBe(false);
    expect(mayAssign({ roleType: roleTypes.superAdministrator }, regulator)).toBe(true);
  });

  test('no one gives the role of a wall', () => {
    expect(mayAssign({ roleType: roleTypes.superAdministrator }, { ...ownRole, id: 900_001 })).toBe(false);
  });
});

test('super administrators rank above administrators, and those above everyone else', () => {
  const ranks = [roleTypes.superAdministrator, roleTypes.administrator, roleTypes.installer].map(rankOf);
  expect(ranks).toEqual([2, 1, 0]);
});
