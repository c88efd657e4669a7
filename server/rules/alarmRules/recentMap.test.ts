import { expect, test } from 'vitest';
import { RecentMap } from './recentMap.ts';

test('what was written last is remembered, and what is old is forgotten', () => {
  const map = new RecentMap<number, string>(2);
  for (const key of [1, 2, 3]) map.set(key, `v${key}`);
  expect([map.get(1), map.get(2), map.get(3)]).toEqual(['v1', 'v2', 'v3']);
  for (const key of [4, 5]) map.set(key, `v${key}`);
  expect([map.has(1), map.has(2), map.has(4), map.has(5)]).toEqual([false, false, true, true]);
});

test('a value is replaced and removed wherever it is', () => {
  const map = new RecentMap<number, string>(2);
  for (const key of [1, 2, 3]) map.set(key, 'old');
  map.set(1, 'new');
  expect(map.get(1)).toBe('new');
  map.delete(1);
  expect(map.has(1)).toBe(false);
});
