import { useEffect, useMemo, type RefObject } from 'react';
import type { Observable } from 'rxjs';
import type { FleetMapHandle } from './createFleetMap.ts';
import { FleetMap, type FleetMapProps } from './FleetMap.tsx';

/** The state of all lifts, and the ones that changed since the last value. */
export interface MapFrame {
  /** Longitude and latitude in pairs; another array means another fleet. */
  readonly positions: Float64Array;
  /** An index into the styles for each. */
  readonly states: Uint8Array;
  /** By index; null: draw all. */
  readonly changed: Uint32Array | null;
}

interface FedFleetMapProps extends Omit<FleetMapProps, 'ref'> {
  frames$: Observable<MapFrame>;
  /** Takes the map's handle: flights, calls, selection. */
  map: RefObject<FleetMapHandle | null>;
}

/** The map, fed by a stream: nothing of what changes each second goes through React. */
export function FedFleetMap({ frames$, map, ...props }: FedFleetMapProps) {
  const { scene, styles, renderer } = props;
  // Another scene creates another map, which is empty: it gets all data again.
  const feed = useMemo(() => ({ frames$, madeOf: [scene, styles, renderer] }), [frames$, scene, styles, renderer]);
  useEffect(() => {
    let drawn: Float64Array | null = null;
    const feeding = feed.frames$.subscribe(({ positions, states, changed }) => {
      if (drawn !== positions || changed === null) map.current?.setLifts(positions, states);
      else if (changed.length > 0)
        map.current?.patchLifts(
          changed,
          Uint8Array.from(changed, (index) => states[index] ?? 0),
        );
      drawn = positions;
    });
    return () => feeding.unsubscribe();
  }, [feed, map]);
  return <FleetMap {...props} ref={map} />;
}
