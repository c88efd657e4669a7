import {
  asyncScheduler,
  combineLatest,
  defer,
  filter,
  map,
  merge,
  of,
  scan,
  startWith,
  tap,
  type Observable,
  type ObservableInput,
  type SchedulerLike,
} from 'rxjs';
import type { ExceptionComment, ExceptionDetail } from '../contract/entities/exception.ts';
import type { PushEvent } from '../contract/push.ts';
import { exhaustLatest } from './exhaustLatest.ts';
import { loading, refreshed, type LoadState } from './loadState.ts';
import { loadWithRetry } from './loadWithRetry.ts';
import { newerRow } from './newerRow.ts';
import { isRescuePush } from './rescuePush.ts';

export interface ExceptionSources {
  readonly exceptionId: number;
  readonly loadDetail: () => ObservableInput<ExceptionDetail>;
  /** The newest comments. */
  readonly loadComments: () => ObservableInput<readonly ExceptionComment[]>;
  readonly events$: Observable<PushEvent>;
  readonly snapshotNeeded$: Observable<void>;
  /** Details that the server answered to steps taken on this page. */
  readonly answers$: Observable<ExceptionDetail>;
  /** A comment of this page was stored. */
  readonly commented$: Observable<unknown>;
}

export interface WatchedException {
  readonly detail: LoadState<ExceptionDetail>;
  readonly comments: LoadState<readonly ExceptionComment[]>;
}

export const unwatchedException: WatchedException = { detail: loading, comments: loading };

/** Whether a push may change what is shown of an exception; `known` is null until it is loaded. */
function concerns(event: PushEvent, exceptionId: number, known: ExceptionDetail | null): boolean {
  if (event.kind === 'exception.changed') return event.exceptionId === exceptionId;
  if (known === null) return false;
  if (event.kind === 'alarm.changed') return event.alarmId === known.alarm_id && event.type === 'alarm.pictured';
  // A rescue among the exceptions has no pushes of its own.
  if (isRescuePush(event) && known.type === 1) return event.orderId === exceptionId;
  // A car that is being swept shows its open call for help.
  return isRescuePush(event) && known.children.some(({ elevator_id: id }) => id === event.elevatorId);
}

const isComment = (event: PushEvent): boolean =>
  event.kind === 'exception.changed' && event.event.endsWith('.commented');

/** One exception and its comments, loaded again whenever a push or an answer shows that it has moved on. */
export function watchException(
  { exceptionId, loadDetail, loadComments, events$, snapshotNeeded$, answers$, commented$ }: ExceptionSources,
  {
    retryAfterMs = 3_000,
    scheduler = asyncScheduler,
  }: { readonly retryAfterMs?: number; readonly scheduler?: SchedulerLike } = {},
): Observable<WatchedException> {
  const reload = <T>(on$: Observable<unknown>, load: () => ObservableInput<T>): Observable<LoadState<T>> =>
    merge(of(null), on$, snapshotNeeded$).pipe(exhaustLatest(() => loadWithRetry(load, { retryAfterMs, scheduler })));
  return defer(() => {
    let known: ExceptionDetail | null = null;
    const newest = (detail: ExceptionDetail): ExceptionDetail => newerRow(known ?? undefined, detail);
    const pushes$ = events$.pipe(filter((event) => concerns(event, exceptionId, known)));
    const detail$ = merge(
      answers$.pipe(
        filter(({ id }) => id === exceptionId),
        map((value): LoadState<ExceptionDetail> => ({ kind: 'ready', value: newest(value), problem: null })),
      ),
      reload(merge(pushes$, commented$), loadDetail).pipe(
        map((state) => (state.kind === 'ready' ? { ...state, value: newest(state.value) } : state)),
      ),
    ).pipe(
      tap((state) => {
        if (state.kind === 'ready') known = state.value;
      }),
      scan(
        (before: LoadState<ExceptionDetail>, state: LoadState<ExceptionDetail>) => refreshed(before, state),
        loading,
      ),
      startWith<LoadState<ExceptionDetail>>(loading),
    );
    const comments$ = reload(merge(pushes$.pipe(filter(isComment)), commented$), loadComments).pipe(
      scan(
        (before: LoadState<readonly ExceptionComment[]>, state: LoadState<readonly ExceptionComment[]>) =>
          refreshed(before, state),
        loading,
      ),
      startWith<LoadState<readonly ExceptionComment[]>>(loading),
    );
    return combineLatest({ detail: detail$, comments: comments$ });
  });
}
