import { combineLatest, filter, merge, type Observable, type ObservableInput } from 'rxjs';
import type { RescueOrderRow, TimelineEntry } from '../../contract/entities/rescueOrder.ts';
import type { PushEvent } from '../../contract/push.ts';
import { loading, type LoadState } from '../loading/loadState.ts';
import { rescuePushOf, type RescuePush } from './rescuePush.ts';
import { watchRecord, type RecordTiming } from '../loading/watchRecord.ts';

export interface RescueOrderSources {
  readonly orderId: number;
  readonly loadRow: () => ObservableInput<RescueOrderRow>;
  readonly loadTimeline: () => ObservableInput<readonly TimelineEntry[]>;
  readonly events$: Observable<PushEvent>;
  readonly snapshotNeeded$: Observable<void>;
  /** Rows that the server answered to commands of this very desk. */
  readonly answers$: Observable<RescueOrderRow>;
  readonly patch: (row: RescueOrderRow, push: RescuePush) => RescueOrderRow;
}

export interface WatchedOrder {
  readonly row: LoadState<RescueOrderRow>;
  readonly timeline: LoadState<readonly TimelineEntry[]>;
}

export const unwatchedOrder: WatchedOrder = { row: loading, timeline: loading };

/** One order and its timeline, reloaded whenever a push or an answer shows that it has moved on. */
export function watchRescueOrder(
  { orderId, loadRow, loadTimeline, events$, snapshotNeeded$, answers$, patch }: RescueOrderSources,
  timing: RecordTiming = {},
): Observable<WatchedOrder> {
  const concerns = (event: PushEvent): boolean => rescuePushOf(event)?.orderId === orderId;
  const own$ = answers$.pipe(filter((row) => row.id === orderId));
  const moved = { events$, concerns, reload$: merge(own$, snapshotNeeded$) };
  return combineLatest({
    row: watchRecord(
      {
        ...moved,
        load: loadRow,
        answers$: own$,
        patch(row, event) {
          const push = rescuePushOf(event);
          return push === undefined ? row : patch(row, push);
        },
      },
      timing,
    ),
    timeline: watchRecord({ ...moved, load: loadTimeline }, timing),
  });
}
