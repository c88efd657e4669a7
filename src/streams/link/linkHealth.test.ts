import { from, lastValueFrom, toArray } from 'rxjs';
import { expect, test } from 'vitest';
import type { LinkStatus } from './liveFeed.ts';
import { countReconnects, linkAlarm, watchLinkHealth } from './linkHealth.ts';

const healthsOf = (...statuses: LinkStatus[]) => lastValueFrom(watchLinkHealth(from(statuses)).pipe(toArray()));

test('the loss counts from the first drop, through every retry, until the link is live again', async () => {
  const healths = await healthsOf(
    { state: 'live', sinceMs: 1_000 },
    { state: 'waiting', sinceMs: 5_000 },
    { state: 'connecting', sinceMs: 7_000 },
    { state: 'waiting', sinceMs: 9_000 },
    { state: 'live', sinceMs: 12_000 },
    { state: 'stale', sinceMs: 30_000 },
  );
  expect(healths.map(({ lostSinceMs }) => lostSinceMs)).toEqual([null, 5_000, 5_000, 5_000, null, 18_000]);
});

test('a page that is still loading has lost nothing; a first attempt that fails has', async () => {
  const healths = await healthsOf(
    { state: 'connecting', sinceMs: 1_000 },
    { state: 'waiting', sinceMs: 4_000 },
    { state: 'connecting', sinceMs: 6_000 },
  );
  expect(healths.map(({ isFirst }) => isFirst ?? false)).toEqual([true, false, false]);
  // A server that never answers is announced all the same.
  expect(linkAlarm({ state: 'connecting', lostSinceMs: 1_000, isFirst: true }, 6_000)).toBe('lost');
});

test('what failed without a connection learns each time that it is back, and not at the first', async () => {
  const times = await lastValueFrom(
    countReconnects(
      watchLinkHealth(
        from<LinkStatus[]>([
          { state: 'connecting', sinceMs: 0 },
          { state: 'live', sinceMs: 1_000 },
          { state: 'waiting', sinceMs: 5_000 },
          { state: 'connecting', sinceMs: 7_000 },
          { state: 'live', sinceMs: 8_000 },
          { state: 'stale', sinceMs: 9_000 },
          { state: 'live', sinceMs: 12_000 },
        ]),
      ),
    ).pipe(toArray()),
  );
  expect(times).toEqual([1, 2]);
});

test('a link found silent is announced, and stays announced while it is retried at once', async () => {
  const healths = await healthsOf(
    { state: 'live', sinceMs: 1_000 },
    { state: 'stale', sinceMs: 30_000 },
    { state: 'connecting', sinceMs: 30_020 },
  );
  expect(healths.map((health) => linkAlarm(health, 30_020))).toEqual(['none', 'lost', 'lost']);
});

test('a lost link is announced across the page within 5 s, a refused one immediately, a blip not at all', () => {
  expect(linkAlarm({ state: 'waiting', lostSinceMs: 10_000 }, 14_999)).toBe('none');
  expect(linkAlarm({ state: 'connecting', lostSinceMs: 10_000 }, 15_000)).toBe('lost');
  expect(linkAlarm({ state: 'refused', lostSinceMs: 10_000 }, 10_000)).toBe('refused');
  expect(linkAlarm({ state: 'live', lostSinceMs: null }, 99_000)).toBe('none');
});
