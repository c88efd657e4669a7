import { filter, map, switchMap, take, type Observable } from 'rxjs';
import { nextFrame } from '../../streams/batchPerFrame.ts';
import type { FleetState, LiveFleet } from '../../streams/watchLiftStates.ts';
import type { MapFrame } from '../../ui/map/FedFleetMap.tsx';

const isReady = (state: FleetState): state is LiveFleet => state.kind === 'ready';

/**
 * The lifts as the map draws them, from the frame after the list's first rows on: a hundred thousand dots take longer to draw than
 * the rows, which nobody should wait for.
 */
export function mapFrames(
  fleet$: Observable<FleetState>,
  frame: () => Observable<unknown> = nextFrame,
): Observable<MapFrame> {
  const live$ = fleet$.pipe(filter(isReady));
  // The first frame paints the rows, the second one begins after that.
  const listed$ = live$.pipe(
    take(1),
    switchMap(() => frame().pipe(take(1))),
    switchMap(() => frame().pipe(take(1))),
  );
  return listed$.pipe(
    switchMap(() => live$),
    map(({ fleet, changed }): MapFrame => ({ positions: fleet.positions, states: fleet.looks, changed })),
  );
}
