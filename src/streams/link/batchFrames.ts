import { asyncScheduler, mergeMap, timer, type OperatorFunction, type SchedulerLike } from 'rxjs';
import type { PushEvent } from '../../contract/push.ts';
import { toldOfAlarm } from '../../contract/streamChange.ts';
import { batchUnlessUrgent } from '../loading/batchUnlessUrgent.ts';
import type { PushReport } from './pushReport.ts';
import type { SocketReport } from './pushSocket.ts';

/** Far less than a person notices in a list, but it saves the page many turns in a flood. */
const togetherMs = 100;

/** Only frames that neither start nor silence a call for help. */
function mayWait(event: PushEvent | undefined): boolean {
  switch (event?.kind) {
    case 'alarm.raised':
      return event.priority !== 1 && event.rung !== true;
    case 'stream.changed':
      return event.stream !== 'rescue' && toldOfAlarm.safeParse(event.fact.data).data?.priority !== 1;
    case 'notice.raised':
    case 'probe.sent':
      return true;
    case 'rescue.ringing':
    case 'rescue.claimed':
    case 'rescue.over':
    case undefined:
      return false;
  }
}

const isUrgent = (report: SocketReport): boolean => report.kind !== 'frame' || !mayWait(report.frame.event);

/** The frames as one report; they all preceded what the link itself reported. */
function together(reports: readonly SocketReport[]): readonly PushReport[] {
  const frames = reports.flatMap((report) => (report.kind === 'frame' ? [report.frame] : []));
  const others = reports.filter((report) => report.kind !== 'frame');
  return frames.length === 0 ? others : [{ kind: 'frames', frames }, ...others];
}

/**
 * Frames of a flood as one report each `everyMs`, so that the page takes them in one turn. Frames about a call for
 * help, and reports about the link, never wait.
 */
export function batchFrames({
  everyMs = togetherMs,
  scheduler = asyncScheduler,
}: { readonly everyMs?: number; readonly scheduler?: SchedulerLike } = {}): OperatorFunction<SocketReport, PushReport> {
  return (source$) =>
    source$.pipe(
      batchUnlessUrgent(() => timer(everyMs, scheduler), isUrgent),
      mergeMap(together),
    );
}
