import { useEffect, useRef } from 'react';
import type { ElevatorDetail } from '../../contract/entities/elevator.ts';
import { serviceModeLabels } from '../../contract/labels.ts';
import { codeTexts } from '../../contract/messageCodes.ts';
import { toDisplayTime } from '../../contract/time.ts';
import { carTrust, shaftTrust, unusualMode } from '../../parts/lift/carTrust.ts';
import { toCarReport } from '../../streams/fleet/carReport.ts';
import type { LiftTrail } from '../../streams/fleet/liftTrail.ts';
import type { PolledData } from '../../streams/loading/pollLatestData.ts';
import { doorLane, speedLane } from '../../ui/chart/carLanes.ts';
import type { CurvePicture } from '../../ui/chart/drawCurves.ts';
import { LiveCurve, type LiveCurveHandle } from '../../ui/chart/LiveCurve.tsx';
import { LiftShaft } from '../../ui/shaft/LiftShaft.tsx';
import { StatusTag } from '../../ui/StatusTag/StatusTag.tsx';
import { unheard } from './liftSignal.ts';

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

/** Returns the words for the time that the curves cover: less than five minutes right after a start of the server, or with a device long silent. */
function describeTrail({ length, timesMs }: LiftTrail, nowMs: number): string {
  const firstMs = timesMs.subarray(0, length).find((atMs) => atMs >= nowMs - picture.windowMs);
  if (firstMs === undefined) return '近 5 分钟没有上报';
  return firstMs > nowMs - picture.windowMs + lateStartMs
    ? `曲线自 ${toDisplayTime(firstMs).slice(11)} 起有数据；断开处没有上报`
    : '近 5 分钟；断开处没有上报';
}

/** The car in its shaft, and the speed and doors of the last minutes. */
export function LiftLive({
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
