import { concat, map, NEVER, of, timer, VirtualTimeScheduler } from 'rxjs';
import { describe, expect, it } from 'vitest';
import { batchUnlessUrgent } from './batchUnlessUrgent.ts';
import { withMarbles } from './marbles.testing.ts';

const isUrgent = (letter: string): boolean => letter === 'u';
const joined = map((letters: readonly string[]) => letters.join(''));

describe('what comes in quick succession', () => {
  it('is delivered together, complete and in order; the first after a silence immediately', () => {
    withMarbles(({ hot, expectObservable, expectSubscriptions }, scheduler) => {
      const source$ = hot('  ab-c-d-------a-');
      const subs = '         ^-------------!';
      expectObservable(
        source$.pipe(
          batchUnlessUrgent(() => timer(4, scheduler)),
          joined,
        ),
        subs,
      ).toBe('a---p---d----a-', { a: 'a', p: 'bc', d: 'd' });
      expectSubscriptions(source$.subscriptions).toBe(subs);
    });
  });
  it('waits as long as requested, but no longer than there is a subscriber', () => {
    withMarbles(({ hot, cold, expectObservable, expectSubscriptions }) => {
      const source$ = hot('  abc----d-');
      const pause$ = cold('  --x-x    ');
      const subs = '         ^-------!';
      expectObservable(
        source$.pipe(
          batchUnlessUrgent(() => pause$),
          joined,
        ),
        subs,
      ).toBe('a-p----d-', { a: 'a', p: 'bc', d: 'd' });
      expectSubscriptions(source$.subscriptions).toBe(subs);
      expectSubscriptions(pause$.subscriptions).toBe(['^-!', '--^-!', '-------^!']);
    });
  });
  it('does not wait if the pause is already over', () => {
    withMarbles(({ hot, expectObservable }) => {
      expectObservable(
        hot('ab(cd)|').pipe(
          batchUnlessUrgent(() => of(0)),
          joined,
        ),
      ).toBe('ab(cd)|');
    });
  });
});

describe('what is urgent', () => {
  it('does not wait, overtakes nothing, and starts another pause', () => {
    withMarbles(({ hot, expectObservable, expectSubscriptions }, scheduler) => {
      const source$ = hot('  abu-cd----');
      const subs = '         ^--------!';
      expectObservable(
        source$.pipe(
          batchUnlessUrgent(() => timer(4, scheduler), isUrgent),
          joined,
        ),
        subs,
      ).toBe('a-u---p---', { a: 'a', u: 'bu', p: 'cd' });
      expectSubscriptions(source$.subscriptions).toBe(subs);
    });
  });
});

describe('what still waits', () => {
  it('is delivered before the end', () => {
    withMarbles(({ hot, expectObservable, expectSubscriptions }, scheduler) => {
      const ended$ = hot(' abc|');
      expectObservable(
        ended$.pipe(
          batchUnlessUrgent(() => timer(9, scheduler)),
          joined,
        ),
      ).toBe('a--(p|)', { a: 'a', p: 'bc' });
      expectSubscriptions(ended$.subscriptions).toBe('^--!');
      const failed$ = hot('abc#');
      expectObservable(
        failed$.pipe(
          batchUnlessUrgent(() => timer(9, scheduler)),
          joined,
        ),
      ).toBe('a--(p#)', { a: 'a', p: 'bc' });
    });
  });
  it('is not delivered after unsubscribing, and no timer remains', () => {
    withMarbles(({ hot, expectObservable, expectSubscriptions }, scheduler) => {
      const left$ = hot('  abc------');
      expectObservable(
        left$.pipe(
          batchUnlessUrgent(() => timer(4, scheduler)),
          joined,
        ),
        '^--!',
      ).toBe('a--------');
      expectSubscriptions(left$.subscriptions).toBe('^--!');
    });
    const timers = new VirtualTimeScheduler();
    const watching = concat(of('a'), NEVER)
      .pipe(batchUnlessUrgent(() => timer(4, timers)))
      .subscribe();
    expect(timers.actions).toHaveLength(1);
    watching.unsubscribe();
    expect(timers.actions).toHaveLength(0);
  });
});
