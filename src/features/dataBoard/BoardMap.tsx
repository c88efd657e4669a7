import { useEffect, useEffectEvent, useRef } from 'react';
import type { Observable } from 'rxjs';
import { liftLookStyles } from '../../parts/lift/liftLookStyles.ts';
import type { FleetMapHandle } from '../../ui/map/createFleetMap.ts';
import { FedFleetMap, type MapFrame } from '../../ui/map/FedFleetMap.tsx';
import type { LngLat, LngLatBox, MapCall, MapPadding, MapScene } from '../../ui/map/mapTypes.ts';

export interface BoardMapView {
  readonly scene: MapScene;
  readonly frames$: Observable<MapFrame>;
  readonly calls: readonly MapCall[];
  /** The place of the call in the centre; null shows the whole city. */
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

/** Around all calls, degrees; null without one. */
function boxOf(calls: readonly Pick<MapCall, 'lng' | 'lat'>[]): LngLatBox | null {
  if (calls.length === 0) return null;
  const [lngs, lats] = [calls.map(({ lng }) => lng), calls.map(({ lat }) => lat)];
  return { west: Math.min(...lngs), east: Math.max(...lngs), south: Math.min(...lats), north: Math.max(...lats) };
}

const isWithin = (inner: LngLatBox, outer: LngLatBox): boolean =>
  inner.west >= outer.west && inner.east <= outer.east && inner.south >= outer.south && inner.north <= outer.north;

/**
 * The wall's centre: flies to where every open call is in the picture, no nearer than its surroundings can be read, and home when they
 * are over. While another call holds the centre or a call lies outside, it flies again; a call that ends does not move it.
 */
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
  const box = boxOf(calls);
  const shown = useRef<LngLatBox | null>(null);
  const flyToCalls = useEffectEvent((isAnother: boolean) => {
    if (!hasLifts || lng === null || lat === null) return;
    const wanted = box ?? { west: lng, east: lng, south: lat, north: lat };
    if (!isAnother && shown.current !== null && isWithin(wanted, shown.current)) return;
    shown.current = wanted;
    void map.current?.flyToBox(wanted, callScale);
  });
  useEffect(() => {
    if (!hasLifts) return;
    if (lng !== null && lat !== null) return flyToCalls(true);
    shown.current = null;
    void map.current?.flyHome();
  }, [hasLifts, lng, lat]);
  const edges = box === null ? '' : Object.values(box).join();
  useEffect(() => {
    if (edges !== '') flyToCalls(false);
  }, [edges]);
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
