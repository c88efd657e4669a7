import { expect, test } from 'vitest';
import { TokenBucket } from './tokenBucket.ts';

test('a burst passes, then the steady rate', () => {
  const bucket = new TokenBucket({ burst: 3, perSecond: 2 }, 0);
  expect([0, 0, 0, 0].map((nowMs) => bucket.take(nowMs))).toEqual([true, true, true, false]);
  expect([500, 500, 1_000].map((nowMs) => bucket.take(nowMs))).toEqual([true, false, true]);
});

test('callers who reserve wait as long as the rate asks, one behind the other', () => {
  const bucket = new TokenBucket({ burst: 1, perSecond: 2 }, 0);
  expect([0, 0, 0].map((nowMs) => bucket.reserve(nowMs))).toEqual([0, 500, 1_000]);
});

test('what was reserved is owed until the rate has paid for it', () => {
  const bucket = new TokenBucket({ burst: 1, perSecond: 2 }, 0);
  for (let taken = 0; taken < 5; taken += 1) bucket.reserve(0);
  expect([0, 500, 2_000, 9_000].map((nowMs) => bucket.debtMs(nowMs))).toEqual([2_000, 1_500, 0, 0]);
});

test('a clock that is set back locks no one out', () => {
  const bucket = new TokenBucket({ burst: 1, perSecond: 1 }, 10_000);
  expect(bucket.take(10_000)).toBe(true);
  expect(bucket.take(0)).toBe(false);
  expect(bucket.take(1_000)).toBe(true);
});
