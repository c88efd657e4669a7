import { EMPTY, NEVER, type Observable } from 'rxjs';
import { test } from 'vitest';
import { CallError } from '../../contract/call.ts';
import { rescueRowFixture } from '../../contract/fixtures/rescueFixtures.ts';
import type { RescueOrderRow } from '../../contract/entities/rescueOrder.ts';
import type { PushEvent } from '../../contract/push.ts';
import { changeFixture } from '../../contract/fixtures/pushFixtures.ts';
import { withMarbles } from '../loading/marbles.testing.ts';
import { watchRescueQueue } from './watchRescueQueue.ts';

const pending = rescueRowFixture({ id: 1, stage: 'pending', agoMs: 60_000, row: { position: 10 } });
const accepted = rescueRowFixture({ id: 1, stage: 'accepted', agoMs: 60_000, row: { position: 12 } });
const other = rescueRowFixture({ id: 2, stage: 'pending', agoMs: 30_000, row: { position: 13 } });
const changed: PushEvent = changeFixture('rescue.accepted', { elevatorId: 1201 });
const claimed: PushEvent = { kind: 'rescue.claimed', orderId: 1, elevatorId: 1201, byUserId: 62, byUserName: '刘洋' };
const reminder: PushEvent = {
  kind: 'rescue.ringing',
  orderId: 1,
  elevatorId: 1201,
  priority: 1,
  tag: '',
  addr: '',
  sosTel: '',
  communityName: '',
  fullArea: '',
  trigger: 'SOS',
  raisedAtMs: 0,
  noticeLevel: 1,
  reminder: true,
};

const readyWith = (...rows: RescueOrderRow[]) => ({ kind: 'ready', value: rows, problem: null });
const loading = { kind: 'loading' };
const quiet = { events$: EMPTY, snapshotNeeded$: NEVER, answers$: NEVER, patch: (row: RescueOrderRow) => row };
const takenByLiuYang = (row: RescueOrderRow): RescueOrderRow => ({ ...row, accepted_by: { id: 62, name: '刘洋' } });
const inTurn =
  <T>(...loads: Observable<T>[]) =>
  () =>
    loads.shift() ?? NEVER;

test('a push that an order changed loads the queue again', () => {
  withMarbles(({ hot, cold, expectObservable }, scheduler) => {
    const load = inTurn(cold('--(a|)', { a: [pending] }), cold('--(b|)', { b: [accepted, other] }));
    expectObservable(
      watchRescueQueue({ ...quiet, load, events$: hot('-----e', { e: changed }) }, { scheduler }),
      '----------!',
    ).toBe('l-a--a-b', {
      l: loading,
      a: readyWith(pending),
      b: readyWith(accepted, other),
    });
  });
});

test('the reminder of a call that still rings loads nothing', () => {
  withMarbles(({ hot, cold, expectObservable }, scheduler) => {
    const load = inTurn(cold('(a|)', { a: [pending] }), cold('#'));
    expectObservable(
      watchRescueQueue({ ...quiet, load, events$: hot('-----e', { e: reminder }) }, { scheduler }),
      '----------!',
    ).toBe('(la)', { l: loading, a: readyWith(pending) });
  });
});

test('who took a call shows at once, before the rows are loaded again', () => {
  withMarbles(({ hot, cold, expectObservable }, scheduler) => {
    const load = inTurn(cold('(a|)', { a: [pending] }), cold('-----(b|)', { b: [accepted] }));
    expectObservable(
      watchRescueQueue(
        { ...quiet, load, patch: takenByLiuYang, events$: hot('-----e', { e: claimed }) },
        { scheduler },
      ),
      '------------!',
    ).toBe('(la)-p----b', {
      l: loading,
      a: readyWith(pending),
      p: readyWith({ ...pending, accepted_by: { id: 62, name: '刘洋' } }),
      b: readyWith(accepted),
    });
  });
});

test('a response in progress never reverts a newer one', () => {
  withMarbles(({ hot, cold, expectObservable }, scheduler) => {
    const load = inTurn(cold('(a|)', { a: [pending] }), cold('----(a|)', { a: [pending] }));
    const result$ = watchRescueQueue(
      { ...quiet, load, events$: hot('-----e', { e: changed }), answers$: hot('-------o', { o: accepted }) },
      { scheduler },
    );
    expectObservable(result$, '----------!').toBe('(la)-a-o-n', {
      l: loading,
      a: readyWith(pending),
      o: readyWith(accepted),
      n: readyWith(accepted),
    });
  });
});

test('an order that this desk just opened stands in the queue before the queue is loaded again', () => {
  withMarbles(({ hot, cold, expectObservable }, scheduler) => {
    const load = inTurn(cold('(a|)', { a: [pending] }));
    expectObservable(
      watchRescueQueue({ ...quiet, load, answers$: hot('-----o', { o: other }) }, { scheduler }),
      '----------!',
    ).toBe('(la)-o', {
      l: loading,
      a: readyWith(pending),
      o: readyWith(pending, other),
    });
  });
});

test('a refresh that fails keeps the rows and says that they may be old', () => {
  withMarbles(({ hot, cold, expectObservable }, scheduler) => {
    const load = inTurn<RescueOrderRow[]>(
      cold('(a|)', { a: [pending] }),
      cold('-#', {}, new CallError('offline', '网络连接已断开', 0)),
      cold('(a|)', { a: [pending] }),
    );
    expectObservable(
      watchRescueQueue(
        { ...quiet, load, snapshotNeeded$: hot('-----s', { s: undefined }) },
        { retryAfterMs: 3, scheduler },
      ),
      '------------!',
    ).toBe('(la)--f--a', {
      l: loading,
      a: readyWith(pending),
      f: { kind: 'ready', value: [pending], problem: '网络连接已断开' },
    });
  });
});

test('a user who may not see the queue is informed, and no more requests are sent', () => {
  withMarbles(({ cold, expectObservable }, scheduler) => {
    const load = inTurn<RescueOrderRow[]>(cold('-#', {}, new CallError('denied', '没有权限', 403)));
    expectObservable(watchRescueQueue({ ...quiet, load }, { scheduler }), '10s !').toBe('lf', {
      l: loading,
      f: { kind: 'failed', failure: 'denied', message: '没有权限' },
    });
  });
});

test('a thousand pushes while one load is under way ask for one more', () => {
  withMarbles(({ hot, cold, expectSubscriptions, expectObservable }, scheduler) => {
    const first$ = cold('-----(a|)', { a: [pending] });
    const second$ = cold('-----(a|)', { a: [pending] });
    const load = inTurn(first$, second$);
    expectObservable(
      watchRescueQueue({ ...quiet, load, events$: hot('-(eeeeeeee)', { e: changed }) }, { scheduler }),
      '30ms !',
    );
    expectSubscriptions(first$.subscriptions).toBe('^----!');
    expectSubscriptions(second$.subscriptions).toBe('-----^----!');
  });
});
