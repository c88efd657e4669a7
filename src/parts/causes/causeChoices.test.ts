import { expect, test } from 'vitest';
import { faultCausesFixture } from '../../contract/fixtures/exceptionFixtures.ts';
import { causeOfTop, causesBelow, detailsOf, topCauses } from './causeChoices.ts';

test('a cause is chosen in two levels; a retired one is no longer offered', () => {
  expect(topCauses(faultCausesFixture).map(({ code }) => code)).toEqual(['1', '3', '700']);
  expect(causesBelow(faultCausesFixture, '3').map(({ code }) => code)).toEqual(['301', '303']);
  expect(causesBelow(faultCausesFixture, null)).toEqual([]);
});

test('a cause of level 1 is an answer only where nothing is below it', () => {
  expect(causeOfTop(faultCausesFixture, '700')).toBe('700');
  expect(causeOfTop(faultCausesFixture, '3')).toBeNull();
});

test('the details of a rescue’s cause are the causes below its group, without retired ones', () => {
  expect(detailsOf(faultCausesFixture, 'door').map(({ code }) => code)).toEqual(['301', '303']);
  expect(detailsOf(faultCausesFixture, 'car')).toEqual([]);
  const isRetired = faultCausesFixture.map((cause) => (cause.code === '3' ? { ...cause, is_retired: true } : cause));
  expect(detailsOf(isRetired, 'door')).toEqual([]);
});
