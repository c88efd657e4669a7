import { Icon } from '../Icon/Icon.tsx';
import { describeDuration } from '../time/formatDuration.ts';
import { formatClockTime } from '../time/formatTime.ts';
import './DataAge.css';

export interface DataAgeProps {
  /** The time at which the newest data was true; null when none ever came. */
  dataAtMs: number | null;
  nowMs: number;
  /** Older than this is stale. */
  staleAfterMs?: number;
  /** It shows the past on purpose: says so instead of an age. */
  isReplay?: boolean;
}

/** The wall's age, always on screen: a whisper while it is live, loud once it is not. */
export function DataAge({ dataAtMs, nowMs, staleAfterMs = 10_000, isReplay = false }: DataAgeProps) {
  const ageMs = dataAtMs === null ? null : Math.max(0, nowMs - dataAtMs);
  const isStale = !isReplay && (ageMs === null || ageMs > staleAfterMs);
  return (
    <span
      className="ti-data-age"
      data-state={isReplay ? 'replay' : isStale ? 'stale' : 'live'}
      role={isStale ? 'alert' : undefined}
    >
      <Icon name={isReplay ? 'history' : isStale ? 'exclamation-triangle' : 'wave-pulse'} />
      {isReplay
        ? '历史回放，非实时'
        : ageMs === null || dataAtMs === null
          ? '尚未收到数据'
          : isStale
            ? `数据停止于 ${formatClockTime(dataAtMs)}，已 ${describeDuration(ageMs)}`
            : `实时 · ${describeDuration(ageMs)}前`}
    </span>
  );
}
