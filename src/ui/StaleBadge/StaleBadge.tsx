import { Icon } from '../Icon/Icon.tsx';
import { describeDuration } from '../time/formatDuration.ts';
import './StaleBadge.css';

interface StaleBadgeProps {
  /** The time at which the data was true; null when it never arrived. */
  dataAtMs: number | null;
  nowMs: number;
  /** Older than this is stale. */
  staleAfterMs: number;
  /** The advice, in a few words: 请检查网络. */
  advice?: string;
}

/** The age of the data: a whisper while it is fresh, loud once it is stale. */
export function StaleBadge({ dataAtMs, nowMs, staleAfterMs, advice }: StaleBadgeProps) {
  const ageMs = dataAtMs === null ? null : Math.max(0, nowMs - dataAtMs);
  const isStale = ageMs === null || ageMs > staleAfterMs;
  return (
    <span className="ti-stale" data-stale={isStale || undefined} role={isStale ? 'alert' : undefined}>
      <Icon name={isStale ? 'exclamation-triangle' : 'clock'} />
      {ageMs === null
        ? '尚未收到数据'
        : isStale
          ? `数据已停止更新 ${describeDuration(ageMs)}`
          : `${describeDuration(ageMs)}前更新`}
      {isStale && advice !== undefined && `，${advice}`}
    </span>
  );
}
