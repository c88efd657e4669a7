import { Link } from 'react-router-dom';
import type { AlarmRecordRow } from '../../contract/entities/alarmRecord.ts';
import { toDisplayTime } from '../../contract/time.ts';
import { toneOfLevel } from '../../parts/lift/alarmTones.ts';
import { PlaceText } from '../../parts/rescue/PlaceText.tsx';
import { WhyRangButton, type WhyLoad } from '../../parts/ringing/WhyRangButton.tsx';
import { FailedLoad } from '../../parts/record/FailedLoad.tsx';
import type { LoadState } from '../../streams/loading/loadState.ts';
import { EmptyState } from '../../ui/EmptyState/EmptyState.tsx';
import { Panel } from '../../ui/Panel/Panel.tsx';
import { StatusTag } from '../../ui/StatusTag/StatusTag.tsx';
import { Spoken } from '../../ui/Spoken/Spoken.tsx';

/** The newest of these alarms, and how many there are in all. */
export interface ShownAlarms {
  readonly list: readonly AlarmRecordRow[];
  readonly total: number;
}

/** Neither closed nor a call for help that its rescue order looks after: it waits for a person, as the server counts. */
const isOpen = ({ status, rescue_order_id }: AlarmRecordRow): boolean =>
  (status === 0 || status === 3) && rescue_order_id === null;

function Body({ state, why }: LatestAlarmsProps) {
  switch (state.kind) {
    case 'loading':
      return <p className="ti-overview__wait">正在加载…</p>;
    case 'failed':
      return <FailedLoad state={state} title="无法加载报警" />;
    case 'ready':
      return state.value.list.length === 0 ? (
        <EmptyState icon="check-circle" title="还没有报警记录" />
      ) : (
        <ul className="ti-overview__alarms">
          {state.value.list.map((alarm) => (
            <li key={alarm.id}>
              <StatusTag label={alarm.kind_label} tone={isOpen(alarm) ? toneOfLevel(alarm.level) : 'neutral'} />
              <span className="ti-overview__alarm-where">
                <b>
                  <Link to={`/elevator-screening?id=${alarm.elevator_id}`}>
                    <Spoken>{alarm.tag}</Spoken>
                  </Link>
                </b>
                <PlaceText of={alarm} />
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

interface LatestAlarmsProps {
  state: LoadState<ShownAlarms>;
  /** Resolves to the reasons why an alarm rang or did not. Rejects with a CallError. */
  why?: (alarmId: number) => ReturnType<WhyLoad>;
}

/** The newest alarms of every kind. */
export function LatestAlarms({ state, why }: LatestAlarmsProps) {
  return (
    <div className="ti-overview__alarm-panel">
      <Panel title="最新报警" icon="bell" isFlush actions={<Link to="/alarm-center/elevator-alarm">待处理报警</Link>}>
        <Body state={state} {...(why === undefined ? {} : { why })} />
      </Panel>
    </div>
  );
}
