import { PlaceText } from '../../../parts/rescue/PlaceText.tsx';
import { placeOf } from '../../../parts/rescue/rescuePresentation.ts';
import { sinceCallMs, urgencyTone } from '../../../parts/rescue/rescueClocks.ts';
import { formatDuration } from '../../../ui/time/formatDuration.ts';
import { Icon } from '../../../ui/Icon/Icon.tsx';
import type { IconName } from '../../../ui/Icon/iconNames.ts';
import type { QueueCardProps } from './QueueCard.tsx';

/** Returns the warning of an unanswered call besides that it is unanswered; null while it is in time. */
function warningOf({ breach, waiting_since: again }: QueueCardProps['row']): { word: string; icon: IconName } | null {
  if (again !== null) return { word: '失效', icon: 'undo' };
  return breach === null ? null : { word: '超时', icon: 'stopwatch' };
}

/** One unanswered call on one line, for when there are many: how long it waits, and where. */
export function CompactCard({ row, nowMs, isSelected, onSelect, mark }: QueueCardProps) {
  const warning = warningOf(row);
  return (
    <li className="rc-queue__item rc-line">
      <button
        type="button"
        className="rc-card rc-line__call"
        data-tone={urgencyTone(row, nowMs)}
        aria-current={isSelected || undefined}
        data-order={row.id}
        title={`${placeOf(row)} · ${row.tag} · ${row.trigger_label}`}
        onClick={() => onSelect(row.id)}
      >
        <span className="rc-line__clock">{formatDuration(sinceCallMs(row, nowMs))}</span>
        {warning !== null && (
          <b className="rc-line__warning">
            <Icon name={warning.icon} /> <span>{warning.word}</span>
          </b>
        )}
        <PlaceText of={row} />
      </button>
      {mark !== undefined && (
        <label className="rc-line__mark">
          <input type="checkbox" checked={mark.isMarked} onChange={mark.onToggle} aria-label={`勾选 ${placeOf(row)}`} />
        </label>
      )}
    </li>
  );
}
