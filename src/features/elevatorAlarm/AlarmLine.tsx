import { Link } from 'react-router-dom';
import type { AlarmRecordRow } from '../../contract/entities/alarmRecord.ts';
import { toDisplayTime } from '../../contract/time.ts';
import { handlingTag, kindTag, suppressionLabels } from '../../parts/lift/alarmTones.ts';
import { PlaceText } from '../../parts/rescue/PlaceText.tsx';
import { Button } from '../../ui/Button/Button.tsx';
import { StatusTag } from '../../ui/StatusTag/StatusTag.tsx';
import { describeDuration } from '../../ui/time/formatDuration.ts';
import { labelOfAlarm } from './alarmTargets.ts';
import { Spoken } from '../../ui/Spoken/Spoken.tsx';

interface AlarmLineProps {
  alarm: AlarmRecordRow;
  nowMs: number;
  isOpen: boolean;
  /** It has left the list; its place is kept while the pointer is over the list. */
  isGone?: boolean;
  /** Null for an alarm that can only be handled on its own. */
  selection: { readonly isSelected: boolean; readonly isFixed: boolean; readonly onToggle: () => void } | null;
  onOpen: () => void;
  /** Null if the user may not handle it, or if it is done. */
  onAcknowledge: (() => void) | null;
}

/** The actor whose turn it is: a person, a rescue order, or no one for a while. */
function Standing({ alarm }: { alarm: AlarmRecordRow }) {
  if (alarm.rescue_order_id !== null)
    return (
      <Link className="ea-line__order" to={`/alarm-center?id=${alarm.rescue_order_id}`}>
        救援单 {alarm.rescue_order_id}
      </Link>
    );
  if (alarm.shelved_until !== undefined)
    return (
      <span className="ea-line__why" title={alarm.shelve_reason}>
        至 <b>{toDisplayTime(alarm.shelved_until).slice(11, 16)}</b> · {alarm.shelve_reason}（{alarm.shelved_by}）
      </span>
    );
  if (alarm.suppressed_by !== undefined)
    return <StatusTag label={suppressionLabels[alarm.suppressed_by]} tone="offline" />;
  if (alarm.acknowledged_by !== '')
    return <StatusTag label={`${alarm.acknowledged_by} 已确认`} tone="info" icon="check" />;
  return <StatusTag {...handlingTag(alarm)} />;
}

/** One alarm on the board. */
export function AlarmLine({ alarm, nowMs, isOpen, isGone = false, selection, onOpen, onAcknowledge }: AlarmLineProps) {
  const label = labelOfAlarm(alarm);
  return (
    <li className="ea-line" data-level={alarm.level} data-open={isOpen || undefined} data-gone={isGone || undefined}>
      <span className="ea-line__pick">
        {selection !== null && (
          <input
            type="checkbox"
            aria-label={`选择 ${label}`}
            checked={selection.isSelected}
            disabled={selection.isFixed || isGone}
            onChange={selection.onToggle}
          />
        )}
      </span>
      <button type="button" className="ea-line__main" aria-pressed={isOpen} onClick={onOpen}>
        <StatusTag {...kindTag(alarm)} />
        <span className="ea-line__where">
          <b>
            <Spoken>{alarm.tag}</Spoken>
          </b>
          <PlaceText of={alarm} />
        </span>
      </button>
      <span className="ea-line__notes">
        {alarm.repeat_num > 0 && <span title="再次上报的次数">×{alarm.repeat_num + 1}</span>}
        {!alarm.active && <span>已消失</span>}
        {alarm.late && <span>补报</span>}
      </span>
      <span className="ea-line__when">
        <time dateTime={alarm.created_at}>{toDisplayTime(alarm.created_at).slice(5, 16)}</time>
        <span>{describeDuration(Math.max(0, nowMs - Date.parse(alarm.created_at)))}前</span>
      </span>
      <span className="ea-line__standing">
        {isGone ? <StatusTag label="已离开列表" tone="neutral" icon="check" /> : <Standing alarm={alarm} />}
      </span>
      <span className="ea-line__acts">
        {onAcknowledge !== null && !isGone && alarm.acknowledged_by === '' && (
          <Button size="small" variant="plain" icon="check" aria-label={`确认 ${label}`} onClick={onAcknowledge}>
            确认
          </Button>
        )}
      </span>
    </li>
  );
}
