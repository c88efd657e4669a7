import { combineLatest, filter, merge, type Observable, type ObservableInput } from 'rxjs';
import type { ExceptionComment, ExceptionDetail } from '../contract/entities/exception.ts';
import type { PushEvent } from '../contract/push.ts';
import { loading, type LoadState } from './loadState.ts';
import { isRescuePush } from './rescuePush.ts';
import { watchRecord, type RecordTiming } from './watchRecord.ts';

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

/** Whether a push may change what is shown of an exception. */
function concerns(event: PushEvent, exceptionId: number, known: ExceptionDetail | undefined): boolean {
  if (event.kind === 'exception.changed') return event.exceptionId === exceptionId;
  if (known === undefined) return false;
  if (event.kind === 'alarm.changed') return event.alarmId === known.alarm_id && event.type === 'alarm.pictured';
  // A rescue among the exceptions has no pushes of its own.
  if (isRescuePush(event) && known.type === 1) return event.orderId === exceptionId;
  // A car that is being swept shows its open call for help.
  return isRescuePush(event) && known.children.some(({ elevator_id: id }) => id === event.elevatorId);
}

const isComment = (event: PushEvent, exceptionId: number): boolean =>
  event.kind === 'exception.changed' && event.exceptionId === exceptionId && event.event.endsWith('.commented');

/** One exception and its comments, loaded again whenever a push or an answer shows that it has moved on. */
export function watchException(
  { exceptionId, loadDetail, loadComments, events$, snapshotNeeded$, answers$, commented$ }: ExceptionSources,
  timing: RecordTiming = {},
): Observable<WatchedException> {
  const reload$ = merge(commented$, snapshotNeeded$);
  return combineLatest({
    detail: watchRecord(
      {
        load: loadDetail,
        events$,
        concerns: (event, known) => concerns(event, exceptionId, known),
        reload$,
        answers$: answers$.pipe(filter(({ id }) => id === exceptionId)),
      },
      timing,
    ),
    comments: watchRecord(
      { load: loadComments, events$, concerns: (event) => isComment(event, exceptionId), reload$ },
      timing,
    ),
  });
}
