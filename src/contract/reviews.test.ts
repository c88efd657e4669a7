import { expect, test } from 'vitest';
import { hasSensitiveWord } from './reviews.ts';

const words = '加微信、去死，Casino';

test.each([
  ['维保不错，加 微*信 有优惠', true],
  ['best CASINO in town', true],
  ['加装电梯的微信群', false],
  ['', false],
])('the review “%s” has a sensitive word: %s', (text, expected) => {
  expect(hasSensitiveWord(text, words)).toBe(expected);
});

test('an empty list marks nothing', () => {
  expect(hasSensitiveWord('去死', ' 、')).toBe(false);
});
