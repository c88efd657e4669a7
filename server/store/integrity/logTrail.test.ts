import { expect, test } from 'vitest';
import { addToTrail, type TrailPoint } from './logTrail.ts';

const minuteMs = 60_000;

test('the trail keeps each end of the last minute, one for each minute of the last hour, and every lift of it', () => {
  let trail: readonly TrailPoint[] = [];
  for (let position = 1; position <= 90 * 12; position += 1)
    trail = addToTrail(trail, {
      position,
      hash: `h${position}`,
      atMs: position * 5_000,
      lifts: [Math.ceil(position / 12)],
    });
  const newestMs = 90 * minuteMs;
  expect(trail.at(-1)?.atMs).toBe(newestMs);
  expect(trail.filter(({ atMs }) => newestMs - atMs <= minuteMs)).toHaveLength(13);
  expect(trail.length).toBeLessThan(75);
  expect(trail[0]?.atMs).toBeGreaterThanOrEqual(newestMs - 60 * minuteMs);
  const lifts = new Set(trail.flatMap((point) => point.lifts));
  for (let minute = 32; minute <= 90; minute += 1) expect(lifts).toContain(minute);
});
