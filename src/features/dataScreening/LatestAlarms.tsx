import { Link } from 'react-router-dom';
import type { AlarmRecordRow } from '../../contract/entities/alarmRecord.ts';
import { toDisplayTime } from '../../contract/time.ts';
import { WhyRangButton, type WhyLoad } from '../../parts/ringing/WhyRangButton.tsx';
import type { LoadState } from '../../streams/loadState.ts';
import { DeniedState } from '../../ui/DeniedState/DeniedState.tsx';
import { EmptyState } from '../../ui/EmptyState/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState/ErrorState.tsx';
import { Panel } from '../../ui/Panel/Panel.tsx';
import { StatusTag, type Tone } from '../../ui/StatusTag/StatusTag.tsx';

const toneOfLevel = (level: number, isOpen: boolean): Tone => {
  if (!isOpen) return 'neutral';
  if (level === 1) return 'critical';
  return level === 2 ? 'high' : 'medium';
};

/** Closed, or a call for help that its rescue order looks after: nothing here waits for a person. */
const isOpen = ({ status, rescue_order_id }: AlarmRecordRow): boolean =>
  (status === 0 || status === 3) && rescue_order_id === null;

interface LatestAlarmsProps {
  state: LoadState<readonly AlarmRecordRow[]>;
  /** Why an alarm rang, or why it did not. Rejects with a CallError. */
  why?: (alarmId: number) => ReturnType<WhyLoad>;
}

function Body({ state, why }: LatestAlarmsProps) {
  switch (state.kind) {
    case 'loading':
      return <p className="ti-overview__wait">正在加载…</p>;
    case 'failed':
      return state.failure === 'denied' ? (
        <DeniedState />
      ) : (
        <ErrorState
          title="无法加载报警"
          message={state.message}
          kind={state.failure === 'offline' ? 'offline' : 'failed'}
        />
      );
    case 'ready':
      return state.value.length === 0 ? (
        <EmptyState icon="check-circle" title="还没有报警记录" />
      ) : (
        <ul className="ti-overview__alarms">
          {state.value.map((alarm) => (
            <li key={alarm.id}>
              <StatusTag label={alarm.kind_label} tone={toneOfLevel(alarm.level, isOpen(alarm))} />
              <span className="ti-overview__alarm-where">
                <b>
                  <Link to={`/elevator-screening?id=${alarm.elevator_id}`}>{alarm.tag}</Link>
                </b>
                <span>
                  {alarm.community_name} · {alarm.addr}
                </span>
              </span>
              <span className="ti-overview__alarm-when">
                <time dateTime={alarm.created_at}>{toDisplayTime(alarm.created_at).slice(5)}</time>
                <span>{alarm.rescue_order_id === null ? alarm.statusResult : '已转救援'}</span>
              </span>
              {why !== undefined && (
                <WhyRangButton
                  isCompact
                  label="为何响铃或未响铃"
                  subject={`报警 ${alarm.id}`}
                  load={() => why(alarm.id)}
                />
              )}
            </li>
          ))}
        </ul>
      );
  }
}

/** The newest alarms of every kind. */
export function LatestAlarms({ state, why }: LatestAlarmsProps) {
  return (
    <Panel title="最新报警" icon="bell" isFlush>
      <Body state={state} {...(why === undefined ? {} : { why })} />
    </Panel>
  );
}
