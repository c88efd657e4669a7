import type { RescueOrderRow } from '../../../contract/entities/rescueOrder.ts';
import { toDisplayTime } from '../../../contract/time.ts';
import { expectedInMs, nextClock, waitingAgainMs } from '../../../parts/rescue/rescueClocks.ts';
import { formatDuration } from '../../../ui/time/formatDuration.ts';

export interface CardClock {
  readonly text: string;
  /** Asks for attention: little is left, or nothing. */
  readonly isNear: boolean;
}

/** Returns the next step that an open call waits for, and the time left; null once help is there. */
export function cardClock(row: RescueOrderRow, nowMs: number): CardClock | null {
  const waitedMs = waitingAgainMs(row, nowMs);
  if (waitedMs !== null) return { text: `受理已失效，重新等待 ${formatDuration(waitedMs)}`, isNear: true };
  const next = nextClock(row, nowMs);
  if (next === null) return null;
  const { step, clock } = next;
  switch (clock.state) {
    case 'running':
      return {
        // Rounded up, as on the desk.
        text: `${step} 剩余 ${formatDuration(Math.ceil(clock.remainingMs / 1_000) * 1_000)}`,
        isNear: clock.isNear,
      };
    case 'breached':
      return { text: `${step} 已超时 ${formatDuration(clock.overMs)}`, isNear: true };
    default:
      return null;
  }
}

/** Returns the time at which help said that it would arrive: `预计 18:52 到场`, and by how much that has passed. */
export function expectedText(row: RescueOrderRow, nowMs: number): string | null {
  const inMs = expectedInMs(row, nowMs);
  if (inMs === null || row.expected_at === null) return null;
  const at = toDisplayTime(row.expected_at).slice(11, 16);
  return inMs < 0 ? `预计 ${at} 到场，已过 ${formatDuration(-inMs)}` : `预计 ${at} 到场`;
}
