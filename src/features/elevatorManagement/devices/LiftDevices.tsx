import { useMemo } from 'react';
import type { FeatureDeps } from '../../../streams/featureDeps.ts';
import { loading } from '../../../streams/loading/loadState.ts';
import { useObservable } from '../../../ui/live/useObservable.ts';
import { CamerasPanel } from './CamerasPanel.tsx';
import { DevicePanel } from './DevicePanel.tsx';
import { watchLiftCameras, watchLiftDevices } from './deviceSources.ts';

/** The devices of one lift, as they come and go. */
export function LiftDevices({ deps, elevatorId }: { deps: FeatureDeps; elevatorId: number }) {
  const { devices$, acts } = useMemo(() => watchLiftDevices(deps, elevatorId), [deps, elevatorId]);
  return (
    <DevicePanel
      devices={useObservable(devices$, loading)}
      acts={acts}
      may={{ bind: deps.can('device.bind'), renewSecret: deps.can('device.secret') }}
      hostName={window.location.hostname}
    />
  );
}

/** The cameras of one lift. `tag` names it on the page where they are edited. */
export function LiftCameras({ deps, elevatorId, tag }: { deps: FeatureDeps; elevatorId: number; tag: string | null }) {
  const cameras$ = useMemo(() => watchLiftCameras(deps, elevatorId), [deps, elevatorId]);
  return <CamerasPanel cameras={useObservable(cameras$, loading)} tag={tag} />;
}
