import type { DeviceRow } from '../../contract/entities/elevator.ts';
import { toDisplayTime } from '../../contract/time.ts';
import { deviceTone } from '../../parts/lift/deviceTones.ts';
import { DescriptionList } from '../../ui/DescriptionList/DescriptionList.tsx';
import { EmptyState } from '../../ui/EmptyState/EmptyState.tsx';
import { StatusTag } from '../../ui/StatusTag/StatusTag.tsx';

const typeLabels: Readonly<Record<DeviceRow['device_type'], string>> = {
  COL: '采集器',
  CAM: '摄像头',
  SCR: '轿厢屏',
  OTHER: '其他设备',
};

const timeOf = (time: string | null): string | null => (time === null ? null : toDisplayTime(time));

/** The lift's cameras, or its other devices, as they last reported. */
export function LiftDevices({ devices, isCameras }: { devices: readonly DeviceRow[]; isCameras: boolean }) {
  const shown = devices.filter(({ device_type: type }) => (type === 'CAM') === isCameras);
  if (shown.length === 0) return <EmptyState title={isCameras ? '没有摄像头' : '没有绑定设备'} />;
  return (
    <div className="lift-devices">
      {shown.map((device) => (
        <DescriptionList
          key={device.device_key}
          columns={2}
          items={[
            { label: '类型', value: typeLabels[device.device_type] },
            { label: '编号', value: device.device_key, copy: device.device_key },
            { label: '状态', value: <StatusTag label={device.statusResult} tone={deviceTone(device.status)} /> },
            { label: '负载', value: device.loadResult },
            { label: '最近上报', value: timeOf(device.last_seen_at), isWide: true },
          ]}
        />
      ))}
    </div>
  );
}
