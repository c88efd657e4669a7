import { expect, test } from 'vitest';
import { percentText } from './percentText.ts';

test('one that differs is never rounded away', () => {
  expect(percentText(9_999, 10_000)).toBe('99.9%');
  expect(percentText(10_000, 10_000)).toBe('100%');
  expect(percentText(1, 10_000)).toBe('<0.1%');
  expect(percentText(0, 10_000)).toBe('0.0%');
  expect(percentText(0, 0)).toBe('—');
});
