import { Icon } from '../Icon/Icon.tsx';
import { describeDuration } from '../time/formatDuration.ts';
import { ClockLine } from './ClockLine.tsx';
import { toCountdown } from './toCountdown.ts';
import './Countdown.css';

export interface CountdownProps {
  /** The step due by then: 3 分钟受理. */
  label: string;
  deadlineMs: number;
  nowMs: number;
  /** It was met then: the clock stops and says so. */
  metAtMs?: number | null;
  /** Asks for attention when less than this is left. */
  warnBelowMs?: number;
  size?: 'normal' | 'large';
}

/** Time left until a deadline, or by how much it is missed. Takes `nowMs`, so that one ticker drives all clocks. */
export function Countdown({
  label,
  deadlineMs,
  nowMs,
  metAtMs = null,
  warnBelowMs = 60_000,
  size = 'normal',
}: CountdownProps) {
  const { phase, text, word } = toCountdown({ deadlineMs, nowMs, metAtMs, warnBelowMs });
  return (
    <div
      className="ti-clock"
      data-phase={phase}
      data-size={size}
      role="timer"
      aria-label={`${label}：${word}${describeDuration(Math.abs(deadlineMs - (metAtMs ?? nowMs)))}`}
    >
      <span className="ti-clock__label">{label}</span>
      <ClockLine text={text}>
        {phase === 'overdue' && <Icon name="exclamation-triangle" />}
        {phase === 'near' && <Icon name="exclamation-circle" />}
        {phase === 'met' && <Icon name="check" />}
        {word}
      </ClockLine>
    </div>
  );
}
