import { asyncScheduler, filter, map, type Observable, type SchedulerLike } from 'rxjs';
import { heartbeatDeadAfterMs } from '../../contract/push.ts';
import { detectStaleness } from './detectStaleness.ts';

/** Fires once for each silence of `deadAfterMs`: a half-open link looks open but delivers nothing. */
export function heartbeatWatchdog<T>(
  heard$: Observable<T>,
  {
    deadAfterMs = heartbeatDeadAfterMs,
    scheduler = asyncScheduler,
  }: { readonly deadAfterMs?: number; readonly scheduler?: SchedulerLike } = {},
): Observable<void> {
  return detectStaleness(heard$, { afterMs: deadAfterMs, scheduler }).pipe(
    filter((freshness) => freshness === 'stale'),
    map(() => undefined),
  );
}
