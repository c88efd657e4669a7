import { combineLatest, filter, map, merge, of, shareReplay, switchMap, type Observable } from 'rxjs';
import { CallError } from '../../contract/call.ts';
import { elevatorDetail } from '../../contract/endpoints/elevator.ts';
import { notificationList } from '../../contract/endpoints/notification.ts';
import { rescueAckState, rescueDelete, rescueList, rescueTimeline } from '../../contract/endpoints/rescue.ts';
import type { FaultCause } from '../../contract/entities/exception.ts';
import type { ElevatorDetail } from '../../contract/entities/elevator.ts';
import type { NotificationRow } from '../../contract/entities/notification.ts';
import type { RescueOrderRow, TimelineEntry } from '../../contract/entities/rescueOrder.ts';
import { rescueWhy } from '../../contract/endpoints/whyRang.ts';
import type { WhyRang } from '../../contract/entities/whyRang.ts';
import type { ResultChanges } from '../../contract/events/rescueResult.ts';
import { isChangeOf } from '../../contract/streamChange.ts';
import type { FeatureDeps } from '../../streams/featureDeps.ts';
import { loadCauses } from '../../streams/lists/loadCauses.ts';
import { loading, type LoadState } from '../../streams/loading/loadState.ts';
import { loadWithRetry } from '../../streams/loading/loadWithRetry.ts';
import { loadLadderNotices } from '../../streams/calls/watchLadderNotices.ts';
import { rescuePushOf } from '../../streams/calls/rescuePush.ts';
import type { ListChange, LoadList } from '../../ui/list/listTypes.ts';
import type { HistoryQuery } from './rescueCallHistory.screen.tsx';

export interface HistoryRecord {
  readonly row: LoadState<RescueOrderRow>;
  readonly timeline: LoadState<readonly TimelineEntry[]>;
  readonly elevator: LoadState<ElevatorDetail>;
  /** The notices to the people whom the ladder has called, all rounds. */
  readonly notices: LoadState<readonly NotificationRow[]>;
}

export const unreadRecord: HistoryRecord = { row: loading, timeline: loading, elevator: loading, notices: loading };

export interface HistorySources {
  readonly load: LoadList<RescueOrderRow, HistoryQuery>;
  readonly hide: (row: RescueOrderRow, reason: string) => Promise<void>;
  /** Adds a correction to a closed order. @throws CallError whose field errors are named as the form names them. */
  readonly correct: (row: RescueOrderRow, reason: string, changes: ResultChanges) => Promise<void>;
  /** The catalogue of causes, for corrections. */
  readonly causes$: Observable<LoadState<readonly FaultCause[]>>;
  /** Resolves to the reasons why it rang, and who was rung where. */
  readonly why: (id: number) => Promise<WhyRang>;
  /** A closed order belongs on the list; after a possible gap the list is loaded again. */
  readonly changes$: Observable<ListChange<RescueOrderRow>>;
  /** Everything of one order, again when it moves on. */
  readonly record$: (id: number) => Observable<HistoryRecord>;
}

const quiet = { quiet: true } as const;
/** Steps after the end that the list shows. */
const changesHistory: ReadonlySet<string> = new Set(['rescue.hidden', 'rescue.corrected']);

export function createHistorySources({ call, live, can }: Pick<FeatureDeps, 'call' | 'live' | 'can'>): HistorySources {
  const loadOrder = async (id: number): Promise<RescueOrderRow> => {
    const { list } = await call(rescueList, { id, scope: 'all', page_size: 1 }, quiet);
    const [row] = list;
    if (row === undefined) throw new CallError('notFound', '找不到该救援单', 404);
    return row;
  };
  const unseen: LoadState<ElevatorDetail> = { kind: 'failed', failure: 'denied', message: '没有查看电梯的权限' };
  const unseenNotices: LoadState<readonly NotificationRow[]> = {
    kind: 'failed',
    failure: 'denied',
    message: '没有查看通知的权限',
  };
  const loadElevator = (row: LoadState<RescueOrderRow>): Observable<LoadState<ElevatorDetail>> =>
    row.kind === 'ready' && can('elevator.view')
      ? loadWithRetry(() => call(elevatorDetail, { id: row.value.elevator_id }, quiet))
      : of(row.kind === 'loading' ? loading : unseen);
  return {
    // Open orders are included only if their status is selected.
    load: (query, signal) =>
      call(rescueList, { ...query, scope: query.status === undefined ? 'history' : 'all' }, { quiet: true, signal }),
    hide: async (row, reason) => {
      await call(rescueDelete, { id: row.id, reason }, quiet);
    },
    causes$: loadCauses({ call, can }),
    why: (id) => call(rescueWhy, { id }, quiet),
    correct: async ({ id }, reason, changes) => {
      try {
        await call(rescueAckState, { id, event: 'rescue.corrected', data: { reason, changes } }, quiet);
      } catch (error) {
        if (!(error instanceof CallError)) throw error;
        const { kind, message, code, fieldErrors } = error;
        throw new CallError(
          kind,
          message,
          code,
          fieldErrors.map((problem) => ({ ...problem, field: problem.field.replace(/^data\.(?:changes\.)?/, '') })),
        );
      }
    },
    changes$: merge(
      live.events$.pipe(
        filter(
          (event) =>
            event.kind === 'rescue.over' || (isChangeOf(event, 'rescue') && changesHistory.has(event.fact.type)),
        ),
      ),
      live.snapshotNeeded$,
    ).pipe(map((): ListChange<RescueOrderRow> => ({ kind: 'refetch' }))),
    record$: (id) => {
      const moved$ = live.events$.pipe(filter((event) => rescuePushOf(event)?.orderId === id));
      return merge(of(null), moved$, live.snapshotNeeded$).pipe(
        switchMap(() => {
          const row$ = loadWithRetry(() => loadOrder(id)).pipe(shareReplay({ bufferSize: 1, refCount: true }));
          return combineLatest({
            row: row$,
            timeline: loadWithRetry(() => call(rescueTimeline, { id }, quiet)),
            elevator: row$.pipe(switchMap(loadElevator)),
            notices: can(notificationList.permission)
              ? loadWithRetry(() => loadLadderNotices(call, id))
              : of(unseenNotices),
          });
        }),
      );
    },
  };
}
