import { expect, test } from 'vitest';
import { moveActive } from './moveActive.ts';

const options = [{ isDisabled: true }, {}, {}, { isDisabled: true }, {}, { isDisabled: true }];

test.each([
  [-1, 'ArrowDown', 1],
  [1, 'ArrowDown', 2],
  [2, 'ArrowDown', 4],
  [4, 'ArrowDown', 4],
  [1, 'ArrowUp', 1],
  [-1, 'ArrowUp', 4],
  [4, 'Home', 1],
  [1, 'End', 4],
  [2, 'Enter', null],
])('from %i, %s leads to %j', (active, key, next) => {
  expect(moveActive(options, active, key)).toBe(next);
});

test('there is nowhere to go in an empty list', () => {
  expect(moveActive([], -1, 'ArrowDown')).toBe(-1);
});
