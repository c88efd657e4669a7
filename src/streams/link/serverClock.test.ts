import { describe, it } from 'vitest';
import { withMarbles } from '../loading/marbles.testing.ts';
import { clockOffset, serverClock } from './serverClock.ts';

describe('the clock on the screen', () => {
  it("is the server's, every second, and our own until the server has sent its", () => {
    withMarbles(({ cold, expectObservable, expectSubscriptions }, scheduler) => {
      const times$ = cold('  1500ms a', { a: 60_000 });
      const subs = '         ^ 2499ms !';
      expectObservable(serverClock(times$, { scheduler }), subs).toBe('a 999ms b 499ms c 499ms d', {
        a: 0,
        b: 1_000,
        c: 60_000,
        d: 60_500,
      });
      expectSubscriptions(times$.subscriptions).toBe(subs);
    });
  });
  it("follows immediately when the server's clock is set back", () => {
    withMarbles(({ cold, expectObservable }, scheduler) => {
      const times$ = cold('a 4999ms b 4999ms c|', { a: 7_200_000, b: 5_000, c: 10_000 });
      expectObservable(clockOffset(times$, { scheduler })).toBe('a 4999ms b 4999ms c|', { a: 7_200_000, b: 0, c: 0 });
    });
  });
  it('follows the fastest sample: a slow one is late, not early', () => {
    withMarbles(({ cold, expectObservable, expectSubscriptions }, scheduler) => {
      // Sent at 100, 200 and 300 of the server's clock, which is 100 ahead; the second was 50 under way.
      const times$ = cold('  a 149ms b 49ms c|', { a: 100, b: 200, c: 300 });
      expectObservable(clockOffset(times$, { scheduler })).toBe('a 149ms b 49ms c|', { a: 100, b: 100, c: 100 });
      expectSubscriptions(times$.subscriptions).toBe('^ 200ms !');
    });
  });
});
