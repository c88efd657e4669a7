import { NEVER } from 'rxjs';
import { test } from 'vitest';
import { CallError } from '../../../contract/call.ts';
import { exceptionRowFixture } from '../../../contract/fixtures/exceptionFixtures.ts';
import { withMarbles } from '../../../streams/loading/marbles.testing.ts';
import { watchRecords, type Records } from './watchRecords.ts';

const pending = exceptionRowFixture({ type: 3, stage: 'pending', id: 403, agoMs: 60_000 });
const accepted = {
  ...exceptionRowFixture({ type: 3, stage: 'accepted', id: 403, agoMs: 60_000 }),
  position: pending.position + 1,
};
const listOf = (row: typeof pending): Records => ({ rows: [row], total: 1, atMs: 0 });
const loading = { kind: 'loading' };
const ready = (row: typeof pending, problem: string | null = null) => ({ kind: 'ready', value: listOf(row), problem });

test('an accepted fault is shown as accepted at once, also if a list that was on its way does not know it', () => {
  withMarbles(({ hot, cold, expectObservable }, scheduler) => {
    const loads = [cold('-(p|)', { p: listOf(pending) }), cold('---(p|)', { p: listOf(pending) })];
    const records$ = watchRecords(
      { load: () => loads.shift() ?? NEVER, answers$: hot('----a', { a: accepted }), reload$: hot('--r') },
      { scheduler },
    );
    expectObservable(records$, '^--------!').toBe('lp--aa', {
      l: loading,
      p: ready(pending),
      a: ready(accepted),
    });
  });
});

test('the list is loaded again every 15 seconds, and stays while the server is away', () => {
  withMarbles(({ cold, expectObservable }, scheduler) => {
    const loads = [
      cold('(p|)', { p: listOf(pending) }),
      cold<Records>('#', {}, new CallError('offline', '网络连接失败', 0)),
    ];
    const records$ = watchRecords(
      { load: () => loads.shift() ?? NEVER, answers$: NEVER, reload$: NEVER },
      { scheduler },
    );
    expectObservable(records$, '^ 16s !').toBe('(lp) 14996ms o', {
      l: loading,
      p: ready(pending),
      o: ready(pending, '网络连接失败'),
    });
  });
});
