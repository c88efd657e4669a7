import { Link } from 'react-router-dom';
import { cameraPlaceLabels } from '../../../contract/entities/camera.ts';
import { screenNamed } from '../../../contract/screens.ts';
import { deviceTone } from '../../../parts/lift/deviceTones.ts';
import type { LoadState } from '../../../streams/loading/loadState.ts';
import { DeniedState } from '../../../ui/DeniedState/DeniedState.tsx';
import { DescriptionList } from '../../../ui/DescriptionList/DescriptionList.tsx';
import { EmptyState } from '../../../ui/EmptyState/EmptyState.tsx';
import { ErrorState } from '../../../ui/ErrorState/ErrorState.tsx';
import { StatusTag } from '../../../ui/StatusTag/StatusTag.tsx';
import type { Camera } from './deviceSources.ts';
import './devices.css';

const tagOf = ({ status, statusResult: label }: Camera) => (
  <StatusTag
    label={label}
    tone={status === 0 || status === 1 || status === 2 || status === 3 ? deviceTone(status) : 'neutral'}
  />
);

/** The cameras that are registered for a lift; they are edited on their own page. */
export function CamerasPanel({ cameras, tag }: { cameras: LoadState<readonly Camera[]>; tag: string | null }) {
  if (cameras.kind === 'loading') return <p className="lift-device__quiet">正在读取摄像头…</p>;
  if (cameras.kind === 'failed')
    return cameras.failure === 'denied' ? (
      <DeniedState message={cameras.message} />
    ) : (
      <ErrorState title="无法读取摄像头" message={`${cameras.message}。正在自动重试。`} />
    );
  const query = tag === null ? '' : `?keyword=${encodeURIComponent(tag)}`;
  return (
    <section className="lift-devices-panel" aria-label="摄像头">
      {cameras.value.length === 0 ? (
        <EmptyState title="没有登记摄像头" hint="在“视频管理”中登记这台电梯的摄像头。" icon="video" />
      ) : (
        <ul className="lift-device__list">
          {cameras.value.map((camera) => (
            <li key={camera.id} className="lift-device" aria-label={camera.name}>
              <header className="lift-device__head">
                <strong>{camera.name}</strong>
                {tagOf(camera)}
              </header>
              <DescriptionList
                columns={2}
                items={[
                  { label: '位置', value: cameraPlaceLabels[camera.place] },
                  { label: '厂商', value: camera.vendor },
                  { label: '主码流', value: camera.main_url, isWide: true },
                  { label: '子码流', value: camera.sub_url, isWide: true },
                  { label: '账号', value: camera.user_name },
                  { label: '密码', value: camera.has_secret ? '已设置' : '未设置' },
                ]}
              />
            </li>
          ))}
        </ul>
      )}
      <p className="lift-device__bar">
        <Link to={`${screenNamed('VideoManagement').path}${query}`}>在视频管理中维护</Link>
      </p>
    </section>
  );
}
