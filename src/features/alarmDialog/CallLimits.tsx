import type { RingingCall } from '../../contract/ringingCall.ts';
import { arriveNearMs, respondNearMs } from '../../parts/rescue/rescueClocks.ts';
import { noticeText, noticeTextAfterLapse } from '../../parts/rescue/noticeText.ts';
import { Countdown } from '../../ui/Countdown/Countdown.tsx';

const minuteMs = 60_000;

interface LimitProps {
  step: string;
  limitMs: number;
  warnBelowMs: number;
  raisedAtMs: number;
  nowMs: number;
}

function Limit({ step, limitMs, warnBelowMs, raisedAtMs, nowMs }: LimitProps) {
  return (
    <Countdown
      label={`${Math.round(limitMs / minuteMs)} 分钟${step}`}
      deadlineMs={raisedAtMs + limitMs}
      warnBelowMs={warnBelowMs}
      nowMs={nowMs}
    />
  );
}

/** The two limits of a call with what is left of them, and how far the notice has gone. A call answered before keeps that first answer. */
export function CallLimits({ call, nowMs }: { call: RingingCall; nowMs: number }) {
  const { limits, lapsed, raisedAtMs, noticeLevel } = call;
  if (limits === undefined) return null;
  return (
    <div className="ti-alarm__limits">
      {lapsed === undefined && (
        <Limit
          step="受理"
          limitMs={limits.respondMs}
          warnBelowMs={respondNearMs}
          raisedAtMs={raisedAtMs}
          nowMs={nowMs}
        />
      )}
      <Limit step="到场" limitMs={limits.arriveMs} warnBelowMs={arriveNearMs} raisedAtMs={raisedAtMs} nowMs={nowMs} />
      <div className="ti-alarm__notice">
        <span>升级通知</span>
        <b>{(lapsed === undefined ? noticeText : noticeTextAfterLapse)(noticeLevel ?? 0)}</b>
      </div>
    </div>
  );
}
