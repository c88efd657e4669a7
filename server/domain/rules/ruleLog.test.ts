import { expect, it } from 'vitest';
import { lastPositionBefore } from './ruleLog.ts';

/** A log with one event received at each of these times, at positions from 1; an imported one has none that counts. */
const searchIn = (receivedAtMs: readonly (number | 'imported')[]) => (beforeMs: number) =>
  lastPositionBefore(beforeMs, receivedAtMs.length, (from, to) => {
    const live = receivedAtMs.flatMap((atMs, index) =>
      atMs === 'imported' ? [] : [{ position: index + 1, received_at_ms: atMs }],
    );
    return Promise.resolve(live.find(({ position }) => position >= from && position <= to));
  });

it('the last event before a moment is found, also where histories were imported between live events', async () => {
  const search = searchIn([10, 'imported', 'imported', 20, 'imported', 30, 40]);
  expect(await search(5)).toBe(0);
  expect(await search(20)).toBe(1);
  expect(await search(25)).toBe(4);
  expect(await search(35)).toBe(6);
  expect(await search(100)).toBe(7);
});

it('a log of nothing but imports has no event before any moment', async () => {
  expect(await searchIn(['imported', 'imported', 'imported'])(100)).toBe(0);
});
