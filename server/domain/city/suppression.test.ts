import { describe, expect, test } from 'vitest';
import { alarmKinds, alarmPriorities, callForHelpKinds, type AlarmKind } from '../../../src/contract/labels.ts';
import { followsFromPowerCut, suppressionOf, type SuppressionRule } from './suppression.ts';

const maintenance: SuppressionRule = { reason: 'maintenance' };
const outage: SuppressionRule = { reason: 'outage' };
const powerCut: SuppressionRule = { reason: 'incident', explains: (kind) => followsFromPowerCut.has(kind) };
const all = [maintenance, outage, powerCut];

describe('nothing of priority 1 is ever suppressed, whatever holds for the lift', () => {
  test.each(alarmKinds)('%s', (kind) => {
    expect(suppressionOf({ kind, priority: 1 }, all)).toBeUndefined();
  });

  test('and a call for help always has it', () => {
    for (const kind of callForHelpKinds) expect(alarmPriorities[kind]).toBe(1);
  });
});

const suppressedBy = (holding: readonly SuppressionRule[]) => (kind: AlarmKind) =>
  suppressionOf({ kind, priority: alarmPriorities[kind] }, holding);

test('a lift that serves as usual suppresses nothing', () => {
  expect(alarmKinds.filter((kind) => suppressedBy([])(kind) !== undefined)).toEqual([]);
});

test.each([
  ['maintenance', maintenance],
  ['outage', outage],
] as const)('a lift with %s suppresses what can wait', (reason, rule) => {
  expect(alarmKinds.filter((kind) => suppressedBy([rule])(kind) === reason)).toEqual(
    alarmKinds.filter((kind) => alarmPriorities[kind] !== 1),
  );
});

test('a lift without power suppresses what follows from that, and nothing that says that a person is there', () => {
  const of = suppressedBy([powerCut]);
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
