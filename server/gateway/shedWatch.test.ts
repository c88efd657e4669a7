import { expect, test } from 'vitest';
import { ShedWatch } from './shedWatch.ts';

test('an overload is reported when it begins, lasts until a minute has passed without it, and may begin again', () => {
  const watch = new ShedWatch();
  let nowMs = 0;
  const look = (total: number) => watch.look(total, (nowMs += ShedWatch.everyMs));
  expect(look(0)).toBe(false);
  expect(watch.reports).toEqual({ lastMinute: 0, sinceMs: null });
  expect(look(7)).toBe(true);
  const sinceMs = nowMs;
  expect(look(10)).toBe(false);
  expect(watch.reports).toEqual({ lastMinute: 10, sinceMs });
  for (let passedMs = 0; passedMs < 60_000; passedMs += ShedWatch.everyMs) look(10);
  expect(watch.reports).toEqual({ lastMinute: 0, sinceMs: null });
  expect(look(11)).toBe(true);
  expect(watch.reports).toEqual({ lastMinute: 1, sinceMs: nowMs });
});
