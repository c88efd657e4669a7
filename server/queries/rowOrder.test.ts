import { expect, test } from 'vitest';
import { rowOrder } from './rowOrder.ts';

const atMs = Date.UTC(2026, 10, 24);

test('a row that its machine moved on is newer, even if the clock was set back', () => {
  expect(rowOrder(8, atMs - 3_600_000)).toBeGreaterThan(rowOrder(7, atMs));
});

test('a row that something beside its machine touched is newer as well', () => {
  expect(rowOrder(7, atMs + 1)).toBeGreaterThan(rowOrder(7, atMs));
  expect(rowOrder(null, atMs + 1)).toBeGreaterThan(rowOrder(undefined, atMs));
});

test('stays a whole number that JSON carries for thousands of steps', () => {
  expect(Number.isSafeInteger(rowOrder(4_000, atMs))).toBe(true);
});
