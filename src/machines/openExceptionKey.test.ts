import { expect, test } from 'vitest';
import { openKeyOf, type ExceptionSubject } from './openExceptionKey.ts';

const keyOf = (subject: ExceptionSubject, elevatorId = 101) => {
  const { place, causeKey } = openKeyOf(subject, { elevatorId, communityId: 11 });
  return `${place} ${causeKey}`;
};

test.each([
  [{ type: 2 }, 'lift-101 scooter'],
  [{ type: 3, code: '03', phenomenon: 'code' }, 'lift-101 fault:03'],
  [{ type: 3, code: '', phenomenon: 'brake' }, 'lift-101 fault:brake'],
  [{ type: 4, kind: 'powerLoss' }, 'lift-101 incident:powerLoss'],
] as const)('a lift has one open exception of a cause: %o', (subject, key) => {
  expect(keyOf(subject)).toBe(key);
  expect(keyOf(subject, 102)).not.toBe(key);
});

test('a power cut is one for the whole community, whichever lift was first', () => {
  expect([101, 102].map((id) => keyOf({ type: 4, kind: 'powerCut' }, id))).toEqual([
    'community-11 incident:powerCut',
    'community-11 incident:powerCut',
  ]);
});
