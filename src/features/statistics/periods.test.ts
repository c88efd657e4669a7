import { expect, test } from 'vitest';
import { describePeriod, keyOfDays, periodBeside, readPeriod } from './periods.ts';

const today = '2026-11-21';

test.each([
  [null, '2026-11-01', '2026-11-21', '2026 年 11 月（至 11 月 21 日）'],
  ['2026-10', '2026-10-01', '2026-10-31', '2026 年 10 月'],
  ['2024-02', '2024-02-01', '2024-02-29', '2024 年 2 月'],
  ['2026-Q3', '2026-07-01', '2026-09-30', '2026 年第 3 季度'],
  ['2026', '2026-01-01', '2026-11-21', '2026 年（至 11 月 21 日）'],
  ['2026-11-03_2026-11-20', '2026-11-03', '2026-11-20', '2026-11-03 至 2026-11-20'],
  ['2026-11-03_2027-01-20', '2026-11-03', '2026-11-21', '2026-11-03 至 2026-11-21'],
])('the address %s counts the days that have passed of it', (text, from, to, words) => {
  const { period, problem } = readPeriod(text, today);
  expect([period.from, period.to, problem]).toEqual([from, to, null]);
  expect(describePeriod(period)).toBe(words);
});

test.each([
  ['2026-13', '无法识别'],
  ['昨天', '无法识别'],
  ['2026-02-30_2026-03-01', '无法识别'],
  ['2026-11-20_2026-11-03', '结束早于开始'],
  ['2026-12', '尚未开始'],
  ['2006-01-01_2026-11-01', '超过 10 年'],
])('the address %s falls back to this month, and the page says why', (text, why) => {
  const { period, problem } = readPeriod(text, today);
  expect(period).toEqual({ kind: 'month', from: '2026-11-01', to: today, key: '2026-11' });
  expect(problem).toContain(why);
});

const beside = (key: string, by: -1 | 1) => periodBeside(readPeriod(key, today).period, by, today);
test('one steps through months, quarters and years, but not into the future', () => {
  expect([beside('2026-01', -1), beside('2026-Q1', -1), beside('2026', -1)]).toEqual(['2025-12', '2025-Q4', '2025']);
  expect([beside('2026-10', 1), beside('2026-11', 1), beside('2026-11-03_2026-11-20', -1)]).toEqual([
    '2026-11',
    null,
    null,
  ]);
});

test('days that are a month, quarter or year have its short name in the address', () => {
  expect(keyOfDays('2026-11-01', '2026-11-21', today)).toBe('2026-11');
  expect(keyOfDays('2026-07-01', '2026-09-30', today)).toBe('2026-Q3');
  expect(keyOfDays('2026-01-01', '2026-11-21', today)).toBe('2026');
  expect(keyOfDays('2026-09-03', '2026-11-21', today)).toBe('2026-09-03_2026-11-21');
});
