import { toCountdown } from '../../ui/Countdown/toCountdown.ts';
import { EndKept } from '../../ui/EndKept/EndKept.tsx';
import { Icon } from '../../ui/Icon/Icon.tsx';
import { Spoken } from '../../ui/Spoken/Spoken.tsx';
import { StatusTag, type Tone } from '../../ui/StatusTag/StatusTag.tsx';
import { describeDuration, formatDuration } from '../../ui/time/formatDuration.ts';
import './RescueCard.css';

export interface RescueCardProps {
  /** The lift: 翠湖花园 3 栋 2 号梯. */
  title: string;
  /** The same in two parts, of which only the first may be cut. */
  titleParts?: { readonly start: string; readonly end: string };
  /** The place: 东湖区 临湖街道. */
  place: string;
  stage: { readonly label: string; readonly tone: Tone };
  nowMs: number;
  /** The time of the beginning. */
  sinceMs: number;
  sinceLabel?: string;
  /** The next step and its time; null when nothing is urgent. */
  deadline: { readonly label: string; readonly atMs: number; readonly metAtMs?: number | null } | null;
  /** It waits once more for someone to take it, in place of the deadline. */
  waiting?: { readonly label: string; readonly sinceMs: number } | null;
  /** The lift's number, which is read out. */
  number?: string;
  /** Waits for a person: pulses. */
  isPulsing?: boolean;
  /** It is the one in the wall's centre. */
  isCurrent?: boolean;
  onOpen?: () => void;
}

/** A call in progress with its two clocks. */
export function RescueCard({
  title,
  titleParts,
  place,
  stage,
  nowMs,
  sinceMs,
  sinceLabel = '已过',
  deadline,
  waiting = null,
  number,
  isPulsing = false,
  isCurrent = false,
  onOpen,
}: RescueCardProps) {
  const countdown =
    deadline === null || waiting !== null
      ? null
      : toCountdown({ deadlineMs: deadline.atMs, nowMs, metAtMs: deadline.metAtMs ?? null, warnBelowMs: 60_000 });
  const content = (
    <>
      <span className="ti-rescue-card__head">
        <strong>{titleParts === undefined ? title : <EndKept {...titleParts} />}</strong>
        <StatusTag label={stage.label} tone={stage.tone} />
      </span>
      <span className="ti-rescue-card__place">
        <span>{place}</span>
        {number !== undefined && <Spoken>{number}</Spoken>}
      </span>
      <span
        className="ti-rescue-card__clock"
        role="timer"
        aria-label={`${sinceLabel}${describeDuration(nowMs - sinceMs)}`}
      >
        <b>{formatDuration(nowMs - sinceMs)}</b>
        <small>{sinceLabel}</small>
      </span>
      {waiting !== null && (
        <span
          className="ti-rescue-card__clock"
          data-phase="overdue"
          role="timer"
          aria-label={`${waiting.label}${describeDuration(nowMs - waiting.sinceMs)}`}
        >
          <b>{formatDuration(nowMs - waiting.sinceMs)}</b>
          <small>{waiting.label}</small>
        </span>
      )}
      {countdown !== null && deadline !== null && (
        <span
          className="ti-rescue-card__clock"
          data-phase={countdown.phase}
          role="timer"
          aria-label={`${deadline.label}：${countdown.word}${describeDuration(Math.abs(deadline.atMs - (deadline.metAtMs ?? nowMs)))}`}
        >
          <b>{countdown.text}</b>
          <small>
            {countdown.phase === 'overdue' && <Icon name="exclamation-triangle" />}
            {countdown.phase === 'met' && <Icon name="check" />}
            {deadline.label}
            {countdown.phase === 'overdue' ? '超时' : countdown.phase === 'met' ? '已到' : ''}
          </small>
        </span>
      )}
    </>
  );
  const marks = {
    'data-pulse': isPulsing || undefined,
    'data-current': isCurrent || undefined,
    'data-tone': stage.tone,
  };
  return onOpen === undefined ? (
    <div className="ti-rescue-card" {...marks}>
      {content}
    </div>
  ) : (
    <button type="button" className="ti-rescue-card" {...marks} onClick={onOpen} aria-current={isCurrent || undefined}>
      {content}
    </button>
  );
}
