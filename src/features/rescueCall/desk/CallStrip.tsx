import type { RescueOrderRow } from '../../../contract/entities/rescueOrder.ts';
import { breachLabels } from '../../../contract/labels.ts';
import { claimerName, placeOf } from '../../../parts/rescue/rescuePresentation.ts';
import { CopyButton } from '../../../ui/copy/CopyButton.tsx';
import { StatusTag } from '../../../ui/StatusTag/StatusTag.tsx';
import { describeDuration, formatDuration } from '../../../ui/time/formatDuration.ts';
import { isClosed, isUnanswered, rescueTone } from '../../../parts/rescue/openRescues.ts';
import { arriveClock, respondClock, sinceCallMs } from '../../../parts/rescue/rescueClocks.ts';
import { ClaimClock } from './ClaimClock.tsx';
import { ExpectedAt } from './ExpectedAt.tsx';
import { LimitClockView } from './LimitClockView.tsx';
import { Spoken } from '../../../ui/Spoken/Spoken.tsx';

/** The clocks, and who and where: what a dispatcher must know within a second. */
export function CallStrip({
  row,
  nowMs,
  isTyping = false,
  lapsingNum = 1,
  onExtend,
}: {
  row: RescueOrderRow;
  nowMs: number;
  isTyping?: boolean;
  /** The number of the user's claims that lapse together with this one. */
  lapsingNum?: number | undefined;
  onExtend?: (() => void) | undefined;
}) {
  const sinceMs = sinceCallMs(row, nowMs);
  const tone = rescueTone(row);
  return (
    <header className="ti-frame rc-strip" data-tone={tone}>
      <div
        className="rc-strip__since"
        role="timer"
        aria-label={`${isClosed(row) ? '共用时' : '距呼叫'} ${describeDuration(sinceMs)}`}
      >
        <span className="rc-strip__clock">{formatDuration(sinceMs)}</span>
        <span className="rc-strip__clock-label">{isClosed(row) ? '共用时' : '距呼叫'}</span>
      </div>
      <div className="rc-strip__who">
        <div className="rc-strip__tags">
          <StatusTag label={row.stage_label} tone={tone} isPulsing={isUnanswered(row)} />
          {row.breach !== null && (
            <StatusTag
              label={breachLabels[row.breach]}
              tone={isUnanswered(row) ? 'critical' : 'high'}
              icon="stopwatch"
            />
          )}
          {row.breach === null && row.overdue && <StatusTag label="曾超时" tone="medium" icon="stopwatch" />}
          {row.late && <StatusTag label="迟到的上报" tone="medium" icon="history" />}
          <span className="rc-strip__order">
            救援单 <Spoken>{row.id}</Spoken> · {row.trigger_label}
          </span>
        </div>
        <h2 title={placeOf(row)}>{placeOf(row)}</h2>
        <p className="rc-strip__area" title={row.full_area}>
          {row.full_area}
        </p>
      </div>
      <dl className="rc-strip__codes">
        <div>
          <dt>电梯</dt>
          <dd>
            <Spoken>{row.tag}</Spoken> <CopyButton text={row.tag} label="电梯标签" />
          </dd>
        </div>
        <div>
          <dt>救援码</dt>
          <dd className="rc-strip__code">
            <Spoken>{row.rescue_code}</Spoken> <CopyButton text={row.rescue_code} label="救援码" />
          </dd>
        </div>
        <div>
          <dt>受理人</dt>
          <dd>
            {isUnanswered(row) || row.accepted_by === null ? (
              <span className="rc-strip__nobody">{isClosed(row) ? '—' : '无人受理'}</span>
            ) : (
              <span title={claimerName(row)}>{claimerName(row)}</span>
            )}
          </dd>
        </div>
      </dl>
      <LimitClockView step="受理" clock={respondClock(row, nowMs)} />
      <ClaimClock row={row} nowMs={nowMs} isTyping={isTyping} lapsingNum={lapsingNum} onExtend={onExtend} />
      <LimitClockView step="到场" clock={arriveClock(row, nowMs)} action={<ExpectedAt row={row} nowMs={nowMs} />} />
    </header>
  );
}
