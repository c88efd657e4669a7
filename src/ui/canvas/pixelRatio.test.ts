import { expect, test } from 'vitest';
import { boundedRatio } from './pixelRatio.ts';

test('a canvas follows the display until it would hold too many pixels', () => {
  expect(boundedRatio(1.5, 1920, 1080)).toBe(1.5);
  expect(boundedRatio(4, 1920, 1080, 1920 * 1080 * 4)).toBe(2);
  expect(boundedRatio(1, 20_000, 20_000, 1_000_000)).toBe(0.5);
});

test('a canvas without a size draws at 1:1', () => {
  expect(boundedRatio(2, 0, 400)).toBe(1);
});
