import { useState, type ReactNode } from 'react';
import type { Observable } from 'rxjs';
import type { AlarmGroup } from '../../contract/endpoints/alarmBoard.ts';
import type { AlarmRecordRow } from '../../contract/entities/alarmRecord.ts';
import { toDisplayTime } from '../../contract/time.ts';
import { toneOfLevel } from '../../parts/lift/alarmTones.ts';
import { loading, type LoadState } from '../../streams/loading/loadState.ts';
import { Button } from '../../ui/Button/Button.tsx';
import { Icon } from '../../ui/Icon/Icon.tsx';
import type { ListPage } from '../../ui/list/listTypes.ts';
import { useObservable } from '../../ui/live/useObservable.ts';
import { StatusTag } from '../../ui/StatusTag/StatusTag.tsx';
import { labelOfGroup } from './alarmTargets.ts';
import { stepButtons } from './stepsOfDetail.ts';
import type { StepName } from './useAlarmSteps.tsx';

/** The steps that are harmless for all alarms of a group. */
const groupSteps = ['alarm.acknowledged', 'alarm.shelved', 'alarm.completed'] as const;

interface GroupLineProps {
  group: AlarmGroup;
  isOpen: boolean;
  isGone: boolean;
  /** Null for a user who may not handle alarms. */
  selection: { readonly isSelected: boolean; readonly onToggle: () => void } | null;
  onToggle: () => void;
  onStep: (event: StepName) => void;
  children: ReactNode;
}

/** Several alarms of one kind in one community as one line, which opens to list them. */
export function GroupLine({ group, isOpen, isGone, selection, onToggle, onStep, children }: GroupLineProps) {
  const label = labelOfGroup(group);
  return (
    <li className="ea-group" data-gone={isGone || undefined}>
      <div className="ea-line" data-level={group.level}>
        <span className="ea-line__pick">
          {selection !== null && (
            <input
              type="checkbox"
              aria-label={`选择 ${label}`}
              checked={selection.isSelected}
              disabled={isGone}
              onChange={selection.onToggle}
            />
          )}
        </span>
        <button type="button" className="ea-line__main" aria-expanded={isOpen} onClick={onToggle}>
          <Icon name={isOpen ? 'chevron-down' : 'chevron-right'} />
          <StatusTag label={group.kind_label} tone={toneOfLevel(group.level)} />
          <span className="ea-line__where">
            <b className="ea-group__num">{group.alarm_num} 条</b>
            <span title={group.community_name}>{group.community_name}</span>
          </span>
        </button>
        <span className="ea-line__notes">
          {group.overdue_num > 0 && <span data-tone="high">{group.overdue_num} 条超时</span>}
          {group.unacknowledged_num < group.alarm_num && (
            <span>{group.alarm_num - group.unacknowledged_num} 条已确认</span>
          )}
        </span>
        <span className="ea-line__when">
          <time dateTime={group.newest_at}>{toDisplayTime(group.newest_at).slice(5, 16)}</time>
          <span>最近一条</span>
        </span>
        <span className="ea-line__standing">
          {isGone && <StatusTag label="已离开列表" tone="neutral" icon="check" />}
        </span>
        <span className="ea-line__acts">
          {selection !== null &&
            !isGone &&
            stepButtons(groupSteps).map((step) => (
              <Button
                key={step.event}
                size="small"
                variant="plain"
                aria-label={`${step.label} ${label} 全部`}
                onClick={() => onStep(step.event)}
              >
                {step.label}
              </Button>
            ))}
        </span>
      </div>
      {isOpen && children}
    </li>
  );
}

/** The alarms of an opened group, newest first. */
export function GroupAlarms({
  open$,
  renderAlarm,
}: {
  open$: () => Observable<LoadState<ListPage<AlarmRecordRow>>>;
  renderAlarm: (alarm: AlarmRecordRow) => ReactNode;
}) {
  const [alarms$] = useState(open$);
  const state = useObservable<LoadState<ListPage<AlarmRecordRow>>>(alarms$, loading);
  if (state.kind === 'loading') return <p className="ea-group__note">正在加载…</p>;
  if (state.kind === 'failed')
    return (
      <p className="ea-group__note" role="alert">
        {state.message}
      </p>
    );
  const { list, total } = state.value;
  return (
    <>
      <ul className="ea-lines ea-group__lines">{list.map(renderAlarm)}</ul>
      {total > list.length && (
        <p className="ea-group__note">
          显示最新 {list.length} 条，共 {total.toLocaleString('zh-CN')} 条；批量处理包含全部。
        </p>
      )}
    </>
  );
}
