import { of, throwError } from 'rxjs';
import { expect, it } from 'vitest';
import { withMarbles } from './marbles.testing.ts';
import { planReload } from './planReload.ts';

it('reloads after a deployment once no one has called for help for a while', () => {
  withMarbles(({ hot, expectObservable }, scheduler) => {
    const versions = ['1', '1', '2', '2', '2', '2'];
    const isQuiet$ = hot('b------------q--------', { b: false, q: true });
    const plan$ = planReload(
      { readVersion: () => of(versions.shift() ?? '2'), partFailed$: hot<void>('-'), isQuiet$ },
      { everyMs: 5, quietForMs: 3, scheduler },
    );
    expectObservable(plan$, '^--------------------!').toBe('----------------(r|)', { r: undefined });
  });
});

it('reloads when a part cannot be fetched, but not while a call is open', () => {
  withMarbles(({ hot, expectObservable, expectSubscriptions }, scheduler) => {
    const isQuiet$ = hot('      q-----b------q-----', { b: false, q: true });
    const partFailed$ = hot('   -------x-----------');
    const plan$ = planReload(
      { readVersion: () => of('1'), partFailed$, isQuiet$ },
      { everyMs: 50, quietForMs: 3, scheduler },
    );
    expectObservable(plan$, '^------------------!').toBe('----------------(r|)', { r: undefined });
    expectSubscriptions(partFailed$.subscriptions).toBe('^---------------!');
  });
});

it('never reloads while the server is away', () => {
  let asked = 0;
  const readVersion = () => {
    asked += 1;
    return asked < 5 ? throwError(() => new Error('away')) : of('2');
  };
  withMarbles(({ hot, expectObservable }, scheduler) => {
    const plan$ = planReload(
      { readVersion, partFailed$: hot('--x'), isQuiet$: hot('q', { q: true }) },
      { everyMs: 1_000, quietForMs: 3, scheduler },
    );
    expectObservable(plan$, '^--------------------!').toBe('------------(r|)', { r: undefined });
  });
  expect(asked).toBe(5);
});
