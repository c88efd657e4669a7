import { filter, map, type Observable } from 'rxjs';
import type { FleetState } from '../../streams/fleet/watchLiftStates.ts';
import type { MapFrame } from '../../ui/map/FedFleetMap.tsx';

/** The lifts of a live or replayed fleet as a map draws them. */
export const mapFrames = (fleet$: Observable<FleetState>): Observable<MapFrame> =>
  fleet$.pipe(
    filter((state) => state.kind === 'ready'),
    map(({ fleet, changed }) => ({ positions: fleet.positions, states: fleet.looks, changed })),
  );
