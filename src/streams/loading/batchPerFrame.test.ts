import { timer } from 'rxjs';
import { it } from 'vitest';
import { batchPerFrame } from './batchPerFrame.ts';
import { withMarbles } from './marbles.testing.ts';

const join = (before: string, after: string): string => before + after;

it('joins what comes within a frame and emits it once', () => {
  withMarbles(({ hot, expectObservable, expectSubscriptions }, scheduler) => {
    const source$ = hot('        a-b----c-----|');
    expectObservable(source$.pipe(batchPerFrame(join, () => timer(3, scheduler)))).toBe('---x------c--|', {
      x: 'ab',
      c: 'c',
    });
    expectSubscriptions(source$.subscriptions).toBe('^------------!');
  });
});

it('emits what waits before it completes, and nothing without a subscriber', () => {
  withMarbles(({ hot, expectObservable, expectSubscriptions }, scheduler) => {
    const ended$ = hot('ab|');
    expectObservable(ended$.pipe(batchPerFrame(join, () => timer(4, scheduler)))).toBe('----(x|)', { x: 'ab' });
    const left$ = hot('ab-');
    expectObservable(left$.pipe(batchPerFrame(join, () => timer(4, scheduler))), '^--!').toBe('----');
    expectSubscriptions(left$.subscriptions).toBe('^--!');
  });
});
