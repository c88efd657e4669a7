import { useEffect, useRef } from 'react';
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

/** The newest of these alarms, and how many there are in all. */
export interface ShownAlarms {
  readonly list: readonly AlarmRecordRow[];
  readonly total: number;
}

/** Neither closed nor a call for help that its rescue order looks after: it waits for a person, as the server counts. */
const isOpen = ({ status, rescue_order_id }: AlarmRecordRow): boolean =>
  (status === 0 || status === 3) && rescue_order_id === null;

function Body({ state, isTodo, why }: LatestAlarmsProps) {
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
      return state.value.list.length === 0 ? (
        <EmptyState icon="check-circle" title={isTodo ? '没有待处理的报警' : '还没有报警记录'} />
      ) : (
        <ul className="ti-overview__alarms">
          {state.value.list.map((alarm) => (
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

interface LatestAlarmsProps {
  state: LoadState<ShownAlarms>;
  isTodo: boolean;
  /** Why an alarm rang, or why it did not. Rejects with a CallError. */
  why?: (alarmId: number) => ReturnType<WhyLoad>;
}

/** The newest alarms of every kind, or only those that a person must still do something about. */
export function LatestAlarms({ state, isTodo, why }: LatestAlarmsProps) {
  const box = useRef<HTMLDivElement>(null);
  // The tile that leads here is above the fold, this list may be below it.
  useEffect(() => {
    if (isTodo) box.current?.scrollIntoView({ block: 'nearest' });
  }, [isTodo]);
  return (
    <div className="ti-overview__alarm-panel" ref={box}>
      <Panel
        title={isTodo ? '待处理报警' : '最新报警'}
        icon="bell"
        isFlush
        actions={
          <>
            {isTodo && state.kind === 'ready' && <span>共 {state.value.total.toLocaleString('zh-CN')} 条</span>}
            {isTodo ? <Link to="/">全部报警</Link> : <Link to="/?alarms=todo">只看待处理</Link>}
          </>
        }
      >
        <Body state={state} isTodo={isTodo} {...(why === undefined ? {} : { why })} />
      </Panel>
    </div>
  );
}
