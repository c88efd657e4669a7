import { useEffect, useRef } from 'react';
import type { Observable } from 'rxjs';
import { liftLookStyles } from '../../parts/lift/liftLookStyles.ts';
import type { FleetMapHandle } from '../../ui/map/createFleetMap.ts';
import { FedFleetMap, type MapFrame } from '../../ui/map/FedFleetMap.tsx';
import type { LngLat, MapCall, MapPadding, MapScene } from '../../ui/map/mapTypes.ts';

export interface BoardMapView {
  readonly scene: MapScene;
  readonly frames$: Observable<MapFrame>;
  readonly calls: readonly MapCall[];
  /** Where the call in the centre is; null shows the whole city. */
  readonly centre: LngLat | null;
  readonly describeLift: (index: number) => { readonly title: string; readonly detail?: string };
}

interface BoardMapProps extends BoardMapView {
  renderer: 'auto' | 'webgl' | 'canvas';
  padding: MapPadding;
  total: number | null;
  looks: readonly number[];
  staleText: string | null;
  onOpenCall: (id: number) => void;
}

/** Pixels a metre at which a call's surroundings can be read. */
const callScale = 0.09;

/** The wall's centre: flies to the call that holds it, and home when it is over. */
export function BoardMap({
  scene,
  frames$,
  calls,
  centre,
  describeLift,
  renderer,
  padding,
  total,
  looks,
  staleText,
  onOpenCall,
}: BoardMapProps) {
  const map = useRef<FleetMapHandle>(null);
  useEffect(() => map.current?.setCalls(calls), [calls]);
  const hasLifts = total !== null;
  const [lng, lat] = centre ?? [null, null];
  useEffect(() => {
    if (!hasLifts) return;
    if (lng === null || lat === null) void map.current?.flyHome();
    else void map.current?.flyTo([lng, lat], callScale);
  }, [hasLifts, lng, lat]);
  return (
    <FedFleetMap
      map={map}
      frames$={frames$}
      label={`城市电梯地图，共 ${total ?? 0} 台`}
      scene={scene}
      styles={liftLookStyles}
      renderer={renderer}
      padding={padding}
      hasControls={false}
      staleSince={staleText}
      {...(looks.length === 0 ? {} : { counts: looks })}
      describeLift={describeLift}
      onOpenCall={onOpenCall}
    />
  );
}
