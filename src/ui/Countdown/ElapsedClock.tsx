import { describeDuration, formatDuration } from '../time/formatDuration.ts';
import { ClockLine } from './ClockLine.tsx';
import './Countdown.css';

export interface ElapsedClockProps {
  label: string;
  sinceMs: number;
  nowMs: number;
  /** It ended then: the clock stands still. */
  endedAtMs?: number | null;
  size?: 'normal' | 'large';
}

/** Time since something began. */
export function ElapsedClock({ label, sinceMs, nowMs, endedAtMs = null, size = 'normal' }: ElapsedClockProps) {
  const durationMs = (endedAtMs ?? nowMs) - sinceMs;
  return (
    <div
      className="ti-clock"
      data-phase={endedAtMs === null ? 'running' : 'met'}
      data-size={size}
      role="timer"
      aria-label={`${label}：${describeDuration(durationMs)}`}
    >
      <span className="ti-clock__label">{label}</span>
      <ClockLine text={formatDuration(durationMs)}>{endedAtMs === null ? '已过' : '共计'}</ClockLine>
    </div>
  );
}
