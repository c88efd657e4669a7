import {
  asyncScheduler,
  combineLatest,
  filter,
  map,
  merge,
  of,
  scan,
  startWith,
  type Observable,
  type ObservableInput,
  type SchedulerLike,
} from 'rxjs';
import type { RescueOrderRow, TimelineEntry } from '../contract/entities/rescueOrder.ts';
import type { PushEvent } from '../contract/push.ts';
import { exhaustLatest } from './exhaustLatest.ts';
import { loading, refreshed, type LoadState } from './loadState.ts';
import { loadWithRetry } from './loadWithRetry.ts';
import { newerRow } from './newerRow.ts';
import { isRescuePush, type RescuePush } from './rescuePush.ts';

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

type RowChange = (before: LoadState<RescueOrderRow>) => LoadState<RescueOrderRow>;

const knownRow = (state: LoadState<RescueOrderRow>): RescueOrderRow | undefined =>
  state.kind === 'ready' ? state.value : undefined;

/** One order and its timeline, reloaded whenever a push or an answer shows that it has moved on. */
export function watchRescueOrder(
  { orderId, loadRow, loadTimeline, events$, snapshotNeeded$, answers$, patch }: RescueOrderSources,
  {
    retryAfterMs = 3_000,
    scheduler = asyncScheduler,
  }: { readonly retryAfterMs?: number; readonly scheduler?: SchedulerLike } = {},
): Observable<WatchedOrder> {
  const pushes$ = events$.pipe(
    filter(isRescuePush),
    filter((push) => push.orderId === orderId),
  );
  const own$ = answers$.pipe(filter((row) => row.id === orderId));
  const reload = <T>(load: () => ObservableInput<T>): Observable<LoadState<T>> =>
    merge(of(null), pushes$, own$, snapshotNeeded$).pipe(
      exhaustLatest(() => loadWithRetry(load, { retryAfterMs, scheduler })),
    );

  const row$ = merge(
    pushes$.pipe(
      map(
        (push): RowChange =>
          (before) =>
            before.kind === 'ready' ? { ...before, value: patch(before.value, push) } : before,
      ),
    ),
    own$.pipe(
      map((row): RowChange => (before) => ({ kind: 'ready', value: newerRow(knownRow(before), row), problem: null })),
    ),
    reload(loadRow).pipe(
      map(
        (result): RowChange =>
          (before) =>
            refreshed(
              before,
              result.kind === 'ready' ? { ...result, value: newerRow(knownRow(before), result.value) } : result,
            ),
      ),
    ),
  ).pipe(
    scan((state: LoadState<RescueOrderRow>, change: RowChange) => change(state), loading),
    startWith<LoadState<RescueOrderRow>>(loading),
  );
  const timeline$ = reload(loadTimeline).pipe(
    scan(
      (before: LoadState<readonly TimelineEntry[]>, result: LoadState<readonly TimelineEntry[]>) =>
        refreshed(before, result),
      loading,
    ),
    startWith<LoadState<readonly TimelineEntry[]>>(loading),
  );
  return combineLatest({ row: row$, timeline: timeline$ });
}
