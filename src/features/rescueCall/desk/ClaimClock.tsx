import type { RescueOrderRow } from '../../../contract/entities/rescueOrder.ts';
import { dispatchClock, waitingAgainMs } from '../../../parts/rescue/rescueClocks.ts';
import { Icon } from '../../../ui/Icon/Icon.tsx';
import { Kbd } from '../../../ui/Kbd/Kbd.tsx';
import { describeDuration, formatDuration } from '../../../ui/time/formatDuration.ts';
import { LimitClockView } from './LimitClockView.tsx';

interface ClaimClockProps {
  row: RescueOrderRow;
  nowMs: number;
  /** The claimer is filling in a form of this call. */
  isTyping: boolean;
  /** The number of the user's claims that lapse within the same minute as this one, this one among them. */
  lapsingNum?: number;
  /** Absent for everyone but the claimer, and when it was extended often enough. */
  onExtend?: (() => void) | undefined;
}

/** The third clock: how long the claim still has to dispatch help, or how long no one has had the call since a claim lapsed. */
export function ClaimClock({ row, nowMs, isTyping, lapsingNum = 1, onExtend }: ClaimClockProps) {
  const dispatch = dispatchClock(row, nowMs, { isTyping });
  if (dispatch !== null) {
    const extend = onExtend !== undefined && (
      <button
        type="button"
        className="rc-extend"
        aria-keyshortcuts="e"
        title={`再给 5 分钟，还可延长 ${row.claim?.extensions_left ?? 0} 次`}
        onClick={onExtend}
      >
        延长 <Kbd>E</Kbd>
      </button>
    );
    const action = (
      <>
        {lapsingNum > 1 && <span className="rc-limit__count">共 {lapsingNum} 起</span>}
        {extend}
      </>
    );
    return <LimitClockView step="派出" clock={dispatch} action={action} />;
  }
  const waitedMs = waitingAgainMs(row, nowMs);
  if (waitedMs === null) return null;
  return (
    <div
      className="rc-limit"
      data-phase="breached"
      role="timer"
      aria-label={`受理已失效，重新等待受理${describeDuration(waitedMs)}`}
    >
      <span className="rc-limit__label">重新等待受理</span>
      <span className="rc-limit__value">{formatDuration(waitedMs)}</span>
      <span className="rc-limit__word">
        <Icon name="exclamation-triangle" />
        无人负责
      </span>
    </div>
  );
}
