import { useMemo } from 'react';
import { map, type Observable } from 'rxjs';
import type { ExceptionRow } from '../../contract/entities/exception.ts';
import { Icon } from '../../ui/Icon/Icon.tsx';
import { useObservable } from '../../ui/live/useObservable.ts';
import { describeDuration, formatDuration } from '../../ui/time/formatDuration.ts';
import { exceptionClock } from './exceptionLook.ts';

interface ExceptionClockProps {
  row: ExceptionRow;
  /** The server's time each second, epoch ms. */
  now$: Observable<number>;
}

/** The time left of the limit, how far past it is, or how long it took. */
export function ExceptionClockView({ row, now$ }: ExceptionClockProps) {
  const maybeNow$ = useMemo(() => now$.pipe(map((ms): number | null => ms)), [now$]);
  const nowMs = useObservable(maybeNow$, null);
  // Before the first tick of the server's clock no time shown would be right.
  if (nowMs === null && !row.is_finished) return <span className="exc-clock">—</span>;
  const clock = exceptionClock(row, nowMs ?? 0);
  switch (clock.kind) {
    case 'ended':
      return (
        <span className="exc-clock" data-phase="ended">
          用时 {describeDuration(clock.tookMs)}
        </span>
      );
    case 'open':
      return <span className="exc-clock">已 {describeDuration(clock.sinceMs)}</span>;
    case 'running': {
      const isOver = clock.leftMs < 0;
      return (
        <span
          className="exc-clock"
          role="timer"
          data-phase={isOver ? 'over' : clock.isNear ? 'near' : 'running'}
          aria-label={`${isOver ? '超时' : '剩余'}${describeDuration(Math.abs(clock.leftMs))}`}
        >
          {(isOver || clock.isNear) && <Icon name="stopwatch" />}
          {isOver ? '超时' : '剩'} {formatDuration(Math.abs(clock.leftMs))}
        </span>
      );
    }
  }
}
