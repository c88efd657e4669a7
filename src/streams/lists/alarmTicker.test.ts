import { map, NEVER, of, Subject, timer } from 'rxjs';
import { expect, it } from 'vitest';
import type { PushEvent } from '../../contract/push.ts';
import { changeFixture } from '../../contract/fixtures/pushFixtures.ts';
import { alarmTicker, type Ticker } from './alarmTicker.ts';
import { floodWindowMs, groupAlarms, type TickerAlarm } from './groupAlarms.ts';
import { withMarbles } from '../loading/marbles.testing.ts';

const nowMs = 10_000_000;
const alarm = (id: number, priority: number, more: Partial<TickerAlarm> = {}): TickerAlarm => ({
  id,
  elevatorId: 100 + id,
  kindLabel: '超载',
  tag: `T-${id}`,
  addr: '',
  communityName: '翠湖花园',
  priority,
  raisedAtMs: nowMs - 1_000 * id,
  isOver: false,
  ...more,
});
const words = (alarms: readonly TickerAlarm[]): string[] =>
  groupAlarms(alarms, nowMs).map((item) =>
    item.kind === 'group'
      ? `${item.communityName} ${item.kindLabel} ${item.lifts}台/${item.count}`
      : `#${item.alarm.id}`,
  );
const many = (count: number, from = 1, more: Partial<TickerAlarm> = {}): TickerAlarm[] =>
  Array.from({ length: count }, (_, index) => alarm(from + index, 2, more));

it('a few alarms are listed one by one, newest first', () => {
  expect(words([alarm(3, 3), alarm(1, 2), alarm(2, 3)])).toEqual(['#1', '#2', '#3']);
});

it('ten in ten minutes are a flood: grouped by community and cause, with the number of lifts', () => {
  expect(
    words([...many(9), ...many(3, 20, { communityName: '锦绣家园' }), alarm(50, 3, { kindLabel: '长时间开门' })]),
  ).toEqual(['翠湖花园 超载 9台/9', '锦绣家园 超载 3台/3', '#50']);
});

it('a call for help is never grouped away and stays on top of the flood', () => {
  expect(words([...many(12), alarm(70, 1), alarm(80, 1)])).toEqual(['#70', '#80', '翠湖花园 超载 12台/12']);
});

it('what is older than ten minutes makes no flood', () => {
  expect(words([...many(8), ...many(4, 20, { raisedAtMs: nowMs - floodWindowMs })])).toHaveLength(12);
});

const raised = (alarmId: number, priority: number): PushEvent => ({
  kind: 'alarm.raised',
  alarmId,
  elevatorId: alarmId % 500,
  alarmKind: 'overLoad',
  title: '',
  tag: `T-${alarmId}`,
  addr: '',
  priority,
  raisedAtMs: 1_000,
});
/** The same for a viewer who sees alarms but does not answer them, such as a wall. */
const told = (alarmId: number, priority: number): PushEvent =>
  changeFixture('alarm.raised', {
    id: alarmId,
    elevatorId: alarmId % 500,
    told: { alarmKind: 'overLoad', tag: `T-${alarmId}`, addr: '', priority, raisedAtMs: 1_000 },
  });
const names = { communityOf: () => '翠湖花园', labelOf: () => '超载' };

it.each([
  ['a console', raised],
  ['a wall', told],
])(
  'five thousand alarms in ten seconds: on %s every one is counted, the trapped person stands first',
  (_place, push) => {
    const events$ = new Subject<PushEvent>();
    const seconds$ = new Subject<void>();
    let ticker: Ticker | undefined;
    let times = 0;
    const watching = alarmTicker(
      { loaded$: NEVER, events$, ...names },
      {
        pause: () => seconds$,
        scheduler: {
          now: () => 2_000,
          schedule: () => {
            throw new Error('no timers here');
          },
        },
      },
    ).subscribe((value) => {
      ticker = value;
      times += 1;
    });
    for (let id = 1; id <= 5_000; id += 1) events$.next(push(id, id === 2_500 ? 1 : 2));
    // The first of them, at once.
    expect(times).toBe(1);
    expect(ticker?.recent).toBe(1);
    seconds$.next();
    expect(times).toBe(2);
    expect(ticker?.recent).toBe(5_000);
    expect(ticker?.items[0]).toMatchObject({ kind: 'alarm', alarm: { id: 2_500 } });
    expect(ticker?.items[1]).toMatchObject({ kind: 'group', count: 4_999, lifts: 500 });
    watching.unsubscribe();
    expect(events$.observed).toBe(false);
  },
);

it('forgets the oldest beyond its capacity, but never a call for help that waits', () => {
  const events$ = new Subject<PushEvent>();
  let ticker: Ticker | undefined;
  alarmTicker({ loaded$: NEVER, events$, ...names }, { capacity: 3, pause: () => of(0) }).subscribe(
    (value) => (ticker = value),
  );
  for (const [id, priority] of [
    [1, 1],
    [2, 3],
    [3, 3],
    [4, 3],
    [5, 3],
  ] as const)
    events$.next(raised(id, priority));
  expect(ticker?.items.map((item) => (item.kind === 'alarm' ? item.alarm.id : 0)).toSorted()).toEqual([1, 4, 5]);
});

it('emits the first after a silence immediately, then once per pause', () => {
  withMarbles(({ hot, expectObservable, expectSubscriptions }, scheduler) => {
    const events$ = hot<PushEvent>('ab-c---d--------e-', {
      a: raised(1, 2),
      b: raised(2, 3),
      c: raised(3, 2),
      d: raised(4, 2),
      e: raised(5, 1),
    });
    const subs = '                  ^----------------!';
    const ids$ = alarmTicker(
      { loaded$: NEVER, events$, ...names },
      {
        pause: () => timer(5, scheduler),
        scheduler: {
          now: () => 2_000,
          schedule: () => {
            throw new Error('no timers here');
          },
        },
      },
    ).pipe(map(({ recent }) => String(recent)));
    expectObservable(ids$, subs).toBe('1----3----4-----5');
    expectSubscriptions(events$.subscriptions).toBe(subs);
  });
});

it('has no subscription once no one watches', () => {
  withMarbles(({ hot, expectObservable, expectSubscriptions }, scheduler) => {
    const events$ = hot<PushEvent>('---');
    expectObservable(
      alarmTicker({ loaded$: NEVER, events$, ...names }, { pause: () => timer(1, scheduler), scheduler }),
      '^-!',
    ).toBe('---');
    expectSubscriptions(events$.subscriptions).toBe('^-!');
  });
});

const raisedAt = (alarmId: number, raisedAtMs: number): PushEvent => ({
  kind: 'alarm.raised',
  alarmId,
  elevatorId: alarmId,
  alarmKind: 'overLoad',
  title: '',
  tag: '',
  addr: '',
  priority: 2,
  raisedAtMs,
});
it('however quiet it is, an alarm leaves the number of the last ten minutes when they are over', () => {
  withMarbles(({ hot, expectObservable }, scheduler) => {
    const events$ = hot('a 59999ms b', { a: raisedAt(1, 0), b: raisedAt(2, 60_000) });
    const recent$ = alarmTicker(
      { loaded$: NEVER, events$, ...names },
      { pause: () => timer(5, scheduler), scheduler, after: (ms) => timer(ms, scheduler) },
    ).pipe(map(({ recent }) => recent));
    expectObservable(recent$, '^ 700s !').toBe('a 59999ms b 539999ms c 59999ms d', { a: 1, b: 2, c: 1, d: 0 });
  });
});
