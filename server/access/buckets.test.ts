import { expect, test } from 'vitest';
import { VirtualClock } from '../runtime/virtualClock.ts';
import { Buckets } from './buckets.ts';

test.each([
  ['back', -7_200_000],
  ['forward', 7_200_000],
])('a clock that is set two hours %s neither locks anyone out nor grants extra attempts', async (_direction, byMs) => {
  const clock = new VirtualClock();
  const tries = new Buckets({ burst: 2, perHour: 60 }, clock);
  expect([tries.tryTake('a'), tries.tryTake('a'), tries.tryTake('a')]).toEqual([true, true, false]);
  clock.step(byMs);
  expect(tries.waitMs('a')).toBe(60_000);
  await clock.advance(60_000);
  expect([tries.tryTake('a'), tries.tryTake('a')]).toEqual([true, false]);
});
