import type { LngLatBox } from '../../ui/map/mapTypes.ts';
import type { LiftFleet } from '../../streams/fleet/liftFleet.ts';
import type { ScreeningAddress } from './screeningAddress.ts';

/** The lifts of an area or a community in a given state, by index. */
export function selectLifts(
  fleet: LiftFleet,
  { areaId, communityId, look }: Pick<ScreeningAddress, 'areaId' | 'communityId' | 'look'>,
): Uint32Array {
  const chosen: number[] = [];
  for (let index = 0; index < fleet.count; index += 1) {
    if (
      communityId !== null
        ? fleet.communityIds[index] !== communityId
        : areaId !== null && fleet.areaIds[index] !== areaId
    )
      continue;
    if (look !== null && fleet.looks[index] !== look) continue;
    chosen.push(index);
  }
  return Uint32Array.from(chosen);
}

/** Around these lifts; null for none, or where none has a place. */
export function boxAround(fleet: Pick<LiftFleet, 'positions'>, rows: Uint32Array): LngLatBox | null {
  let box: LngLatBox | null = null;
  for (const row of rows) {
    const lng = fleet.positions[row * 2] ?? 0;
    const lat = fleet.positions[row * 2 + 1] ?? 0;
    if (lng === 0 && lat === 0) continue;
    box =
      box === null
        ? { west: lng, south: lat, east: lng, north: lat }
        : {
            west: Math.min(box.west, lng),
            south: Math.min(box.south, lat),
            east: Math.max(box.east, lng),
            north: Math.max(box.north, lat),
          };
  }
  return box;
}
