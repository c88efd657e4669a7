import { expect, test } from 'vitest';
import { nextReveal } from './useHeaderReveal.ts';

const scrolling = (...tops: number[]): boolean => tops.reduce(nextReveal, { top: 0, isHidden: false }).isHidden;

test('the header stays within 250 px, leaves when scrolled further down, and returns when scrolled up', () => {
  expect(scrolling(100, 250)).toBe(false);
  expect(scrolling(100, 251)).toBe(true);
  expect(scrolling(400, 399)).toBe(false);
  expect(scrolling(400, 400)).toBe(true);
  expect(scrolling(400, 200)).toBe(false);
});
