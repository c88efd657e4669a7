import { of } from 'rxjs';
import { describe, expect, it } from 'vitest';
import { holdLines, isPointing, keepPlaces, type Pointing } from './holdLines.ts';
import { withMarbles } from '../loading/marbles.testing.ts';

interface Line {
  readonly key: string;
  readonly count: number;
}
const door: Line = { key: 'door', count: 2 };
const shake: Line = { key: 'shake', count: 2 };
const moto: Line = { key: 'moto', count: 1 };
const shown = (...entries: readonly Line[]) => ({
  lines: entries.map((entry) => ({ entry, isGone: false })),
  waitingNum: 0,
});

describe('while someone is about to click', () => {
  it('a group that grows keeps its place, one that has left stays marked, and a new line waits', () => {
    expect(keepPlaces(shown(door, shake), [moto, { ...shake, count: 9 }])).toEqual({
      lines: [
        { entry: door, isGone: true },
        { entry: { ...shake, count: 9 }, isGone: false },
      ],
      waitingNum: 1,
    });
  });

  it('lines come and go again as soon as the pointer leaves or rests', () => {
    withMarbles(({ hot, expectObservable, expectSubscriptions }) => {
      const entries$ = hot('a--b-----|', { a: [door], b: [moto, door] });
      const held$ = hot('  fh----f--|', { f: false, h: true });
      const held = { ...shown(door), waitingNum: 1 };
      expectObservable(holdLines(entries$, held$)).toBe('ab-c--d--|', {
        a: shown(door),
        b: shown(door),
        c: held,
        d: shown(moto, door),
      });
      expectSubscriptions(entries$.subscriptions).toBe('^--------!');
      expectSubscriptions(held$.subscriptions).toBe('   ^--------!');
    });
  });

  it('the first lines are shown although the pointer is there already', () => {
    withMarbles(({ expectObservable }) => {
      expectObservable(holdLines(of([door]), of(true))).toBe('(a|)', { a: shown(door) });
    });
  });

  it('a pointer counts from its movement until it leaves, or rests for four seconds', () => {
    withMarbles(({ hot, expectObservable, expectSubscriptions }, scheduler) => {
      const pointing$ = hot<Pointing>('-m 1s m 5s m 1s l', { m: 'moved', l: 'left' });
      const result$ = isPointing(pointing$, { scheduler });
      expectObservable(result$, '^ 10s !').toBe('ft 5000ms f 1000ms t 1000ms f', { f: false, t: true });
      expectSubscriptions(pointing$.subscriptions).toBe('^ 10s !');
    });
  });
});
