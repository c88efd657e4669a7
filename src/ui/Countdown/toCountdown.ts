import { formatDuration } from '../time/formatDuration.ts';

export type CountdownPhase = 'running' | 'near' | 'overdue' | 'met' | 'late';

interface CountdownInput {
  deadlineMs: number;
  nowMs: number;
  metAtMs: number | null;
  warnBelowMs: number;
}

/** Returns the reading of a countdown: its phase, its figures and the word beside them. */
export function toCountdown({ deadlineMs, nowMs, metAtMs, warnBelowMs }: CountdownInput): {
  phase: CountdownPhase;
  text: string;
  word: string;
} {
  if (metAtMs !== null) {
    const lateMs = metAtMs - deadlineMs;
    return lateMs <= 0
      ? { phase: 'met', text: formatDuration(-lateMs), word: '已按时，剩余' }
      : { phase: 'late', text: `+${formatDuration(lateMs)}`, word: '已完成，超时' };
  }
  const leftMs = deadlineMs - nowMs;
  if (leftMs < 0) return { phase: 'overdue', text: `+${formatDuration(-leftMs)}`, word: '超时' };
  // Rounded up, so that the last second reads 00:01 and 00:00 is only ever the deadline itself.
  const text = formatDuration(Math.ceil(leftMs / 1000) * 1000);
  return { phase: leftMs < warnBelowMs ? 'near' : 'running', text, word: '剩余' };
}
