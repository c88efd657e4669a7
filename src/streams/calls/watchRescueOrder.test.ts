import { distinctUntilChanged, EMPTY, map, NEVER, of, type Observable } from 'rxjs';
import { test } from 'vitest';
import { CallError } from '../../contract/call.ts';
import { rescueRowFixture, timelineFixture } from '../../contract/fixtures/rescueFixtures.ts';
import type { RescueOrderRow } from '../../contract/entities/rescueOrder.ts';
import type { PushEvent } from '../../contract/push.ts';
import { changeFixture } from '../../contract/fixtures/pushFixtures.ts';
import { withMarbles } from '../loading/marbles.testing.ts';
import { watchRescueOrder } from './watchRescueOrder.ts';

const pending = rescueRowFixture({ id: 1, stage: 'pending', agoMs: 60_000, row: { position: 10 } });
const accepted = rescueRowFixture({ id: 1, stage: 'accepted', agoMs: 60_000, row: { position: 12 } });
const changed = (id: number): PushEvent => changeFixture('rescue.noted', { id, elevatorId: 1200 + id });
const readyWith = <T>(value: T) => ({ kind: 'ready', value, problem: null });
const loading = { kind: 'loading' };
const quiet = {
  orderId: 1,
  events$: EMPTY,
  snapshotNeeded$: NEVER,
  answers$: NEVER,
  patch: (row: RescueOrderRow) => row,
};
const inTurn =
  <T>(...loads: Observable<T>[]) =>
  () =>
    loads.shift() ?? NEVER;

test('the order shows as soon as it is loaded, its timeline when that comes', () => {
  withMarbles(({ cold, expectObservable }, scheduler) => {
    const sources = {
      ...quiet,
      loadRow: inTurn(cold('--(a|)', { a: pending })),
      loadTimeline: inTurn(cold('----(t|)', { t: timelineFixture(pending) })),
    };
    expectObservable(watchRescueOrder(sources, { scheduler }), '----------!').toBe('l-a-t', {
      l: { row: loading, timeline: loading },
      a: { row: readyWith(pending), timeline: loading },
      t: { row: readyWith(pending), timeline: readyWith(timelineFixture(pending)) },
    });
  });
});

test('the timeline is loaded again when this order moved on, and not for another one', () => {
  withMarbles(({ hot, cold, expectObservable, expectSubscriptions }, scheduler) => {
    const again$ = cold('-(u|)', { u: timelineFixture(accepted) });
    const loadTimeline = inTurn(of(timelineFixture(pending)), again$);
    const sources = {
      ...quiet,
      loadRow: () => of(pending),
      loadTimeline,
      events$: hot('---x---e', { x: changed(2), e: changed(1) }),
    };
    expectObservable(watchRescueOrder(sources, { scheduler }), '-----------!');
    expectSubscriptions(again$.subscriptions).toBe('-------^!');
  });
});

test('the answer to this desk’s own step shows at once and loads the timeline', () => {
  withMarbles(({ hot, cold, expectObservable, expectSubscriptions }, scheduler) => {
    const again$ = cold('-(u|)', { u: timelineFixture(accepted) });
    const sources = {
      ...quiet,
      loadRow: () => of(pending),
      loadTimeline: inTurn(of(timelineFixture(pending)), again$),
      answers$: hot('-----o', { o: accepted }),
    };
    const stage$ = watchRescueOrder(sources, { scheduler }).pipe(
      map(({ row }) => (row.kind === 'ready' ? row.value.stage : row.kind)),
      distinctUntilChanged(),
    );
    // The row that was loaded again had seen less of the log, so it does not take the answer back.
    expectObservable(stage$, '-----------!').toBe('p----a', { p: 'pending', a: 'accepted' });
    expectSubscriptions(again$.subscriptions).toBe('-----^!');
  });
});

test('an order that does not exist, or is out of scope, is reported once', () => {
  withMarbles(({ cold, expectObservable }, scheduler) => {
    const sources = {
      ...quiet,
      loadRow: inTurn<RescueOrderRow>(cold('-#', {}, new CallError('notFound', '找不到该救援单', 404))),
      loadTimeline: () => NEVER,
    };
    expectObservable(watchRescueOrder(sources, { scheduler }), '9s !').toBe('lf', {
      l: { row: loading, timeline: loading },
      f: { row: { kind: 'failed', failure: 'notFound', message: '找不到该救援单' }, timeline: loading },
    });
  });
});
