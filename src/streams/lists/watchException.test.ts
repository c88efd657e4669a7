import { NEVER, type Observable } from 'rxjs';
import { test } from 'vitest';
import { CallError } from '../../contract/call.ts';
import { childrenFixture, commentFixture, exceptionDetailFixture } from '../../contract/fixtures/exceptionFixtures.ts';
import type { ExceptionDetail } from '../../contract/entities/exception.ts';
import type { PushEvent } from '../../contract/push.ts';
import { changeFixture } from '../../contract/fixtures/pushFixtures.ts';
import { withMarbles } from '../loading/marbles.testing.ts';
import { watchException } from './watchException.ts';

const at = (stage: 'pending' | 'accepted', position: number): ExceptionDetail =>
  exceptionDetailFixture({ type: 3, stage, id: 1, agoMs: 60_000, detail: { position } });
const pending = at('pending', 10);
const accepted = at('accepted', 12);
const moved = changeFixture('fault.accepted', { elevatorId: 1201 });
const commented = changeFixture('fault.commented', { elevatorId: 1201 });
const other = changeFixture('fault.accepted', { id: 2, elevatorId: 1201 });
const comment = commentFixture(5, '已联系维保', 1_000);

const loading = { kind: 'loading' };
const ready = (value: unknown) => ({ kind: 'ready', value, problem: null });
const noComments = ready([]);
const inTurn =
  <T>(...loads: Observable<T>[]) =>
  () =>
    loads.shift() ?? NEVER;
const quiet = {
  exceptionId: 1,
  events$: NEVER,
  snapshotNeeded$: NEVER,
  answers$: NEVER,
  commented$: NEVER,
};

test('a push loads the detail again; one of another exception does not', () => {
  withMarbles(({ hot, cold, expectObservable }, scheduler) => {
    const loadDetail = inTurn(cold('(a|)', { a: pending }), cold('--(b|)', { b: accepted }));
    const watched$ = watchException(
      { ...quiet, loadDetail, loadComments: () => NEVER, events$: hot('--o--m', { o: other, m: moved }) },
      { scheduler },
    );
    expectObservable(watched$, '----------!').toBe('(la)---b', {
      l: { detail: loading, comments: loading },
      a: { detail: ready(pending), comments: loading },
      b: { detail: ready(accepted), comments: loading },
    });
  });
});

test('a rescue among the exceptions follows the pushes of its order; other exceptions do not', () => {
  withMarbles(({ hot, cold, expectObservable }, scheduler) => {
    const rescueOf = (position: number): ExceptionDetail => ({ ...pending, type: 1, position });
    const push = changeFixture('rescue.accepted', { elevatorId: 1201 });
    const watched = (first: ExceptionDetail) =>
      watchException(
        {
          ...quiet,
          loadDetail: inTurn(cold('(a|)', { a: first }), cold('(b|)', { b: rescueOf(12) })),
          loadComments: () => NEVER,
          events$: hot('--o--m', { o: { ...push, id: 2 }, m: push }),
        },
        { scheduler },
      );
    const values = {
      l: { detail: loading, comments: loading },
      a: { detail: ready(rescueOf(10)), comments: loading },
      b: { detail: ready(rescueOf(12)), comments: loading },
      f: { detail: ready(pending), comments: loading },
    };
    expectObservable(watched(rescueOf(10)), '----------!').toBe('(la)-b', values);
    expectObservable(watched(pending), '----------!').toBe('(lf)', values);
  });
});

test('an answer in progress never takes back a step of this page', () => {
  withMarbles(({ hot, cold, expectObservable }, scheduler) => {
    const loadDetail = inTurn(cold('(a|)', { a: pending }), cold('---(a|)', { a: pending }));
    const watched$ = watchException(
      {
        ...quiet,
        loadDetail,
        loadComments: () => NEVER,
        events$: hot('----m', { m: moved }),
        answers$: hot('-----s', { s: accepted }),
      },
      { scheduler },
    );
    expectObservable(watched$, '----------!').toBe('(la)-s-s', {
      l: { detail: loading, comments: loading },
      a: { detail: ready(pending), comments: loading },
      s: { detail: ready(accepted), comments: loading },
    });
  });
});

test('a comment by push loads the comments; a failed load keeps what was shown and says so', () => {
  withMarbles(({ hot, cold, expectObservable }, scheduler) => {
    const loadComments = inTurn(cold('(n|)', { n: [] }), cold('(c|)', { c: [comment] }));
    const failed = cold<ExceptionDetail>('#', {}, new CallError('offline', '网络连接失败', 0));
    const watched$ = watchException(
      {
        ...quiet,
        loadDetail: inTurn(cold('(a|)', { a: pending }), failed),
        loadComments,
        events$: hot('-----c', { c: commented }),
      },
      { scheduler },
    );
    expectObservable(watched$, '--------!').toBe('(lan)(oc)', {
      l: { detail: loading, comments: loading },
      a: { detail: ready(pending), comments: loading },
      n: { detail: ready(pending), comments: noComments },
      o: { detail: { ...ready(pending), problem: '网络连接失败' }, comments: noComments },
      c: { detail: { ...ready(pending), problem: '网络连接失败' }, comments: ready([comment]) },
    });
  });
});

test('a call for help from a car of the incident shows at once; from elsewhere it changes nothing', () => {
  withMarbles(({ hot, cold, expectObservable }, scheduler) => {
    const incident = exceptionDetailFixture({
      type: 4,
      stage: 'checking',
      id: 1,
      agoMs: 60_000,
      detail: { children: childrenFixture(2, 0) },
    });
    const calling = { ...incident, children: childrenFixture(2, 0, [2]) };
    const call = changeFixture('rescue.raised', { id: 9, elevatorId: 2_002 });
    const watched$ = watchException(
      {
        ...quiet,
        loadDetail: inTurn(cold('(a|)', { a: incident }), cold('(b|)', { b: calling })),
        loadComments: () => NEVER,
        events$: hot('-----x-c', { x: { ...call, elevator_id: 7 }, c: call }),
      },
      { scheduler },
    );
    expectObservable(watched$, '----------!').toBe('(la)---b', {
      l: { detail: loading, comments: loading },
      a: { detail: ready(incident), comments: loading },
      b: { detail: ready(calling), comments: loading },
    });
  });
});

test('an exception that the page has left is no longer loaded or watched', () => {
  withMarbles(({ hot, cold, expectObservable, expectSubscriptions }, scheduler) => {
    const detail$ = cold<ExceptionDetail>('-------(a|)', { a: pending });
    const events$ = hot<PushEvent>('-----');
    expectObservable(
      watchException({ ...quiet, loadDetail: () => detail$, loadComments: () => NEVER, events$ }, { scheduler }),
      '----!',
    ).toBe('l', { l: { detail: loading, comments: loading } });
    expectSubscriptions(detail$.subscriptions).toBe('^---!');
    expectSubscriptions(events$.subscriptions).toBe(['^---!', '^---!']);
  });
});
