import { expect, test } from 'vitest';
import { ShedWatch } from './shedWatch.ts';

function watching() {
  const watch = new ShedWatch();
  let nowMs = 0;
  return { watch, now: () => nowMs, look: (total: number) => watch.look(total, (nowMs += ShedWatch.everyMs)) };
}

test('an overload counts from its first report, lasts until a minute has passed without it, and may begin again', () => {
  const { watch, now, look } = watching();
  look(0);
  expect(watch.reports).toEqual({ lastMinute: 0, sinceMs: null });
  look(7);
  const sinceMs = now();
  look(10);
  expect(watch.reports).toEqual({ lastMinute: 10, sinceMs });
  for (let passedMs = 0; passedMs < 60_000; passedMs += ShedWatch.everyMs) look(10);
  expect(watch.reports).toEqual({ lastMinute: 0, sinceMs: null });
  look(11);
  expect(watch.reports).toEqual({ lastMinute: 1, sinceMs: now() });
});

test('an overload that goes on is reported to operators once, a moment of one is not', () => {
  const { look } = watching();
  expect([0, 7, 7, 9, 9].map(look)).toEqual([false, false, false, false, false]);
  expect([9, 20, 30, 40, 50].map(look)).toEqual([false, true, false, false, false]);
  for (let passedMs = 0; passedMs < 60_000; passedMs += ShedWatch.everyMs) look(50);
  expect([51, 52, 53].map(look)).toEqual([false, false, true]);
});
