import { EMPTY, NEVER, of, throwError } from 'rxjs';
import { describe, expect, it } from 'vitest';
import { CallError } from '../../contract/call.ts';
import type { PushEvent } from '../../contract/push.ts';
import { changeFixture } from '../../contract/fixtures/pushFixtures.ts';
import { withMarbles } from '../loading/marbles.testing.ts';
import { watchAlarmBoard, type AlarmBoardData } from './watchAlarmBoard.ts';

const boardOf = (recent: number, isFlood: boolean): AlarmBoardData => ({
  flood: { recent_num: recent, limit_num: 10, window_minutes: 10, is_flood: isFlood },
  is_grouped: isFlood,
  counts: {
    todo: recent,
    overdue: 0,
    urgent: 0,
    shelved: 0,
    suppressed: { maintenance: 0, outage: 0, offline: 0, incident: 0 },
  },
  urgent: [],
  entries: { list: [], current_page: 1, page_size: 50, total: 0, max_page: 1 },
});
const alarm: PushEvent = changeFixture('alarm.raised', { elevatorId: 7 });
const notice: PushEvent = { kind: 'notice.raised', noticeId: 1, title: '通知' };
const pushes = { a: alarm, n: notice };

describe('the board of alarms', () => {
  it('loads at once after a silence, once a second in a flood, and not for pushes about anything else', () => {
    const asked: number[] = [];
    withMarbles(({ hot, expectObservable, expectSubscriptions }, scheduler) => {
      const events$ = hot('100ms n 100ms (aaa) 300ms a 200ms a', pushes);
      const board$ = watchAlarmBoard(
        {
          load: () => {
            asked.push(scheduler.now());
            return of(boardOf(1, false));
          },
          events$,
          reload$: NEVER,
        },
        { atLeastEveryMs: 100_000, scheduler },
      );
      expectObservable(board$, '^ 5s !').toBe('(la) 197ms b 999ms c', {
        l: { kind: 'loading' },
        a: { kind: 'ready', problem: null, value: { board: boardOf(1, false), loadedAtMs: 0 } },
        b: { kind: 'ready', problem: null, value: { board: boardOf(1, false), loadedAtMs: 201 } },
        c: { kind: 'ready', problem: null, value: { board: boardOf(1, false), loadedAtMs: 1_201 } },
      });
      expectSubscriptions(events$.subscriptions).toBe('^ 5s !');
    });
    expect(asked).toEqual([0, 201, 1_201]);
  });

  it('says with each request whether it is in a flood, each half minute without a push too', () => {
    const asked: boolean[] = [];
    withMarbles(({ flush }, scheduler) => {
      const floods = [true, true, false];
      const subscription = watchAlarmBoard(
        {
          load: (wasFlood) => {
            asked.push(wasFlood);
            return of(boardOf(12, floods[asked.length - 1] ?? false));
          },
          events$: EMPTY,
          reload$: NEVER,
        },
        { scheduler },
      ).subscribe();
      scheduler.schedule(() => subscription.unsubscribe(), 91_000);
      flush();
    });
    expect(asked).toEqual([false, true, true, false]);
  });

  it('keeps its rows and says what went wrong when a refresh fails', () => {
    withMarbles(({ expectObservable }, scheduler) => {
      let loads = 0;
      const board$ = watchAlarmBoard(
        {
          load: () =>
            (loads += 1) === 1 ? of(boardOf(3, false)) : throwError(() => new CallError('offline', '网络连接失败', 0)),
          events$: NEVER,
          reload$: of(null),
        },
        { scheduler, retryAfterMs: 60_000 },
      );
      const value = { board: boardOf(3, false), loadedAtMs: 0 };
      expectObservable(board$, '^ 1s !').toBe('(lab)', {
        l: { kind: 'loading' },
        a: { kind: 'ready', problem: null, value },
        b: { kind: 'ready', problem: '网络连接失败', value },
      });
    });
  });
});
