import { test } from 'vitest';
import { withMarbles } from '../loading/marbles.testing.ts';
import { searchElevators, type ElevatorPage } from './searchElevators.ts';

const page = (total: number): ElevatorPage => ({ list: [], current_page: 1, page_size: 8, total, max_page: 1 });

test('a response to an earlier keyword is dropped once a later one was requested', () => {
  withMarbles(({ hot, cold, expectObservable, expectSubscriptions }, scheduler) => {
    const slow$ = cold('----(p|)', { p: page(9) });
    const quick$ = cold('-(p|)', { p: page(1) });
    const result$ = searchElevators(
      hot('-a-b', { a: '翠', b: '翠湖' }),
      (keyword) => (keyword === '翠' ? slow$ : quick$),
      { scheduler },
    );
    expectObservable(result$).toBe('-l-mr', {
      l: { keyword: '翠', result: { kind: 'loading' } },
      m: { keyword: '翠湖', result: { kind: 'loading' } },
      r: { keyword: '翠湖', result: { kind: 'ready', value: page(1), problem: null } },
    });
    expectSubscriptions(slow$.subscriptions).toBe('-^-!');
  });
});

test('an emptied box requests nothing, and surrounding spaces are ignored', () => {
  withMarbles(({ hot, cold, expectObservable }, scheduler) => {
    const result$ = searchElevators(
      hot('-a----b-c', { a: '翠', b: ' 翠 ', c: '  ' }),
      () => cold('(p|)', { p: page(2) }),
      { scheduler },
    );
    expectObservable(result$).toBe('-(lr)---i', {
      l: { keyword: '翠', result: { kind: 'loading' } },
      r: { keyword: '翠', result: { kind: 'ready', value: page(2), problem: null } },
      i: { keyword: '', result: { kind: 'idle' } },
    });
  });
});
