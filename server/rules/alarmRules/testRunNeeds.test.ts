import { expect, test } from 'vitest';
import { exampleRule } from '../../../tests/support/ruleExamples.ts';
import { neededBy } from './testRunNeeds.ts';

const typesFor = (...listens: NonNullable<Parameters<typeof exampleRule>[0]>['listens'] & object) =>
  neededBy([exampleRule({ listens })]).types;

test('a rule about what is overdue also needs what opened it, which says the lift', () => {
  expect(typesFor({ source: 'exception', value: 'incident', phase: 'overdue' })).toEqual(
    expect.arrayContaining(['incident.opened', 'incident.deadlinePassed']),
  );
});

test('a rule about the end of an alarm also needs what says how grave it had become', () => {
  expect(typesFor({ source: 'alarm', value: 'overLoad', phase: 'cleared' })).toEqual(
    expect.arrayContaining(['alarm.raised', 'alarm.worsened', 'alarm.cleared']),
  );
  expect(typesFor({ source: 'alarm', value: 'overLoad', phase: 'raised' })).toEqual(['alarm.raised']);
});
