import { describe, expect, test } from 'vitest';
import { alarmKinds, alarmPriorities } from '../../../src/contract/labels.ts';
import { suppressionOf } from './suppression.ts';

const conditions = [false, true].flatMap((isInMaintenance) =>
  [false, true].map((isWithoutPower) => ({ isInMaintenance, isWithoutPower })),
);

describe('nothing of priority 1 is ever suppressed', () => {
  test.each(alarmKinds)('%s', (kind) => {
    for (const condition of conditions) expect(suppressionOf({ kind, priority: 1 }, condition)).toBeUndefined();
  });
});

test('a lift that serves as usual suppresses nothing', () => {
  for (const kind of alarmKinds)
    expect(
      suppressionOf({ kind, priority: alarmPriorities[kind] }, { isInMaintenance: false, isWithoutPower: false }),
    ).toBeUndefined();
});

test('a lift in maintenance suppresses what can wait', () => {
  const condition = { isInMaintenance: true, isWithoutPower: false };
  const suppressed = alarmKinds.filter(
    (kind) => suppressionOf({ kind, priority: alarmPriorities[kind] }, condition) === 'maintenance',
  );
  expect(suppressed).toEqual(alarmKinds.filter((kind) => alarmPriorities[kind] !== 1));
});

test('a lift without power suppresses what follows from that, and nothing that says that a person is there', () => {
  const condition = { isInMaintenance: false, isWithoutPower: true };
  const of = (kind: (typeof alarmKinds)[number]) => suppressionOf({ kind, priority: alarmPriorities[kind] }, condition);
  expect(alarmKinds.filter((kind) => of(kind) === 'incident')).toEqual([
    'longTimeOpen',
    'openCloseLoop',
    'runWithoutPeople',
    'camCovered',
    'warn_shake',
  ]);
  expect(of('moto')).toBeUndefined();
  expect(of('breakElevator')).toBeUndefined();
});
