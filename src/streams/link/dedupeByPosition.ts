import { defer, filter, map, scan, startWith, type Observable } from 'rxjs';
import type { ServerFrame } from '../../contract/push.ts';
import { isRepeated, laterPoint, pointOf, type ResumePoint } from '../../contract/resumePoint.ts';

/** Each event of the log once, however often a reconnect delivers it; heartbeats and reminders pass. */
export function dedupeByPosition(
  frames$: Observable<ServerFrame>,
  { from = null }: { readonly from?: ResumePoint | null } = {},
): Observable<ServerFrame> {
  return defer(() => {
    let known = from;
    return frames$.pipe(
      filter((frame) => {
        if (isRepeated(known, frame)) return false;
        const point = pointOf(frame);
        if (point !== undefined) known = laterPoint(known, point);
        return true;
      }),
    );
  });
}

/** Emits the point to resume from, after each frame; begins with `from`. */
export function resumePosition(
  frames$: Observable<ServerFrame>,
  { from = null }: { readonly from?: ResumePoint | null } = {},
): Observable<ResumePoint | null> {
  return frames$.pipe(
    map(pointOf),
    scan((known: ResumePoint | null, point) => (point === undefined ? known : laterPoint(known, point)), from),
    startWith(from),
  );
}
