import { test } from 'vitest';
import { withMarbles } from './marbles.testing.ts';
import { exhaustLatest } from './exhaustLatest.ts';

test('of a burst the first and the last are projected, one after the other', () => {
  withMarbles(({ hot, cold, expectObservable, expectSubscriptions }) => {
    const source$ = hot('  -a-b-c------|');
    const first$ = cold('   ----(1|)');
    const last$ = cold('        ----(2|)');
    const projections = { a: first$, b: cold('x|'), c: last$ };
    const result$ = source$.pipe(
      exhaustLatest((key) => (key === 'a' ? projections.a : key === 'b' ? projections.b : projections.c)),
    );
    expectObservable(result$).toBe('-----1---2--|');
    expectSubscriptions(first$.subscriptions).toBe('-^---!');
    expectSubscriptions(projections.b.subscriptions).toBe([]);
    expectSubscriptions(last$.subscriptions).toBe(' -----^---!');
  });
});

test('a projection that ends immediately admits the next value', () => {
  withMarbles(({ hot, cold, expectObservable }) => {
    expectObservable(hot('ab-c|').pipe(exhaustLatest((key) => cold('(x|)', { x: key })))).toBe('ab-c|');
  });
});

test('a running projection is stopped with its subscriber', () => {
  withMarbles(({ hot, cold, expectObservable, expectSubscriptions }) => {
    const load$ = cold('-----x|');
    expectObservable(hot('a').pipe(exhaustLatest(() => load$)), '---!').toBe('');
    expectSubscriptions(load$.subscriptions).toBe('^--!');
  });
});

test('the value that waited is still projected after the source has ended', () => {
  withMarbles(({ hot, cold, expectObservable }) => {
    expectObservable(hot('ab|').pipe(exhaustLatest((key) => cold('---(x|)', { x: key })))).toBe('---a--(b|)');
  });
});

test('an error of a projection ends the stream: loads emit failures as values instead', () => {
  withMarbles(({ hot, cold, expectObservable }) => {
    expectObservable(hot('a').pipe(exhaustLatest(() => cold('--#')))).toBe('--#');
  });
});
