import { combineLatest, filter, merge, type Observable, type ObservableInput } from 'rxjs';
import type { ExceptionComment, ExceptionDetail } from '../../contract/entities/exception.ts';
import { isExceptionPrefix } from '../../contract/exceptions.ts';
import type { PushEvent } from '../../contract/push.ts';
import { changeOf } from '../../contract/streamChange.ts';
import { loading, type LoadState } from '../loading/loadState.ts';
import { watchRecord, type RecordTiming } from '../loading/watchRecord.ts';

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

/** Returns true if a push may change the shown parts of an exception. */
function concerns(event: PushEvent, exceptionId: number, known: ExceptionDetail | undefined): boolean {
  const change = changeOf(event);
  if (change === undefined) return false;
  if (isExceptionPrefix(change.stream)) return change.id === exceptionId;
  if (known === undefined) return false;
  if (change.type === 'alarm.pictured') return change.id === known.alarm_id;
  if (change.stream !== 'rescue') return false;
  // A rescue among the exceptions has no pushes of its own. A car that is being swept shows its open call for help.
  return known.type === 1
    ? change.id === exceptionId
    : known.children.some(({ elevator_id: id }) => id === change.elevatorId);
}

const isComment = (event: PushEvent, exceptionId: number): boolean =>
  event.kind === 'stream.changed' &&
  isExceptionPrefix(event.stream) &&
  event.id === exceptionId &&
  event.fact.type.endsWith('.commented');

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
