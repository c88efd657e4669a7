import type { PolledData } from '../../streams/loading/pollLatestData.ts';
import { Button } from '../../ui/Button/Button.tsx';
import { Icon } from '../../ui/Icon/Icon.tsx';
import { Panel } from '../../ui/Panel/Panel.tsx';
import { StaleBadge } from '../../ui/StaleBadge/StaleBadge.tsx';
import { StatusTag } from '../../ui/StatusTag/StatusTag.tsx';
import { carTrust, shaftTrust, type CarTrust } from './carTrust.ts';
import { toCarReport } from '../../streams/fleet/carReport.ts';
import { LiftShaft } from '../../ui/shaft/LiftShaft.tsx';
import { readCar } from './carView.ts';
import './LiveCar.css';

interface LiveCarProps {
  polled: PolledData;
  isDeviceOffline: boolean;
  /** Null until the lift's own data has loaded. */
  floors: { readonly min: number; readonly max: number } | null;
  nowMs: number;
  /** Opens the minutes before the call. */
  onRecording?: (() => void) | undefined;
}

const warnings: Readonly<Partial<Record<CarTrust, string>>> = {
  stale: '设备已停止上报，以下是最后一次的状态，请电话确认。',
  offline: '设备离线，以下是最后一次的状态，请电话确认。',
  unlinked: '与服务器的连接中断，以下可能不是最新，正在重连。',
};

/** The lift's current state, polled every second, always with its age. */
export function LiveCar({ polled, isDeviceOffline, floors, nowMs, onRecording }: LiveCarProps) {
  const { data } = polled;
  const trust = carTrust(polled, isDeviceOffline);
  const warning = warnings[trust];
  const dataAtMs = data?.received_at == null ? null : Date.parse(data.received_at);
  const isPale = trust !== 'live';
  const reading = data === null ? null : readCar(data);
  return (
    <Panel
      title="轿厢实时"
      icon="wave-pulse"
      tone={warning === undefined ? 'normal' : 'high'}
      actions={
        <>
          {dataAtMs !== null && (
            <StaleBadge dataAtMs={dataAtMs} nowMs={nowMs} staleAfterMs={isPale ? -1 : Number.POSITIVE_INFINITY} />
          )}
          {onRecording !== undefined && (
            <Button size="small" variant="plain" icon="history" onClick={onRecording}>
              前 5 分钟
            </Button>
          )}
        </>
      }
    >
      {warning !== undefined && (
        <p className="rc-car__warning" role="alert">
          <Icon name="exclamation-triangle" />
          {warning}
        </p>
      )}
      {reading === null || data === null || dataAtMs === null ? (
        <p className="rc-car__nothing">
          {trust === 'never'
            ? '这台电梯尚未上报过数据，请电话确认轿厢位置。'
            : trust === 'offline'
              ? '设备离线，且从未上报过数据，请电话确认轿厢位置。'
              : '正在读取轿厢状态…'}
        </p>
      ) : (
        <div className="rc-car" data-pale={isPale || undefined}>
          <div className="rc-car__shaft">
            <LiftShaft
              key={data.elevator_id}
              floorMin={floors?.min ?? null}
              floorMax={floors?.max ?? null}
              report={toCarReport(data)}
              trust={shaftTrust(trust)}
              hasReadout={false}
            />
          </div>
          <div className="rc-car__facts">
            <p className="rc-car__floor">
              {reading.floor}
              <span>层</span>
            </p>
            <dl>
              <div>
                <dt>轿门</dt>
                <dd>{reading.door}</dd>
              </div>
              <div>
                <dt>人数</dt>
                <dd>{reading.people}</dd>
              </div>
              <div>
                <dt>运行</dt>
                <dd>{reading.motion}</dd>
              </div>
              <div>
                <dt>速度</dt>
                <dd>{reading.speed}</dd>
              </div>
              <div>
                <dt>位置</dt>
                <dd>{reading.isBetweenFloors ? <StatusTag tone="high" label={reading.zone} /> : reading.zone}</dd>
              </div>
              <div>
                <dt>模式</dt>
                <dd>{reading.isModeUnusual ? <StatusTag tone="medium" label={reading.mode} /> : reading.mode}</dd>
              </div>
            </dl>
            {reading.codes.length > 0 && (
              <ul className="rc-car__codes" aria-label="消息码">
                {reading.codes.map((code) => (
                  <li key={code}>
                    <Icon name="exclamation-circle" />
                    {code}
                  </li>
                ))}
              </ul>
            )}
          </div>
        </div>
      )}
    </Panel>
  );
}
