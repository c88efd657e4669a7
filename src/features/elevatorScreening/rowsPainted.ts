import { filter, switchMap, take, timer, type Observable } from 'rxjs';
import { nextFrame } from '../../streams/loading/batchPerFrame.ts';
import type { FleetState } from '../../streams/fleet/watchLiftStates.ts';

/**
 * Emits once, when the list's first rows have been painted. A map of a hundred thousand dots takes longer to make and to draw than the
 * rows, and nobody should wait for it to read them.
 */
export function rowsPainted(
  fleet$: Observable<FleetState>,
  frame: () => Observable<unknown> = nextFrame,
): Observable<unknown> {
  return fleet$.pipe(
    filter(({ kind }) => kind === 'ready'),
    take(1),
    // The first frame paints the rows; work in the second one would delay what it paints, so the task after it is waited for.
    switchMap(() => frame().pipe(take(1))),
    switchMap(() => frame().pipe(take(1))),
    switchMap(() => timer(0)),
  );
}
