import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { firstLine } from '../../contract/companyLines.ts';
import type { ElevatorProven, ProbeStatus } from '../../contract/endpoints/probe.ts';
import type { OutageRow } from '../../contract/endpoints/outage.ts';
import type { AlarmRecordRow } from '../../contract/entities/alarmRecord.ts';
import type { DeviceRow, ElevatorDetail } from '../../contract/entities/elevator.ts';
import type { RescueOrderRow } from '../../contract/entities/rescueOrder.ts';
import { toDisplayTime } from '../../contract/time.ts';
import { deviceTone } from '../../parts/lift/deviceTones.ts';
import type { WhyLoad } from '../../parts/ringing/WhyRangButton.tsx';
import { OutageLines } from '../../parts/outage/OutageLines.tsx';
import { LastProven } from '../../parts/lift/LastProven.tsx';
import type { LiftTrail } from '../../streams/fleet/liftTrail.ts';
import type { LoadState } from '../../streams/loading/loadState.ts';
import type { PolledData } from '../../streams/loading/pollLatestData.ts';
import { DescriptionList } from '../../ui/DescriptionList/DescriptionList.tsx';
import { EmptyState } from '../../ui/EmptyState/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState/ErrorState.tsx';
import { Icon } from '../../ui/Icon/Icon.tsx';
import { IconButton } from '../../ui/IconButton/IconButton.tsx';
import { StaleBadge } from '../../ui/StaleBadge/StaleBadge.tsx';
import { StatusTag } from '../../ui/StatusTag/StatusTag.tsx';
import { describeMonths } from '../../ui/time/formatDuration.ts';
import { LiftAlarms, LiftOrders, LiftRecordings, LiftSignals, type RecordingRow } from './LiftLists.tsx';
import { LiftLive } from './LiftLive.tsx';
import { PlaceText } from '../../parts/rescue/PlaceText.tsx';
import { Spoken } from '../../ui/Spoken/Spoken.tsx';

export interface LiftViewProps {
  elevator: LoadState<ElevatorDetail>;
  polled: PolledData;
  trail: LiftTrail;
  /** Null for a user who may not see it. */
  devices: LoadState<readonly DeviceRow[]> | null;
  alarms: LoadState<readonly AlarmRecordRow[]> | null;
  /** Resolves to the reasons why an alarm rang or did not. Rejects with a CallError. */
  whyAlarm?: (alarmId: number) => ReturnType<WhyLoad>;
  /** Open rescue orders; null for a user who may not see them. */
  orders: LoadState<readonly RescueOrderRow[]> | null;
  recordings: LoadState<readonly RecordingRow[]>;
  /** Planned outages that are not over. */
  outages?: readonly OutageRow[];
  /** The last proofs of the lift's way to us. */
  proven: LoadState<ElevatorProven>;
  chain: LoadState<ProbeStatus>;
  nowMs: number;
  mayOpenRescue: boolean;
  onPlay: (recording: RecordingRow) => void;
  onClose: () => void;
  onRetry: () => void;
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

function Responsible({ lift, nowMs }: { lift: ElevatorDetail; nowMs: number }) {
  return (
    <DescriptionList
      columns={2}
      items={[
        {
          label: '维保单位',
          value: lift.maintain_info?.name,
          dial: firstLine(lift.maintain_info),
        },
        { label: '维保起始', value: describeMaintained(lift, nowMs), isWide: true },
        {
          label: '物业单位',
          value: lift.property_info?.name,
          dial: firstLine(lift.property_info),
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
  );
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
  outages = [],
  proven,
  chain,
  nowMs,
  mayOpenRescue,
  onPlay,
  onClose,
  onRetry,
}: LiftViewProps) {
  const lift = elevator.kind === 'ready' ? elevator.value : null;
  const dataAtMs = polled.data?.received_at == null ? null : Date.parse(polled.data.received_at);
  return (
    <aside className="ti-frame es-lift" aria-label={lift === null ? '电梯详情' : `电梯 ${lift.tag}`}>
      <header className="es-lift__head">
        <div>
          <h2>{lift === null ? '电梯详情' : <Spoken>{lift.tag}</Spoken>}</h2>
          {lift !== null && (
            <p>
              <PlaceText of={lift} />
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
          <OutageLines outages={outages} />
          <Section title="实时运行" note={<StaleBadge dataAtMs={dataAtMs} nowMs={nowMs} staleAfterMs={15_000} />}>
            <LiftLive elevator={lift} polled={polled} trail={trail} nowMs={nowMs} />
          </Section>
          <Section title="最近证实">
            <LastProven proven={proven} chain={chain} nowMs={nowMs} />
          </Section>
          {orders !== null && (
            <Section title="未结救援单">
              <LiftOrders orders={orders} nowMs={nowMs} mayOpenRescue={mayOpenRescue} />
            </Section>
          )}
          <Section title="录制回放" note="救援或报警前 5 分钟、后 10 分钟">
            <LiftRecordings recordings={recordings} onPlay={onPlay} />
          </Section>
          {devices !== null && (
            <Section title="设备与信号">
              <LiftSignals devices={devices} nowMs={nowMs} />
            </Section>
          )}
          {alarms !== null && (
            <Section title="最近事件">
              <LiftAlarms alarms={alarms} whyAlarm={whyAlarm} />
            </Section>
          )}
          <Section title="责任单位">
            <Responsible lift={lift} nowMs={nowMs} />
          </Section>
        </div>
      )}
      {elevator.kind === 'ready' && elevator.problem !== null && (
        <EmptyState icon="wifi" title="资料可能不是最新" hint={elevator.problem} />
      )}
    </aside>
  );
}
