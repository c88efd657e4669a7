import { describe, it } from 'vitest';
import { detectStaleness } from './detectStaleness.ts';
import { heartbeatWatchdog } from './heartbeatWatchdog.ts';
import { withMarbles } from '../loading/marbles.testing.ts';

const freshness = { f: 'fresh', s: 'stale' } as const;

describe('staleness', () => {
  it('is reported once when a source falls silent, and withdrawn when it speaks', () => {
    withMarbles(({ hot, expectObservable, expectSubscriptions }, scheduler) => {
      const source$ = hot('  -a--a--------a-', { a: 1 });
      const subs = '         ^-------------!';
      const expected = '     -f-------s---f-';
      expectObservable(detectStaleness(source$, { afterMs: 5, scheduler }), subs).toBe(expected, freshness);
      expectSubscriptions(source$.subscriptions).toBe(subs);
    });
  });
  it('is reported for a source that never speaks', () => {
    withMarbles(({ hot, expectObservable, expectSubscriptions }, scheduler) => {
      const source$ = hot('  ---------');
      const subs = '         ^-------!';
      expectObservable(detectStaleness(source$, { afterMs: 5, scheduler }), subs).toBe('-----s---', freshness);
      expectSubscriptions(source$.subscriptions).toBe(subs);
    });
  });
  it('leaves no timer behind', () => {
    withMarbles(({ hot, expectObservable, expectSubscriptions }, scheduler) => {
      const source$ = hot('  -a-------');
      const subs = '         ^--!';
      expectObservable(detectStaleness(source$, { afterMs: 5, scheduler }), subs).toBe('-f-', freshness);
      expectSubscriptions(source$.subscriptions).toBe(subs);
    });
  });
});

describe('the watchdog', () => {
  it('barks once for each silence of 12 s', () => {
    withMarbles(({ cold, expectObservable, expectSubscriptions }, scheduler) => {
      const heard$ = cold('  a 4999ms a 4999ms a 19999ms a', { a: null });
      const subs = '         ^ 34999ms !';
      expectObservable(heartbeatWatchdog(heard$, { scheduler }), subs).toBe('22s w', { w: undefined });
      expectSubscriptions(heard$.subscriptions).toBe(subs);
    });
  });
});
