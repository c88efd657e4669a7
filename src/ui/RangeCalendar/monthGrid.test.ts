import { expect, test } from 'vitest';
import { formatDate } from '../time/formatTime.ts';
import { addMonths, dayAfterKey, monthGrid } from './monthGrid.ts';

const day = (text: string): number => Date.parse(`${text}T00:00:00+08:00`);

test('weeks begin on Monday and hold only days of the month', () => {
  const weeks = monthGrid(day('2026-03-04'));
  // 1 March 2026 is a Sunday.
  expect(weeks[0]?.map((ms) => (ms === null ? null : formatDate(ms)))).toEqual([
    null,
    null,
    null,
    null,
    null,
    null,
    '2026-03-01',
  ]);
  expect(weeks).toHaveLength(6);
  expect(weeks.flat().filter((ms) => ms !== null)).toHaveLength(31);
});

test.each([
  ['2026-02-01', 28],
  ['2028-02-29', 29],
  ['2026-12-31', 31],
])('the month of %s has %i days', (text, days) => {
  expect(
    monthGrid(day(text))
      .flat()
      .filter((ms) => ms !== null),
  ).toHaveLength(days);
});

test('months go over the turn of the year', () => {
  expect(formatDate(addMonths(day('2026-12-31'), 1))).toBe('2027-01-01');
  expect(formatDate(addMonths(day('2026-01-31'), -1))).toBe('2025-12-01');
});

test.each([
  ['ArrowLeft', '2026-03-01', '2026-02-28'],
  ['ArrowDown', '2026-03-30', '2026-04-06'],
  ['Home', '2026-03-04', '2026-03-02'],
  ['End', '2026-03-04', '2026-03-08'],
  ['PageUp', '2026-03-31', '2026-02-28'],
  ['PageDown', '2026-12-31', '2027-01-31'],
])('%s leads from %s to %s', (key, from, to) => {
  expect(formatDate(dayAfterKey(day(from), key) ?? 0)).toBe(to);
});

test('other keys lead nowhere', () => {
  expect(dayAfterKey(day('2026-03-04'), 'Enter')).toBeNull();
});
