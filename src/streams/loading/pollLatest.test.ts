import { describe, it } from 'vitest';
import { withMarbles } from './marbles.testing.ts';
import { pollLatest } from './pollLatest.ts';

const values = { a: { kind: 'value', value: 1 }, b: { kind: 'value', value: 2 }, x: { kind: 'failed', error: 'down' } };

describe('polling', () => {
  it('requests immediately, then every period, until unsubscribed', () => {
    withMarbles(({ cold, expectObservable, expectSubscriptions }, scheduler) => {
      const answer$ = cold(' -(1|)', { 1: 1 });
      expectObservable(
        pollLatest(() => answer$, { everyMs: 5, scheduler }),
        '^-----------!',
      ).toBe('-a----a----a', values);
      expectSubscriptions(answer$.subscriptions).toBe(['^!', '-----^!', '----------^!']);
    });
  });
  it('goes on after a failure', () => {
    withMarbles(({ cold, expectObservable }, scheduler) => {
      let turn = 0;
      const answers = [cold<number>('-#', {}, 'down'), cold('-(2|)', { 2: 2 })];
      expectObservable(
        pollLatest(() => answers[turn++] ?? cold<number>('-'), { everyMs: 5, scheduler }),
        '^--------!',
      ).toBe('-x----b---', values);
    });
  });
  it('waits for a slow response and skips the turns meanwhile', () => {
    withMarbles(({ cold, expectObservable, expectSubscriptions }, scheduler) => {
      const slow$ = cold('   -------(1|)', { 1: 1 });
      expectObservable(
        pollLatest(() => slow$, { everyMs: 5, scheduler }),
        '^-----------!',
      ).toBe('-------a----', values);
      expectSubscriptions(slow$.subscriptions).toBe(['^------!', '----------^-!']);
    });
  });
  it('or drops it, when only the newest request counts', () => {
    withMarbles(({ cold, expectObservable, expectSubscriptions }, scheduler) => {
      const slow$ = cold('   -------(1|)', { 1: 1 });
      expectObservable(
        pollLatest(() => slow$, { everyMs: 5, whenBusy: 'restart', scheduler }),
        '^-----------!',
      ).toBe('------------', values);
      expectSubscriptions(slow$.subscriptions).toBe(['^----!', '-----^----!', '----------^-!']);
    });
  });
});
