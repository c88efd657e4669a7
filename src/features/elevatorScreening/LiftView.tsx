import { useEffect, useRef, useState, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { OutputOf } from '../../contract/endpoint.ts';
import type { recordingsOfLift } from '../../contract/endpoints/replay.ts';
import type { AlarmRecordRow } from '../../contract/entities/alarmRecord.ts';
import type { DeviceRow, ElevatorDetail } from '../../contract/entities/elevator.ts';
import type { RescueOrderRow } from '../../contract/entities/rescueOrder.ts';
import { serviceModeLabels } from '../../contract/labels.ts';
import { codeTexts } from '../../contract/messageCodes.ts';
import { toDisplayTime } from '../../contract/time.ts';
import { deviceTone } from '../../parts/lift/deviceTones.ts';
import { rescueTone } from '../../parts/rescue/openRescues.ts';
import { WhyRangButton, type WhyLoad } from '../../parts/ringing/WhyRangButton.tsx';
import { carTrust, shaftTrust, unusualMode } from '../../parts/lift/carTrust.ts';
import { toCarReport } from '../../streams/carReport.ts';
import type { LiftTrail } from '../../streams/liftTrail.ts';
import type { LoadState } from '../../streams/loadState.ts';
import type { PolledData } from '../../streams/pollLatestData.ts';
import { Button } from '../../ui/Button/Button.tsx';
import { doorLane, speedLane } from '../../ui/chart/carLanes.ts';
import type { CurvePicture } from '../../ui/chart/drawCurves.ts';
import { LiveCurve, type LiveCurveHandle } from '../../ui/chart/LiveCurve.tsx';
import { DescriptionList } from '../../ui/DescriptionList/DescriptionList.tsx';
import { EmptyState } from '../../ui/EmptyState/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState/ErrorState.tsx';
import { Icon } from '../../ui/Icon/Icon.tsx';
import { IconButton } from '../../ui/IconButton/IconButton.tsx';
import { LiftShaft } from '../../ui/shaft/LiftShaft.tsx';
import { StaleBadge } from '../../ui/StaleBadge/StaleBadge.tsx';
import { StatusTag, type Tone } from '../../ui/StatusTag/StatusTag.tsx';
import { describeDuration, describeMonths } from '../../ui/time/formatDuration.ts';

export type RecordingRow = OutputOf<typeof recordingsOfLift>[number];

export interface LiftViewProps {
  elevator: LoadState<ElevatorDetail>;
  polled: PolledData;
  trail: LiftTrail;
  /** Null for a user who may not see it. */
  devices: LoadState<readonly DeviceRow[]> | null;
  alarms: LoadState<readonly AlarmRecordRow[]> | null;
  /** Why an alarm rang, or why it did not. Rejects with a CallError. */
  whyAlarm?: (alarmId: number) => ReturnType<WhyLoad>;
  /** Open rescue orders; null for a user who may not see them. */
  orders: LoadState<readonly RescueOrderRow[]> | null;
  recordings: LoadState<readonly RecordingRow[]>;
  nowMs: number;
  mayOpenRescue: boolean;
  onPlay: (recording: RecordingRow) => void;
  onClose: () => void;
  onRetry: () => void;
}

const deviceTypes = { COL: '采集器', CAM: '摄像头', SCR: '信息屏', OTHER: '其他设备' } as const;
const alarmTones: readonly Tone[] = ['critical', 'high', 'medium'];

const picture: CurvePicture = {
  windowMs: 300_000,
  series: [
    { name: '速度', tone: 'normal', isArea: true },
    { name: '轿门', tone: 'second', isStep: true, isArea: true },
  ],
  lanes: [speedLane(2.5, 0, 2), doorLane(1)],
};

/** A lift that reports seldom has its first report a little later. */
const lateStartMs = 30_000;

/** From when on the curves know anything: right after a start of the server, or from a device long silent, that is not five minutes. */
function describeTrail({ length, timesMs }: LiftTrail, nowMs: number): string {
  const firstMs = timesMs.subarray(0, length).find((atMs) => atMs >= nowMs - picture.windowMs);
  if (firstMs === undefined) return '近 5 分钟没有上报';
  return firstMs > nowMs - picture.windowMs + lateStartMs
    ? `曲线自 ${toDisplayTime(firstMs).slice(11)} 起有数据；断开处没有上报`
    : '近 5 分钟；断开处没有上报';
}

/** `自 2024-03-01 起（1 年 8 个月）`; a lift without a company is maintained since never. */
function describeMaintained(
  { maintain_info: company, maintained_since: since }: ElevatorDetail,
  nowMs: number,
): string | null {
  if (company === null) return null;
  return since === null
    ? '未登记'
    : `自 ${toDisplayTime(since).slice(0, 10)} 起（${describeMonths(Date.parse(since), nowMs)}）`;
}

function Section({ title, note, children }: { title: string; note?: ReactNode; children: ReactNode }) {
  return (
    <section className="es-lift__section" aria-label={title}>
      <h3>
        {title}
        {note !== undefined && <span>{note}</span>}
      </h3>
      {children}
    </section>
  );
}

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

/** The server knows only signals received since it started; the status shows whether a device has ever reported. */
const unheard = (status: number): string => (status === 0 ? '从未上报' : '服务器启动后尚未上报');

function signalText(
  { status, statusResult, last_seen_at: lastSeenAt, status_changed_at: changedAt }: DeviceRow,
  nowMs: number,
): string {
  if (lastSeenAt !== null) return `${describeDuration(Math.max(0, nowMs - Date.parse(lastSeenAt)))}前上报`;
  return status === 2 && changedAt !== null
    ? `${toDisplayTime(changedAt).slice(5, 16)} 起${statusResult}`
    : unheard(status);
}

function Live({
  elevator,
  polled,
  trail,
  nowMs,
}: {
  elevator: ElevatorDetail;
  polled: PolledData;
  trail: LiftTrail;
  nowMs: number;
}) {
  const curve = useRef<LiveCurveHandle>(null);
  useEffect(() => curve.current?.update(trail, nowMs), [trail, nowMs]);
  const report = polled.data === null ? null : toCarReport(polled.data);
  const trust = shaftTrust(carTrust(polled, elevator.status !== 1));
  const since = report === null ? unheard(elevator.status) : `最后上报 ${toDisplayTime(report.atMs).slice(11)}`;
  const codes = codeTexts(polled.data?.codes ?? []);
  const now =
    report === null
      ? '尚无数据'
      : `${report.isMoving ? '运行中' : '静止'}，${report.speedMps === null ? '速度未上报' : `${Math.abs(report.speedMps).toFixed(2)} m/s`}`;
  return (
    <div className="es-lift__live">
      <div className="es-lift__shaft">
        <LiftShaft
          key={elevator.id}
          floorMin={elevator.floor_min}
          floorMax={elevator.floor_max}
          report={report}
          trust={trust}
          trustText={trust === 'offline' ? `设备离线，${since}` : since}
          mode={unusualMode(polled.data?.service_mode ?? null)}
          alert={elevator.open_rescue_id === null ? null : { label: '求救', isPulsing: false }}
        />
      </div>
      <div className="es-lift__curves">
        <LiveCurve
          ref={curve}
          label={`近 5 分钟的速度与轿门，现在${now}`}
          picture={picture}
          height={196}
          isStale={trust !== 'live'}
        />
        <p className="es-lift__quiet">
          {describeTrail(trail, nowMs)} · 运行模式{' '}
          {polled.data?.service_mode == null ? '未知' : (serviceModeLabels[polled.data.service_mode] ?? '未知')}
        </p>
        {codes.length > 0 && (
          <ul className="es-lift__codes" aria-label="消息码">
            {codes.map((code) => (
              <li key={code}>
                <StatusTag tone="high" label={code} />
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}

/** One lift: the car as it is, its last minutes, devices, open call, what happened, who looks after it, recordings. */
export function LiftView({
  elevator,
  polled,
  trail,
  devices,
  alarms,
  whyAlarm,
  orders,
  recordings,
  nowMs,
  mayOpenRescue,
  onPlay,
  onClose,
  onRetry,
}: LiftViewProps) {
  const [isFolded, setFolded] = useState(true);
  const lift = elevator.kind === 'ready' ? elevator.value : null;
  const dataAtMs = polled.data?.received_at == null ? null : Date.parse(polled.data.received_at);
  return (
    <aside className="es-lift" aria-label={lift === null ? '电梯详情' : `电梯 ${lift.tag}`}>
      <header className="es-lift__head">
        <div>
          <h2>{lift?.tag ?? '电梯详情'}</h2>
          {lift !== null && (
            <p>
              {lift.community_name} · {lift.addr}
            </p>
          )}
        </div>
        {lift !== null && <StatusTag label={lift.statusResult} tone={deviceTone(lift.status)} />}
        <IconButton icon="times" label="关闭电梯详情" onClick={onClose} />
      </header>
      {elevator.kind === 'failed' ? (
        <ErrorState
          title="无法加载这台电梯"
          message={
            elevator.failure === 'notFound'
              ? '找不到这台电梯，它可能已被移除，或不在您的管辖范围内。'
              : elevator.message
          }
          onRetry={onRetry}
        />
      ) : lift === null ? (
        <p className="es-lift__quiet">正在加载…</p>
      ) : (
        <div className="es-lift__body">
          {lift.open_rescue_id !== null && (
            <p className="es-lift__call" role="alert">
              <Icon name="exclamation-triangle" />
              这台电梯正在求救
              {mayOpenRescue && (
                <Link to={`/alarm-center?id=${lift.open_rescue_id}`}>打开救援单 {lift.open_rescue_id}</Link>
              )}
            </p>
          )}
          <Section title="实时运行" note={<StaleBadge dataAtMs={dataAtMs} nowMs={nowMs} staleAfterMs={15_000} />}>
            <Live elevator={lift} polled={polled} trail={trail} nowMs={nowMs} />
          </Section>
          {orders !== null && (
            <Section title="未结救援单">
              <ListOf state={orders} empty="没有未结的救援单">
                {(rows) => (
                  <ul className="es-lift__rows">
                    {rows.map((order) => (
                      <li key={order.id}>
                        <StatusTag label={order.stage_label} tone={rescueTone(order)} />
                        <span>
                          {order.trigger_label} · 已{' '}
                          {describeDuration(Math.max(0, nowMs - Date.parse(order.created_at)))}
                        </span>
                        <span className="es-lift__quiet">
                          {order.accepted_by === null ? '无人受理' : `${order.accepted_by.name} 受理`}
                        </span>
                        {mayOpenRescue && <Link to={`/alarm-center?id=${order.id}`}>救援单 {order.id}</Link>}
                      </li>
                    ))}
                  </ul>
                )}
              </ListOf>
            </Section>
          )}
          <Section title="录制回放" note="救援或报警前 5 分钟、后 10 分钟">
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
          </Section>
          {devices !== null && (
            <Section title="设备与信号">
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
            </Section>
          )}
          {alarms !== null && (
            <Section title="最近事件">
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
                        <span className="es-lift__quiet">
                          {alarm.rescue_order_id === null ? alarm.statusResult : '已转救援'}
                        </span>
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
            </Section>
          )}
          <Section title="责任单位">
            <DescriptionList
              columns={2}
              items={[
                {
                  label: '维保单位',
                  value: lift.maintain_info?.name,
                  dial: lift.maintain_info?.contact_mobile ?? null,
                },
                { label: '维保起始', value: describeMaintained(lift, nowMs), isWide: true },
                {
                  label: '物业单位',
                  value: lift.property_info?.name,
                  dial: lift.property_info?.contact_mobile ?? null,
                },
                { label: '轿厢求救电话', value: lift.sos_tel, dial: lift.sos_tel },
                { label: '救援码', value: lift.rescue_code, copy: lift.rescue_code },
                { label: '品牌', value: lift.brand_name },
                { label: '制造单位', value: lift.maker_unit },
                {
                  label: '安装时间',
                  value: lift.install_at === null ? '未登记' : toDisplayTime(lift.install_at).slice(0, 10),
                },
                { label: '注册代码', value: lift.registration_code, copy: lift.registration_code },
              ]}
            />
          </Section>
        </div>
      )}
      {elevator.kind === 'ready' && elevator.problem !== null && (
        <EmptyState icon="wifi" title="资料可能不是最新" hint={elevator.problem} />
      )}
    </aside>
  );
}
