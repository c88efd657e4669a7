import type { RescueOrderRow } from '../../../contract/entities/rescueOrder.ts';
import { breachLabels } from '../../../contract/labels.ts';
import { claimerName, placeOf } from '../../../parts/rescue/rescuePresentation.ts';
import { StatusTag } from '../../../ui/StatusTag/StatusTag.tsx';
import { formatDuration } from '../../../ui/time/formatDuration.ts';
import { isUnanswered } from '../../../parts/rescue/openRescues.ts';
import { sinceCallMs, urgencyTone } from '../../../parts/rescue/rescueClocks.ts';
import { cardClock, expectedText } from './cardClock.ts';
import { Spoken } from '../../../ui/Spoken/Spoken.tsx';

export interface QueueCardProps {
  row: RescueOrderRow;
  nowMs: number;
  userId: number;
  isSelected: boolean;
  onSelect: (id: number) => void;
  /** For a call that may be marked for an action on several. */
  mark?: { readonly isMarked: boolean; readonly onToggle: () => void } | undefined;
}

function labelOf(row: RescueOrderRow, userId: number): string {
  if (row.hand_over?.answer_by !== null && row.hand_over?.to.id === userId) return '待您接收';
  return row.breach === null ? row.stage_label : breachLabels[row.breach];
}

/** One open call: how long it waits, where, how far it is, and what it waits for next. */
export function QueueCard({ row, nowMs, userId, isSelected, onSelect, mark }: QueueCardProps) {
  const tone = urgencyTone(row, nowMs);
  const next = cardClock(row, nowMs);
  const expected = expectedText(row, nowMs);
  return (
    <li className="rc-queue__item">
      <button
        type="button"
        className="rc-card"
        data-tone={tone}
        aria-current={isSelected || undefined}
        data-order={row.id}
        onClick={() => onSelect(row.id)}
      >
        <span className="rc-card__head">
          <span className="rc-card__clock">{formatDuration(sinceCallMs(row, nowMs))}</span>
          <StatusTag label={labelOf(row, userId)} tone={tone} isPulsing={isUnanswered(row)} />
        </span>
        <span className="rc-card__addr" title={placeOf(row)}>
          {placeOf(row)}
        </span>
        {(next !== null || expected !== null) && (
          <span className="rc-card__next">
            {next !== null && <span data-near={next.isNear || undefined}>{next.text}</span>}
            {expected !== null && <span>{expected}</span>}
          </span>
        )}
        {row.informed.length > 0 && row.accepted_by === null && (
          <span className="rc-card__informed" title={row.informed.join('、')}>
            已知晓：{row.informed.join('、')}
          </span>
        )}
        <span className="rc-card__foot">
          <Spoken>{row.tag}</Spoken>
          <span>{row.trigger_label}</span>
          {row.joined_num > 0 && <span>呼叫 {row.joined_num + 1} 次</span>}
          {row.accepted_by !== null && !isUnanswered(row) && (
            <span className="rc-card__by">{row.accepted_by.id === userId ? '我' : claimerName(row)}</span>
          )}
        </span>
      </button>
      {mark !== undefined && (
        <label className="rc-card__mark">
          <input type="checkbox" checked={mark.isMarked} onChange={mark.onToggle} aria-label={`勾选 ${placeOf(row)}`} />
        </label>
      )}
    </li>
  );
}
