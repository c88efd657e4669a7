import type { RescueOrderRow } from '../../../contract/entities/rescueOrder.ts';
import { breachLabels } from '../../../contract/labels.ts';
import { placeOf } from '../../../machines/rescuePresentation.ts';
import { StatusTag } from '../../../ui/StatusTag/StatusTag.tsx';
import { formatDuration } from '../../../ui/time/formatDuration.ts';
import { isUnanswered, rescueTone } from '../../../parts/rescue/openRescues.ts';
import { sinceCallMs } from '../rescueClocks.ts';

interface QueueCardProps {
  row: RescueOrderRow;
  nowMs: number;
  isSelected: boolean;
  onSelect: (id: number) => void;
  /** For a call that may be claimed together with others. */
  mark?: { readonly isMarked: boolean; readonly onToggle: () => void } | undefined;
}

/** One open call: how long it waits, where, and how far it is. */
export function QueueCard({ row, nowMs, isSelected, onSelect, mark }: QueueCardProps) {
  const tone = rescueTone(row);
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
          <StatusTag
            label={row.breach === null ? row.stage_label : breachLabels[row.breach]}
            tone={tone}
            isPulsing={isUnanswered(row)}
          />
        </span>
        <span className="rc-card__addr" title={placeOf(row)}>
          {placeOf(row)}
        </span>
        <span className="rc-card__foot">
          <span>{row.tag}</span>
          <span>{row.trigger_label}</span>
          {row.joined_num > 0 && <span>呼叫 {row.joined_num + 1} 次</span>}
          {row.accepted_by !== null && !isUnanswered(row) && (
            <span className="rc-card__by">{row.accepted_by.name}</span>
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
