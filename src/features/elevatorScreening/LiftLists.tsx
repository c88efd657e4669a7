import { useState, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { OutputOf } from '../../contract/endpoint.ts';
import type { recordingsOfLift } from '../../contract/endpoints/replay.ts';
import type { AlarmRecordRow } from '../../contract/entities/alarmRecord.ts';
import type { DeviceRow } from '../../contract/entities/elevator.ts';
import type { RescueOrderRow } from '../../contract/entities/rescueOrder.ts';
import { toDisplayTime } from '../../contract/time.ts';
import { deviceTone } from '../../parts/lift/deviceTones.ts';
import { rescueTone } from '../../parts/rescue/openRescues.ts';
import { claimerName } from '../../parts/rescue/rescuePresentation.ts';
import { WhyRangButton, type WhyLoad } from '../../parts/ringing/WhyRangButton.tsx';
import type { LoadState } from '../../streams/loading/loadState.ts';
import { Button } from '../../ui/Button/Button.tsx';
import { StatusTag, type Tone } from '../../ui/StatusTag/StatusTag.tsx';
import { describeDuration } from '../../ui/time/formatDuration.ts';
import { signalText } from './liftSignal.ts';

const deviceTypes = { COL: '采集器', CAM: '摄像头', SCR: '信息屏', OTHER: '其他设备' } as const;
const alarmTones: readonly Tone[] = ['critical', 'high', 'medium'];

function ListOf<Row>({
  state,
  empty,
  children,
}: {
  state: LoadState<readonly Row[]>;
  empty: string;
  children: (rows: readonly Row[]) => ReactNode;
}) {
  if (state.kind === 'loading') return <p className="es-lift__quiet">正在加载…</p>;
  if (state.kind === 'failed')
    return <p className="es-lift__quiet">{state.failure === 'denied' ? '没有查看权限' : state.message}</p>;
  return state.value.length === 0 ? <p className="es-lift__quiet">{empty}</p> : children(state.value);
}

interface LiftOrdersProps {
  orders: LoadState<readonly RescueOrderRow[]>;
  nowMs: number;
  mayOpenRescue: boolean;
}

export function LiftOrders({ orders, nowMs, mayOpenRescue }: LiftOrdersProps) {
  return (
    <ListOf state={orders} empty="没有未结的救援单">
      {(rows) => (
        <ul className="es-lift__rows">
          {rows.map((order) => (
            <li key={order.id}>
              <StatusTag label={order.stage_label} tone={rescueTone(order)} />
              <span>
                {order.trigger_label} · 已 {describeDuration(Math.max(0, nowMs - Date.parse(order.created_at)))}
              </span>
              <span className="es-lift__quiet">
                {order.accepted_by === null ? '无人受理' : `${claimerName(order)} 受理`}
              </span>
              {mayOpenRescue && <Link to={`/alarm-center?id=${order.id}`}>救援单 {order.id}</Link>}
            </li>
          ))}
        </ul>
      )}
    </ListOf>
  );
}

export type RecordingRow = OutputOf<typeof recordingsOfLift>[number];

interface LiftRecordingsProps {
  recordings: LoadState<readonly RecordingRow[]>;
  onPlay: (recording: RecordingRow) => void;
}

/** The newest recordings; the others are folded. */
export function LiftRecordings({ recordings, onPlay }: LiftRecordingsProps) {
  const [isFolded, setFolded] = useState(true);
  return (
    <ListOf state={recordings} empty="没有录制：发生求救或危险报警时自动录制。">
      {(rows) => (
        <ul className="es-lift__rows">
          {(isFolded ? rows.slice(0, 4) : rows).map((row) => (
            <li key={row.id}>
              <time>{toDisplayTime(row.incident_ms)}</time>
              <span>
                {row.rescue_order_id === null ? `报警 ${row.alarm_id ?? ''}` : `救援单 ${row.rescue_order_id}`}
              </span>
              {row.is_open && <StatusTag label="录制中" tone="info" />}
              <Button size="small" icon="play" onClick={() => onPlay(row)}>
                播放
              </Button>
            </li>
          ))}
          {rows.length > 4 && (
            <li>
              <Button size="small" variant="plain" onClick={() => setFolded(!isFolded)}>
                {isFolded ? `显示全部 ${rows.length} 段` : '收起'}
              </Button>
            </li>
          )}
        </ul>
      )}
    </ListOf>
  );
}

export function LiftSignals({ devices, nowMs }: { devices: LoadState<readonly DeviceRow[]>; nowMs: number }) {
  return (
    <ListOf state={devices} empty="没有绑定设备">
      {(rows) => (
        <ul className="es-lift__rows">
          {rows.map((device) => (
            <li key={device.device_key}>
              <StatusTag label={device.statusResult} tone={deviceTone(device.status)} />
              <span>
                {deviceTypes[device.device_type]} {device.device_key}
              </span>
              {device.flapping === true && <StatusTag label="反复上下线" tone="medium" />}
              <span className="es-lift__quiet">{signalText(device, nowMs)}</span>
              {device.clock_off_ms !== null && Math.abs(device.clock_off_ms) > 60_000 && (
                <StatusTag label="时钟不准" tone="medium" />
              )}
            </li>
          ))}
        </ul>
      )}
    </ListOf>
  );
}

interface LiftAlarmsProps {
  alarms: LoadState<readonly AlarmRecordRow[]>;
  /** Resolves to the reasons why an alarm rang or did not. Rejects with a CallError. */
  whyAlarm: ((alarmId: number) => ReturnType<WhyLoad>) | undefined;
}

export function LiftAlarms({ alarms, whyAlarm }: LiftAlarmsProps) {
  return (
    <ListOf state={alarms} empty="没有报警记录">
      {(rows) => (
        <ul className="es-lift__rows">
          {rows.map((alarm) => (
            <li key={alarm.id}>
              <time>{toDisplayTime(alarm.created_at).slice(5)}</time>
              <StatusTag
                label={alarm.kind_label}
                tone={alarm.status === 0 ? (alarmTones[alarm.level - 1] ?? 'medium') : 'neutral'}
              />
              <span className="es-lift__quiet">{alarm.rescue_order_id === null ? alarm.statusResult : '已转救援'}</span>
              {whyAlarm !== undefined && (
                <WhyRangButton
                  isCompact
                  label="为何响铃或未响铃"
                  subject={`报警 ${alarm.id}`}
                  load={() => whyAlarm(alarm.id)}
                />
              )}
            </li>
          ))}
        </ul>
      )}
    </ListOf>
  );
}
