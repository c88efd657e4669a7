import { describe, expect, test } from 'vitest';
import { describeDuration, describeMonths, formatDuration } from './formatDuration.ts';
import { formatDate, formatDateTime, startOfDayMs, startOfMonthMs, toMs, toWireTime } from './formatTime.ts';

const ms = Date.parse('2026-03-04T23:06:07+08:00');

test('times are read in UTC+8 whatever the machine’s own zone', () => {
  expect(formatDateTime(ms)).toBe('2026-03-04 23:06:07');
  expect(formatDate(Date.parse('2026-12-31T16:00:00Z'))).toBe('2027-01-01');
  expect(toWireTime(ms)).toBe('2026-03-04T23:06:07+08:00');
  expect(Date.parse(toWireTime(ms))).toBe(ms);
});

test('a day and a month begin at midnight in UTC+8', () => {
  expect(toWireTime(startOfDayMs(ms))).toBe('2026-03-04T00:00:00+08:00');
  expect(toWireTime(startOfDayMs(startOfDayMs(ms)))).toBe('2026-03-04T00:00:00+08:00');
  expect(toWireTime(startOfMonthMs(Date.parse('2026-03-01T00:30:00+08:00')))).toBe('2026-03-01T00:00:00+08:00');
});

test('what is no time is null', () => {
  expect(['', null, undefined, 'soon', Number.NaN].map(toMs)).toEqual([null, null, null, null, null]);
  expect(toMs('2026-03-04T23:06:07+08:00')).toBe(ms);
});

describe('a clock', () => {
  test.each([
    [0, '00:00'],
    [999, '00:00'],
    [161_000, '02:41'],
    [3_599_999, '59:59'],
    [3_761_000, '1:02:41'],
    [360_000_000, '100:00:00'],
    [-5000, '00:00'],
  ])('of %i ms reads %s', (durationMs, text) => {
    expect(formatDuration(durationMs)).toBe(text);
  });
  test.each([
    [8000, '8 秒'],
    [60_000, '1 分钟'],
    [200_000, '3 分 20 秒'],
    [7_500_000, '2 小时 5 分'],
    [345_600_000, '4 天'],
  ])('of %i ms is said as %s', (durationMs, text) => {
    expect(describeDuration(durationMs)).toBe(text);
  });
});

const since = (from: string, to: string): string =>
  describeMonths(Date.parse(`${from}T00:00:00+08:00`), Date.parse(`${to}T00:00:00+08:00`));

test('the term of a contract is given in full calendar months', () => {
  expect(since('2024-03-01', '2025-11-21')).toBe('1 年 8 个月');
  expect(since('2024-03-22', '2025-11-21')).toBe('1 年 7 个月');
  expect(since('2024-11-21', '2026-11-21')).toBe('2 年');
  expect(since('2026-10-22', '2026-11-21')).toBe('不到 1 个月');
  expect(since('2026-10-21', '2026-11-21')).toBe('1 个月');
});
