import { useState } from 'react';
import { deviceLatestData } from '../../contract/endpoints/elevator.ts';
import { LiveCar } from '../../parts/lift/LiveCar.tsx';
import type { FeatureDeps } from '../../streams/featureDeps.ts';
import { loading, type LoadState } from '../../streams/loading/loadState.ts';
import { nothingPolled, pollLatestData } from '../../streams/loading/pollLatestData.ts';
import { watchElevator } from '../../streams/fleet/watchElevator.ts';
import { useObservable } from '../../ui/live/useObservable.ts';
import { useNowMs } from '../../ui/time/useNowMs.ts';
import type { ElevatorDetail } from '../../contract/entities/elevator.ts';

/** The lift of an alarm as it is now. */
export function LiftNow({ elevatorId, deps: { call, live } }: { elevatorId: number; deps: FeatureDeps }) {
  const [lift$] = useState(() => watchElevator({ call, live }, elevatorId));
  const [polled$] = useState(() =>
    pollLatestData(() => call(deviceLatestData, { elevator_id: elevatorId }, { quiet: true })),
  );
  const localNowMs = useNowMs();
  const lift = useObservable<LoadState<ElevatorDetail>>(lift$, loading);
  const polled = useObservable(polled$, nothingPolled);
  const nowMs = useObservable(live.serverNow$, localNowMs);
  const found = lift.kind === 'ready' ? lift.value : null;
  return (
    <LiveCar
      polled={polled}
      isDeviceOffline={found !== null && found.status !== 1}
      floors={found === null ? null : { min: found.floor_min, max: found.floor_max }}
      nowMs={nowMs}
    />
  );
}
