import { test } from 'vitest';
import { CallError } from '../../contract/call.ts';
import { withMarbles } from './marbles.testing.ts';
import { loadWithRetry } from './loadWithRetry.ts';

const offline = new CallError('offline', '网络连接已断开', 0);
const denied = new CallError('denied', '没有权限', 403);

test('a failed load reports it and is retried until it has a value', () => {
  withMarbles(({ cold, expectObservable }, scheduler) => {
    const tries = [cold<number>('-#', {}, offline), cold<number>('-#', {}, offline), cold('-(v|)', { v: 7 })];
    const result$ = loadWithRetry(() => tries.shift() ?? cold<number>('#'), { retryAfterMs: 3_000, scheduler });
    expectObservable(result$).toBe('-f 3s f 3s (r|)', {
      f: { kind: 'failed', failure: 'offline', message: '网络连接已断开' },
      r: { kind: 'ready', value: 7, problem: null },
    });
  });
});

test('is not retried where that cannot help', () => {
  withMarbles(({ cold, expectObservable }, scheduler) => {
    expectObservable(loadWithRetry(() => cold<number>('-#', {}, denied), { scheduler })).toBe('-(f|)', {
      f: { kind: 'failed', failure: 'denied', message: '没有权限' },
    });
  });
});

test('unsubscribing stops the waiting', () => {
  withMarbles(({ cold, expectObservable, expectSubscriptions }, scheduler) => {
    const load$ = cold<number>('-#', {}, offline);
    expectObservable(
      loadWithRetry(() => load$, { retryAfterMs: 5, scheduler }),
      '---!',
    ).toBe('-f', { f: { kind: 'failed', failure: 'offline', message: '网络连接已断开' } });
    expectSubscriptions(load$.subscriptions).toBe('^!');
  });
});
