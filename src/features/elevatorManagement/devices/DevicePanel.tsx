import { useState } from 'react';
import type { DeviceCredentials } from '../../../contract/endpoints/device.ts';
import { deviceVendorLabel } from '../../../contract/entities/deviceModel.ts';
import { deviceTypeLabels, deviceTypes } from '../../../contract/deviceTypes.ts';
import type { DeviceRow } from '../../../contract/entities/elevator.ts';
import { toDisplayTime } from '../../../contract/time.ts';
import { deviceTone } from '../../../parts/lift/deviceTones.ts';
import type { LoadState } from '../../../streams/loading/loadState.ts';
import { Button } from '../../../ui/Button/Button.tsx';
import { DeniedState } from '../../../ui/DeniedState/DeniedState.tsx';
import { DescriptionList } from '../../../ui/DescriptionList/DescriptionList.tsx';
import { EmptyState } from '../../../ui/EmptyState/EmptyState.tsx';
import { ErrorState } from '../../../ui/ErrorState/ErrorState.tsx';
import { StatusTag } from '../../../ui/StatusTag/StatusTag.tsx';
import { BindDeviceDialog } from './BindDeviceDialog.tsx';
import { CredentialsDialog } from './CredentialsDialog.tsx';
import { DeviceActDialog } from './DeviceActDialog.tsx';
import { actsOn, type DeviceAct, type DeviceRights } from './deviceActs.ts';
import type { DeviceActs } from './deviceSources.ts';
import './devices.css';

export interface DevicePanelProps {
  devices: LoadState<readonly DeviceRow[]>;
  acts: DeviceActs;
  may: DeviceRights;
  hostName: string;
}

function seenText({ last_seen_at: seenAt, status_changed_at: changedAt, status }: DeviceRow): string {
  if (seenAt !== null) return toDisplayTime(seenAt);
  if (changedAt === null) return '从未上报';
  return status === 0 ? '从未上报' : `${toDisplayTime(changedAt)} 之前`;
}

const withoutEmpty = (parts: readonly (string | undefined)[]): string =>
  parts.filter((part) => part !== undefined && part !== '').join(' · ');

function DeviceCard({ device, may, onAct }: { device: DeviceRow; may: DeviceRights; onAct: (act: DeviceAct) => void }) {
  const { device_key: key, device_type: type, vendor = '', model = '', firmware = '' } = device;
  const acts = actsOn(device, may);
  return (
    <li className="lift-device" aria-label={`${deviceTypeLabels[type]} ${key}`}>
      <header className="lift-device__head">
        <strong>{deviceTypeLabels[type]}</strong>
        <StatusTag label={device.statusResult} tone={deviceTone(device.status)} />
        {device.is_rescue_terminal === true && <StatusTag label="救援终端" tone="info" icon="phone" />}
        {device.flapping === true && <StatusTag label="反复上下线" tone="medium" />}
      </header>
      <DescriptionList
        columns={2}
        items={[
          { label: '编号', value: key, copy: key, isWide: true },
          { label: '型号', value: withoutEmpty([deviceVendorLabel(vendor), model]), isWide: true },
          { label: '固件', value: firmware },
          {
            label: '上报间隔',
            value: device.report_period === undefined ? null : `${device.report_period} 秒`,
          },
          { label: '最近消息', value: seenText(device), isWide: true },
        ]}
      />
      {acts.length > 0 && (
        <div className="lift-device__acts">
          {acts.map((act) => (
            <Button
              key={act.id}
              size="small"
              icon={act.icon}
              aria-label={`${act.label} ${key}`}
              onClick={() => onAct(act)}
            >
              {act.label}
            </Button>
          ))}
        </div>
      )}
    </li>
  );
}

type Open =
  | { readonly kind: 'bind' }
  | { readonly kind: 'act'; readonly act: DeviceAct; readonly device: DeviceRow }
  | { readonly kind: 'credentials'; readonly credentials: DeviceCredentials };

/** The devices of a lift: what they are, whether they are there, and what a person may do with them. */
export function DevicePanel({ devices, acts, may, hostName }: DevicePanelProps) {
  const [open, setOpen] = useState<Open | null>(null);
  const close = (): void => setOpen(null);
  if (devices.kind === 'loading') return <p className="lift-device__quiet">正在读取设备…</p>;
  if (devices.kind === 'failed')
    return devices.failure === 'denied' ? (
      <DeniedState message={devices.message} />
    ) : (
      <ErrorState title="无法读取设备" message={`${devices.message}。正在自动重试。`} />
    );
  const rows = devices.value.toSorted(
    (one, other) => deviceTypes.indexOf(one.device_type) - deviceTypes.indexOf(other.device_type),
  );
  const hasTerminal = rows.some(({ is_rescue_terminal: isTerminal }) => isTerminal === true);
  return (
    <section className="lift-devices-panel" aria-label="设备">
      {may.bind && (
        <div className="lift-device__bar">
          <Button icon="link" variant="primary" size="small" onClick={() => setOpen({ kind: 'bind' })}>
            绑定设备
          </Button>
        </div>
      )}
      {devices.problem !== null && (
        <p className="lift-device__quiet" role="status">
          可能不是最新：{devices.problem}
        </p>
      )}
      {rows.length === 0 ? (
        <EmptyState title="没有绑定设备" hint="绑定采集器后，电梯才会上报状态与求救。" icon="link" />
      ) : (
        <>
          {!hasTerminal && (
            <p className="lift-device__once">
              <StatusTag tone="medium" label="未指定救援终端" />
              救援结束的通知会发给采集器。
            </p>
          )}
          <ul className="lift-device__list">
            {rows.map((device) => (
              <DeviceCard
                key={device.device_key}
                device={device}
                may={may}
                onAct={(act) => setOpen({ kind: 'act', act, device })}
              />
            ))}
          </ul>
        </>
      )}
      {open?.kind === 'bind' && (
        <BindDeviceDialog
          devices={rows}
          onClose={close}
          onBind={async (device) => setOpen({ kind: 'credentials', credentials: await acts.bind(device) })}
        />
      )}
      {open?.kind === 'act' && (
        <DeviceActDialog
          act={open.act}
          device={open.device}
          onCancel={close}
          onConfirm={async (reason) => {
            const credentials = await open.act.run(acts, open.device.device_key, reason);
            setOpen(credentials === undefined ? null : { kind: 'credentials', credentials });
          }}
        />
      )}
      {open?.kind === 'credentials' && (
        <CredentialsDialog credentials={open.credentials} hostName={hostName} onClose={close} />
      )}
    </section>
  );
}
