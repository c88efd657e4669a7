import { expect, test } from 'vitest';
import { dayStartMs } from '../../../src/contract/time.ts';
import { monthsUpTo, Parts, periodsOf, previousOf, spanOf, yearBeforeOf } from './periods.ts';

test.each([
  ['part of a month', '2026-11-01', '2026-11-12', '2026-10-01', '2026-10-12'],
  ['a whole month, with the whole month before', '2026-11-01', '2026-11-30', '2026-10-01', '2026-10-31'],
  ['thirty days of March, with all of February', '2026-03-01', '2026-03-30', '2026-02-01', '2026-02-28'],
  ['January, with December', '2026-01-01', '2026-01-31', '2025-12-01', '2025-12-31'],
  ['days from the middle of a month', '2026-11-10', '2026-11-16', '2026-11-03', '2026-11-09'],
  ['a quarter, with as many days before', '2026-07-01', '2026-09-30', '2026-03-31', '2026-06-30'],
])('%s is compared', (_what, from, to, previousFrom, previousTo) => {
  expect(previousOf({ from, to })).toEqual({ from: previousFrom, to: previousTo });
});

test('a year before, 29 February is the 28th', () => {
  expect(yearBeforeOf({ from: '2028-02-29', to: '2028-03-01' })).toEqual({ from: '2027-02-28', to: '2027-03-01' });
});

test('days to come are left out, and thirteen months end with that of the last day', () => {
  const nowMs = Date.parse('2026-11-12T09:00:00+08:00');
  const { period, months } = periodsOf({ from: '2026-11-01', to: '2026-11-30' }, nowMs);
  expect(period.to).toBe('2026-11-12');
  expect([months.length, months[0], months.at(-1)]).toEqual([13, '2025-11', '2026-11']);
  expect(monthsUpTo('2026-01-31', 2)).toEqual(['2025-12', '2026-01']);
});

test('spans that overlap consist of parts, and of nothing in between', () => {
  const [first, second] = [
    spanOf({ from: '2026-01-01', to: '2026-01-10' }),
    spanOf({ from: '2026-01-06', to: '2026-01-20' }),
  ];
  const later = spanOf({ from: '2026-02-01', to: '2026-02-01' });
  const parts = new Parts([first, second, later, { fromMs: 5, toMs: 5 }]);
  expect(parts.of(first)).toEqual([0, 1]);
  expect(parts.of(second)).toEqual([1, 2]);
  expect(parts.of(later)).toEqual([4]);
  expect(parts.whole).toEqual({ fromMs: dayStartMs('2026-01-01'), toMs: dayStartMs('2026-02-02') });
});
