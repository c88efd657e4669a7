import { map, NEVER, of, Subject, throwError, timer, type Observable, type SchedulerLike } from 'rxjs';
import { TestScheduler } from 'rxjs/testing';
import { describe, expect, it } from 'vitest';
import { CallError } from '../../contract/call.ts';
import { packLifts, packStates } from '../../contract/compactFleet.ts';
import { wholeFleet, type Realtime } from '../../contract/endpoints/realtime.ts';
import type { PushEvent } from '../../contract/push.ts';
import { changeFixture } from '../../contract/fixtures/pushFixtures.ts';
import { liftLooks } from './liftFleet.ts';
import { withMarbles } from '../loading/marbles.testing.ts';
import { realtimeAnswer } from './realtime.testing.ts';
import {
  createFleetMemory,
  watchLiftStates,
  type FleetState,
  type LiftStateQuery,
  type LiftStateSources,
} from './watchLiftStates.ts';

const ringing = (elevatorId: number): PushEvent => ({
  kind: 'rescue.ringing',
  orderId: 7,
  elevatorId,
  priority: 1,
  tag: '',
  addr: '',
  sosTel: '',
  communityName: '',
  fullArea: '',
  trigger: 'SOS',
  raisedAtMs: 0,
  noticeLevel: 1,
  reminder: false,
});
const over = (elevatorId: number): PushEvent => ({ kind: 'rescue.over', orderId: 7, elevatorId, how: 'completed' });
const lost = (elevatorId: number): PushEvent =>
  changeFixture('device.lost', { id: 'D', elevatorId, told: { status: 2 } });

/** The picture in words: `1 idle, 2 calling`, its changes, and its problem. */
const inWords = (state: FleetState): string => {
  if (state.kind !== 'ready') return state.kind;
  const { fleet, changed, problem } = state;
  const lifts = fleet.ids.map((id, index) => `${id}${liftLooks[fleet.looks[index] ?? 0]?.[0] ?? '?'}`).join(' ');
  const what =
    changed === null ? 'all' : changed.length === 0 ? 'none' : [...changed].map((index) => fleet.ids[index]).join();
  return `${lifts} (${what})${problem === null ? '' : ` ${problem.failure}`}`;
};

interface Played {
  readonly scheduler: SchedulerLike;
  readonly asked: LiftStateQuery[];
}

/** Plays answers in turn, each after `delayMs`, and pushes; the output is described in words. */
function play(
  answers: readonly (Realtime | Error)[],
  {
    delayMs = 100,
    pushes = {},
    marbles = '',
    untilMs = 4_000,
    expected,
  }: {
    delayMs?: number;
    pushes?: Record<string, PushEvent>;
    marbles?: string;
    untilMs?: number;
    expected: readonly (readonly [atMs: number, text: string])[];
  },
): Played['asked'] {
  const asked: Played['asked'] = [];
  const told: [number, string][] = [];
  const scheduler = new TestScheduler(() => undefined);
  scheduler.run(({ hot }) => {
    const load: LiftStateSources['load'] = (query) => {
      asked.push(query);
      const answer = answers[asked.length - 1];
      if (answer === undefined) return NEVER;
      return timer(delayMs, scheduler).pipe(
        map(() =>
          answer instanceof Error
            ? (() => {
                throw answer;
              })()
            : answer,
        ),
      );
    };
    const events$: Observable<PushEvent> = marbles === '' ? NEVER : hot(marbles, pushes);
    const subscription = watchLiftStates({ load, events$ }, { scheduler, frame: () => timer(16, scheduler) }).subscribe(
      (state) => told.push([scheduler.now(), inWords(state)]),
    );
    scheduler.schedule(() => subscription.unsubscribe(), untilMs);
  });
  expect(told).toEqual(expected);
  return asked;
}

const offline = new CallError('offline', '网络连接失败', 0);

/** Answers at once, in turn; two visits of the page, and what each was shown. */
function visitTwice(awayMs: number, answers: readonly (Realtime | Error)[], whileBack: readonly PushEvent[] = []) {
  const asked: LiftStateQuery[] = [];
  const memory = createFleetMemory();
  const events$ = new Subject<PushEvent>();
  const ticks$ = new Subject<void>();
  let nowMs = 1_000_000;
  const scheduler = Object.assign(new TestScheduler(() => undefined), { now: () => nowMs });
  const fleet$ = watchLiftStates(
    {
      load(query) {
        asked.push(query);
        const answer = answers[asked.length - 1];
        if (answer === undefined) return NEVER;
        return answer instanceof Error ? throwError(() => answer) : of(answer);
      },
      events$,
    },
    { ticks$, frame: () => of(0), scheduler, memory },
  );
  const visit = (pushes: readonly PushEvent[]): string[] => {
    const shown: string[] = [];
    const watching = fleet$.subscribe((state) => shown.push(inWords(state)));
    for (const push of pushes) events$.next(push);
    ticks$.next();
    watching.unsubscribe();
    return shown;
  };
  const first = visit([]);
  nowMs += awayMs;
  return { first, second: visit(whileBack), asked };
}

describe('the fleet from polls and pushes', () => {
  it('loads everything first, then only changes, with the cursor it was given', () => {
    const asked = play(
      [
        realtimeAnswer([{ id: 1 }, { id: 2, car: 1 }], { fresh: true, cursor: 'a' }),
        realtimeAnswer([{ id: 1, car: 1, seenMs: 2 }], { cursor: 'b' }),
        realtimeAnswer([], { cursor: 'c' }),
      ],
      {
        untilMs: 2_500,
        expected: [
          [116, '1i 2m (all)'],
          [1_116, '1m 2m (1)'],
          [2_116, '1m 2m (none)'],
        ],
      },
    );
    expect(asked).toEqual([wholeFleet, { since: 'a' }, { since: 'b' }]);
  });
  it('shows a packed answer as the same one in full', () => {
    const { lifts, ...answer } = realtimeAnswer([{ id: 1 }, { id: 2, car: 1 }], { fresh: true, cursor: 'a' });
    if (lifts === undefined) throw new Error('the answer has no lifts');
    const compact = { columns: packStates(answer.columns), lifts: packLifts(lifts) };
    play([{ ...answer, columns: realtimeAnswer([]).columns, compact }], {
      untilMs: 900,
      expected: [[116, '1i 2m (all)']],
    });
  });
  it('shows a call with its push, long before the next poll', () => {
    play([realtimeAnswer([{ id: 1 }], { fresh: true })], {
      untilMs: 900,
      marbles: '500ms p',
      pushes: { p: ringing(1) },
      expected: [
        [116, '1i (all)'],
        [516, '1c (1)'],
      ],
    });
  });
  it('keeps a push over a response requested before it, and yields to the next', () => {
    play(
      [
        realtimeAnswer([{ id: 1 }], { fresh: true }),
        realtimeAnswer([{ id: 1, floor: 3, seenMs: 2 }]),
        realtimeAnswer([{ id: 1, call: 1, seenMs: 3 }]),
      ],
      {
        delayMs: 300,
        untilMs: 2_900,
        marbles: '1100ms p',
        pushes: { p: ringing(1) },
        expected: [
          [316, '1i (all)'],
          [1_116, '1c (1)'],
          [1_316, '1c (1)'],
          [2_316, '1c (1)'],
        ],
      },
    );
  });
  it('drops a push that came too late: the next response says that the call is over', () => {
    play(
      [
        realtimeAnswer([{ id: 1, call: 1 }], { fresh: true }),
        realtimeAnswer([{ id: 1, call: 0, seenMs: 2 }]),
        realtimeAnswer([]),
      ],
      {
        untilMs: 2_500,
        marbles: '1500ms p',
        pushes: { p: ringing(1) },
        expected: [
          [116, '1c (all)'],
          [1_116, '1i (1)'],
          [1_516, '1c (1)'],
          [2_116, '1i (1)'],
        ],
      },
    );
  });
  it('drops a row that is older than the one it knows', () => {
    play(
      [
        realtimeAnswer([{ id: 1, car: 1, seenMs: 50 }], { fresh: true }),
        realtimeAnswer([{ id: 1, car: 0, seenMs: 40 }]),
      ],
      {
        untilMs: 1_500,
        expected: [
          [116, '1m (all)'],
          [1_116, '1m (none)'],
        ],
      },
    );
  });
  it('applies a fresh snapshot completely after the server restarted, even with an older clock', () => {
    play(
      [
        realtimeAnswer([{ id: 1, car: 1, seenMs: 50 }], { fresh: true }),
        realtimeAnswer([{ id: 1, seenMs: 10 }], { fresh: true, withLifts: false }),
      ],
      {
        untilMs: 1_500,
        expected: [
          [116, '1m (all)'],
          [1_116, '1i (all)'],
        ],
      },
    );
  });
  it('loads all lifts again when an unknown one appears', () => {
    const asked = play(
      [
        realtimeAnswer([{ id: 1 }], { fresh: true }),
        realtimeAnswer([{ id: 9 }]),
        realtimeAnswer([{ id: 1 }, { id: 9 }], { fresh: true }),
      ],
      {
        untilMs: 2_500,
        expected: [
          [116, '1i (all)'],
          [1_116, '1i (none)'],
          [2_116, '1i 9i (all)'],
        ],
      },
    );
    expect(asked[2]).toEqual(wholeFleet);
  });
  it('knows the last report of the lifts in a list, although a report without a change is not sent', () => {
    const asked: LiftStateQuery[] = [];
    const seen: [number, ...number[]][] = [];
    let addresses: readonly string[] = [];
    const scheduler = new TestScheduler(() => undefined);
    scheduler.run(({ hot }) => {
      const load: LiftStateSources['load'] = (query) => {
        asked.push(query);
        const reportedMs = scheduler.now() + 1;
        return query.ids === undefined
          ? of(realtimeAnswer(query.lifts === true ? [{ id: 1 }, { id: 2 }] : [], { fresh: query.lifts === true }))
          : of(
              realtimeAnswer([{ id: 2, seenMs: reportedMs }], {
                fresh: true,
                withLifts: query.lifts === true,
                addresses: ['翠湖路 8 号'],
              }),
            );
      };
      const shownIds$ = hot<readonly number[]>('500ms s', { s: [2] });
      const subscription = watchLiftStates(
        { load, events$: NEVER, shownIds$ },
        { scheduler, frame: () => of(0) },
      ).subscribe((state) => {
        if (state.kind !== 'ready') return;
        seen.push([scheduler.now(), ...state.fleet.seenMs]);
        addresses = [...state.fleet.addresses];
      });
      scheduler.schedule(() => subscription.unsubscribe(), 2_900);
    });
    expect(seen).toEqual([
      [0, 1, 1],
      [650, 1, 651],
      [1_000, 1, 651],
      [2_000, 1, 651],
      [2_650, 1, 2_651],
    ]);
    expect(asked.filter(({ ids }) => ids !== undefined)).toEqual([{ ids: '2', lifts: true }, { ids: '2' }]);
    expect(addresses).toEqual(['', '翠湖路 8 号']);
  });
  it('keeps a push over the rows of a list that were asked for before it', () => {
    const told: string[] = [];
    const scheduler = new TestScheduler(() => undefined);
    scheduler.run(({ hot }) => {
      const load: LiftStateSources['load'] = ({ ids, lifts = false }) =>
        ids === undefined
          ? of(realtimeAnswer(lifts ? [{ id: 1 }] : [], { fresh: lifts }))
          : timer(100, scheduler).pipe(map(() => realtimeAnswer([{ id: 1, floor: 4, seenMs: 9 }], { fresh: true })));
      const subscription = watchLiftStates(
        { load, events$: hot('200ms p', { p: ringing(1) }), shownIds$: hot('^s', { s: [1] }) },
        { scheduler, frame: () => of(0) },
      ).subscribe((state) => told.push(`${scheduler.now()} ${inWords(state)}`));
      scheduler.schedule(() => subscription.unsubscribe(), 900);
    });
    expect(told).toEqual(['0 1i (all)', '200 1c (1)', '251 1c (1)']);
  });
  it('reports a failed request and keeps the picture; the next answer ends the report', () => {
    play([realtimeAnswer([{ id: 1 }], { fresh: true }), offline, realtimeAnswer([])], {
      untilMs: 2_500,
      expected: [
        [116, '1i (all)'],
        [1_116, '1i (none) offline'],
        [2_116, '1i (none)'],
      ],
    });
  });
  it('says so when nothing could be loaded at all', () => {
    play([offline, realtimeAnswer([{ id: 1 }], { fresh: true })], {
      untilMs: 1_500,
      expected: [
        [116, 'failed'],
        [1_116, '1i (all)'],
      ],
    });
  });
  it('waits for a slow answer, and gives up on one that never comes', () => {
    const asked = play([realtimeAnswer([{ id: 1 }], { fresh: true })], {
      untilMs: 13_000,
      expected: [
        [116, '1i (all)'],
        [11_016, '1i (none) failed'],
      ],
    });
    expect(asked).toHaveLength(3);
  });
  it('joins what comes within one frame', () => {
    play([realtimeAnswer([{ id: 1 }, { id: 2 }], { fresh: true })], {
      untilMs: 900,
      marbles: '500ms (abc)',
      pushes: { a: ringing(1), b: lost(2), c: over(1) },
      expected: [
        [116, '1i 2i (all)'],
        [516, '1i 2o (1,2)'],
      ],
    });
  });
  describe('watched again after a while', () => {
    const all = realtimeAnswer([{ id: 1 }, { id: 2 }], { fresh: true, cursor: 'a' });

    it('asks only for what changed since, and then shows all of it at once', () => {
      const since = realtimeAnswer(
        [
          { id: 1, call: 1, seenMs: 2 },
          { id: 2, car: 1, seenMs: 2 },
        ],
        { cursor: 'b' },
      );
      const { first, second, asked } = visitTwice(60_000, [all, since], [ringing(1)]);
      expect(first).toEqual(['1i 2i (all)']);
      expect(second).toEqual(['1c 2m (all)']);
      expect(asked).toEqual([wholeFleet, { since: 'a' }]);
    });

    it('shows what it knew, and that it may be old, when the server does not answer', () => {
      expect(visitTwice(60_000, [all, offline]).second).toEqual(['1i 2i (all) offline']);
    });

    it('asks for everything again after five minutes', () => {
      expect(visitTwice(300_000, [all, all]).asked).toEqual([wholeFleet, wholeFleet]);
    });
  });
  it('has no subscription once no one watches', () => {
    withMarbles(({ hot, cold, expectSubscriptions, expectObservable }, scheduler) => {
      const events$ = hot<PushEvent>('-------');
      const answer$ = cold<Realtime>('-----');
      expectObservable(
        watchLiftStates({ load: () => answer$, events$ }, { scheduler, frame: () => of(0) }),
        '^--!',
      ).toBe('----');
      expectSubscriptions(events$.subscriptions).toBe('^--!');
      expectSubscriptions(answer$.subscriptions).toBe('^--!');
    });
  });
  it('asks at the ticks that the caller gives it', () => {
    const ticks$ = new Subject<void>();
    let asked = 0;
    const watching = watchLiftStates(
      {
        load: () => {
          asked += 1;
          return throwError(() => offline);
        },
        events$: NEVER,
      },
      { ticks$, frame: () => of(0) },
    ).subscribe();
    ticks$.next();
    ticks$.next();
    expect(asked).toBe(2);
    watching.unsubscribe();
    expect(ticks$.observed).toBe(false);
  });
});
