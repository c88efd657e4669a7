import type { LiftFleet } from '../../streams/liftFleet.ts';
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
