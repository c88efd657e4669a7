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

const keyFor = (propertyId: number | null, maintenanceId: number | null, elevatorId = 101) =>
  openKeyOf({ type: 4, kind: 'powerCut' }, { elevatorId, communityId: 11, companies: { propertyId, maintenanceId } });

test('a power cut is one for each set of companies in a community', () => {
  expect(keyFor(301, 401)).toEqual({ place: 'community-11', causeKey: 'incident:powerCut:301-401' });
  expect(keyFor(301, 401, 102)).toEqual(keyFor(301, 401));
  const keys = [keyFor(301, 401), keyFor(302, 401), keyFor(301, 402), keyFor(null, 401), keyFor(301, null)];
  expect(new Set(keys.map(({ causeKey }) => causeKey)).size).toBe(keys.length);
});

test('a power cut of before is one for the whole community, whichever lift was first', () => {
  expect([101, 102].map((id) => keyOf({ type: 4, kind: 'powerCut' }, id))).toEqual([
    'community-11 incident:powerCut',
    'community-11 incident:powerCut',
  ]);
});
