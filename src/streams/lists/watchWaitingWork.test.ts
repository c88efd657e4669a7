import { NEVER, of, throwError, type Observable } from 'rxjs';
import { TestScheduler } from 'rxjs/testing';
import { expect, test } from 'vitest';
import { CallError } from '../../contract/call.ts';
import type { PushEvent } from '../../contract/push.ts';
import type { LoadState } from '../loading/loadState.ts';
import { watchWaitingWork, type DatedWorks, type Works } from './watchWaitingWork.ts';

const counts = (rescue: number): Works => ({
  rescue,
  rescue_unanswered: 0,
  rescue_overdue: 0,
  alarm_unprocessed: 0,
  todos: [],
  elevator_total: 10,
  elevator_online: 9,
  elevator_offline: 1,
});
const pushes: Record<string, PushEvent> = {
  c: { kind: 'rescue.claimed', orderId: 1, elevatorId: 7, byUserId: 2, byUserName: '张伟' },
  n: { kind: 'notice.raised', noticeId: 1, title: '通知' },
  r: {
    kind: 'rescue.ringing',
    orderId: 1,
    elevatorId: 7,
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
  },
};
const readyAt = (rescue: number, loadedAtMs: number): LoadState<DatedWorks> => ({
  kind: 'ready',
  problem: null,
  value: { works: counts(rescue), loadedAtMs },
});

function run(
  check: (helpers: {
    scheduler: TestScheduler;
    source: (marbles: string) => Observable<PushEvent>;
    expectStates: (
      states$: Observable<LoadState<DatedWorks>>,
      marbles: string,
      states: Record<string, LoadState<DatedWorks>>,
    ) => void;
  }) => void,
): void {
  const scheduler = new TestScheduler((actual, expected) => expect(actual).toEqual(expected));
  scheduler.run(({ hot, expectObservable }) => {
    check({
      scheduler,
      source: (marbles) => hot(marbles, pushes),
      expectStates: (states$, marbles, states) =>
        expectObservable(states$, '70s !').toBe(marbles, { l: { kind: 'loading' }, ...states }),
    });
  });
}

test('a burst of pushes costs one more load after the first, and notices and reminders cost none', () => {
  let loads = 0;
  run(({ scheduler, source, expectStates }) => {
    const states$ = watchWaitingWork(
      { load: () => of(counts(++loads)), events$: source('100ms n 100ms r 300ms (ccc) 200ms c'), reload$: NEVER },
      { atLeastEveryMs: 100_000, scheduler },
    );
    expectStates(states$, '(la) 498ms b 999ms c', { a: readyAt(1, 0), b: readyAt(2, 502), c: readyAt(3, 1502) });
  });
  expect(loads).toBe(3);
});

test('a failed refresh keeps the counts with what went wrong, and tries again', () => {
  let loads = 0;
  const load = (): Observable<Works> =>
    ++loads === 2 ? throwError(() => new CallError('offline', '网络连接失败', 0)) : of(counts(loads));
  run(({ scheduler, source, expectStates }) => {
    const states$ = watchWaitingWork(
      { load, events$: source('-'), reload$: NEVER },
      { atLeastEveryMs: 50_000, retryAfterMs: 3_000, scheduler },
    );
    expectStates(states$, '(la) 49996ms b 2999ms c', {
      a: readyAt(1, 0),
      b: { kind: 'ready', problem: '网络连接失败', value: { works: counts(1), loadedAtMs: 0 } },
      c: readyAt(3, 53_000),
    });
  });
});
