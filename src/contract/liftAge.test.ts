import { expect, test } from 'vitest';
import { ageYearsAt, installedBeforeMs, isAgeFilter } from './liftAge.ts';

const at = (text: string): number => Date.parse(`${text}+08:00`);

test('a lift turns five with the day of its fifth anniversary in the city, not an hour before', () => {
  const installed = at('2021-11-21T15:00:00');
  const isFive = (now: string) => installed < installedBeforeMs(at(now), 5);
  expect([isFive('2026-11-20T23:59:59'), isFive('2026-11-21T00:00:00'), isFive('2026-11-21T23:59:59')]).toEqual([
    false,
    true,
    true,
  ]);
  expect([ageYearsAt(installed, at('2026-11-20T23:59:59')), ageYearsAt(installed, at('2026-11-21T00:00:00'))]).toEqual([
    4.9, 5,
  ]);
});

test('one of 29 February turns a year older on 1 March where its year has no such day', () => {
  const installed = at('2020-02-29T00:00:00');
  expect([
    ageYearsAt(installed, at('2025-02-28T12:00:00')),
    ageYearsAt(installed, at('2025-03-01T12:00:00')),
    ageYearsAt(installed, at('2028-02-29T12:00:00')),
  ]).toEqual([4.9, 5, 8]);
  const firstOfMarch = at('2023-03-01T00:00:00');
  expect([
    ageYearsAt(firstOfMarch, at('2028-02-29T12:00:00')),
    firstOfMarch < installedBeforeMs(at('2028-02-29T12:00:00'), 5),
  ]).toEqual([4.9, false]);
});

test('the displayed age and the requested bound never disagree, on any day of four years', () => {
  const days = Array.from({ length: 1_461 }, (_, day) => at('2026-01-01T09:00:00') + day * 86_400_000);
  const disagreements = days.flatMap((now) =>
    [1, 5, 10, 15].filter((years) => {
      const bound = installedBeforeMs(now, years);
      return !(ageYearsAt(bound - 1, now) >= years && ageYearsAt(bound, now) < years);
    }),
  );
  expect(disagreements).toEqual([]);
});

test('a lift that will be installed tomorrow is not of negative age', () => {
  expect(ageYearsAt(at('2026-11-22T00:00:00'), at('2026-11-21T12:00:00'))).toBe(0);
});

test('a range that no lift can lie in is no range', () => {
  expect(
    [
      {},
      { yearsStart: 5 },
      { yearsStart: 10, yearsEnd: 5 },
      { yearsEnd: 15 },
      { install_unknown: true },
      { install_unknown: false, yearsEnd: 3 },
    ].map(isAgeFilter),
  ).not.toContain(false);
  expect(
    [
      { yearsStart: 5, yearsEnd: 10 },
      { yearsStart: 5, yearsEnd: 5 },
      { yearsStart: 0 },
      { install_unknown: true, yearsEnd: 5 },
    ].map(isAgeFilter),
  ).not.toContain(true);
});
