import type { AreaNode } from '../../contract/endpoints/stats.ts';
import { lookCode, type LiftFleet } from '../../streams/fleet/liftFleet.ts';

/**
 * The tree with the numbers of silent and calling lifts from the live fleet, which the list beside it shows. Lifts that
 * only the tree knows count as the tree says.
 */
export function countTree(
  areas: readonly AreaNode[],
  fleet: Pick<LiftFleet, 'count' | 'looks' | 'communityIds'>,
): readonly AreaNode[] {
  const counts = new Map<number, { offline: number; calling: number }>();
  for (let index = 0; index < fleet.count; index += 1) {
    const communityId = fleet.communityIds[index] ?? 0;
    let count = counts.get(communityId);
    if (count === undefined) counts.set(communityId, (count = { offline: 0, calling: 0 }));
    const look = fleet.looks[index];
    if (look === lookCode.offline) count.offline += 1;
    else if (look === lookCode.calling) count.calling += 1;
  }
  return areas.map((area) => {
    const communities = area.communities.map((community) => {
      const count = counts.get(community.id);
      return count === undefined ? community : { ...community, offline_num: count.offline, call_num: count.calling };
    });
    return {
      ...area,
      communities,
      offline_num: communities.reduce((sum, { offline_num: offline }) => sum + offline, 0),
      call_num: communities.reduce((sum, { call_num: calls }) => sum + calls, 0),
    };
  });
}
