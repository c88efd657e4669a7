import type { ReactNode } from 'react';
import { Icon } from '../../../ui/Icon/Icon.tsx';
import { describeDuration, formatDuration } from '../../../ui/time/formatDuration.ts';
import type { LimitClock } from '../../../parts/rescue/rescueClocks.ts';

interface LimitReading {
  readonly text: string;
  readonly word: string;
  readonly durationMs: number | null;
}

function readingOf(clock: LimitClock): LimitReading {
  switch (clock.state) {
    case 'running':
      // Rounded up: 00:00 is only ever the limit itself.
      return {
        text: formatDuration(Math.ceil(clock.remainingMs / 1_000) * 1_000),
        word: '剩余',
        durationMs: clock.remainingMs,
      };
    case 'breached':
      return { text: `+${formatDuration(clock.overMs)}`, word: '已超时', durationMs: clock.overMs };
    case 'met':
    case 'late': {
      // Rounded as the record and the statistics round it.
      const tookMs = Math.round(clock.tookMs / 1_000) * 1_000;
      return { text: formatDuration(tookMs), word: clock.state === 'met' ? '按时' : '超时完成', durationMs: tookMs };
    }
    case 'void':
      return { text: '—', word: '不适用', durationMs: null };
  }
}

interface LimitClockViewProps {
  /** The step due: 受理, 到场. */
  step: string;
  clock: LimitClock;
  /** The action on it. */
  action?: ReactNode;
}

/** One of the two limits: how much is left, by how much it is missed, or how long it took. */
export function LimitClockView({ step, clock, action }: LimitClockViewProps) {
  const { text, word, durationMs } = readingOf(clock);
  const limit = `${Math.round(clock.limitMs / 60_000)} 分钟${step}`;
  const phase = clock.state === 'running' && clock.isNear ? 'near' : clock.state;
  return (
    <div
      className="rc-limit"
      data-phase={phase}
      role="timer"
      aria-label={`${limit}：${word}${durationMs === null ? '' : describeDuration(durationMs)}`}
    >
      <span className="rc-limit__label">{limit}</span>
      <span className="rc-limit__value">{text}</span>
      <span className="rc-limit__word">
        {(phase === 'breached' || phase === 'near' || phase === 'late') && <Icon name="exclamation-triangle" />}
        {phase === 'met' && <Icon name="check" />}
        {word}
        {action}
      </span>
    </div>
  );
}
