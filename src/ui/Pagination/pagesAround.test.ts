import { expect, test } from 'vitest';
import { pagesAround } from './pagesAround.ts';

test.each([
  [1, 1, [1]],
  [1, 5, [1, 2, 3, 4, 5]],
  [1, 50, [1, 2, null, 49, 50]],
  [25, 50, [1, 2, null, 24, 25, 26, null, 49, 50]],
  [4, 50, [1, 2, 3, 4, 5, null, 49, 50]],
  [50, 50, [1, 2, null, 49, 50]],
])('on page %i of %i the pages offered are %j', (current, last, pages) => {
  expect(pagesAround(current, last)).toEqual(pages);
});
