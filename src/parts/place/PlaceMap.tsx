import { useEffect, useRef } from 'react';
import type { CityScene } from '../../streams/fleet/cityScene.ts';
import type { FleetMapHandle } from '../../ui/map/createFleetMap.ts';
import { FleetMap } from '../../ui/map/FleetMap.tsx';
import type { LiftStyle, LngLat } from '../../ui/map/mapTypes.ts';

const styles: readonly LiftStyle[] = [{ label: '位置', tone: 'high', shape: 'diamond' }];

interface PlaceMapProps {
  scene: CityScene;
  /** The noun for the thing that stands there: 小区. */
  noun: string;
  /** The marked place; null for nothing. */
  place: LngLat | null;
  onPlace: (place: LngLat) => void;
}

/** The city with one place marked; a press chooses another one. */
export function PlaceMap({ scene, noun, place, onPlace }: PlaceMapProps) {
  const map = useRef<FleetMapHandle>(null);
  const [lng, lat] = place ?? [null, null];
  useEffect(() => {
    const isPlaced = lng !== null && lat !== null;
    map.current?.setLifts(isPlaced ? [lng, lat] : [], isPlaced ? [0] : []);
    map.current?.setSelected(isPlaced ? 0 : null);
  }, [lng, lat]);
  return (
    <FleetMap
      label={`选取${noun}位置的地图`}
      scene={scene}
      styles={styles}
      ref={map}
      renderer="canvas"
      hasLegend={false}
      onPlace={onPlace}
    />
  );
}
