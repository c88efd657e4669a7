import type { CityMap } from '../../../src/contract/endpoints/replay.ts';
import type { CommunityTable, ElevatorTable } from '../../store/rowTables.ts';
import { seededRandom } from '../../runtime/random.ts';

const floorHeightM = 3;
const metresPerDegree = 111_000;
type Building = CityMap['buildings'][number];
type Lift = Pick<ElevatorTable, 'community_id' | 'addr' | 'floor_max' | 'lng' | 'lat'>;

/** A block for each group of lifts that share a building's number, and low ones between them, all of a community turned alike. */
export function buildingsOf(
  communities: readonly Pick<CommunityTable, 'id' | 'lng' | 'lat'>[],
  lifts: readonly Lift[],
  seed: number,
): Building[] {
  return communities.flatMap((community) => {
    const random = seededRandom(seed + community.id);
    const turn = (random.next() - 0.5) * 0.9;
    const blocks = new Map<string, Lift[]>();
    for (const lift of lifts) {
      if (lift.community_id !== community.id) continue;
      const [number = ''] = lift.addr.split(' ');
      blocks.set(number, [...(blocks.get(number) ?? []), lift]);
    }
    const towers = [...blocks.values()].map((group) =>
      block(community.id, { lng: mean(group.map(({ lng }) => lng)), lat: mean(group.map(({ lat }) => lat)) }, turn, {
        longM: 34 + random.next() * 14,
        deepM: 15 + random.next() * 5,
        heightM: Math.max(...group.map(({ floor_max }) => floor_max)) * floorHeightM,
      }),
    );
    const low = Array.from({ length: 8 }, (_, index) => {
      const angle = turn + (index / 8) * 2 * Math.PI;
      const awayM = 190 + random.next() * 70;
      const at = {
        lng: community.lng + (Math.cos(angle) * awayM) / metresPerDegree,
        lat: community.lat + (Math.sin(angle) * awayM) / metresPerDegree,
      };
      return block(community.id, at, turn, {
        longM: 20 + random.next() * 30,
        deepM: 12 + random.next() * 8,
        heightM: floorHeightM * random.between(2, 6),
      });
    });
    return [...towers, ...low];
  });
}

function block(
  communityId: number,
  at: { readonly lng: number; readonly lat: number },
  turn: number,
  size: { readonly longM: number; readonly deepM: number; readonly heightM: number },
): Building {
  const corner = (long: number, deep: number): [number, number] => {
    const [eastM, northM] = [(size.longM / 2) * long, (size.deepM / 2) * deep];
    return [
      round(
        at.lng +
          (eastM * Math.cos(turn) - northM * Math.sin(turn)) / (metresPerDegree * Math.cos((at.lat * Math.PI) / 180)),
      ),
      round(at.lat + (eastM * Math.sin(turn) + northM * Math.cos(turn)) / metresPerDegree),
    ];
  };
  return {
    community_id: communityId,
    ring: [corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1), corner(-1, -1)],
    height_m: size.heightM,
  };
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
const round = (degrees: number): number => Math.round(degrees * 1e6) / 1e6;
