import { describe, expect, it } from 'vitest';
import { cityMapSchema } from '../../../src/contract/endpoints/replay.ts';
import { buildDemoCity } from '../demoCity.ts';
import { buildDemoCityMap } from './demoCityMap.ts';

type Ring = readonly (readonly [number, number])[];
const city = buildDemoCity(Date.UTC(2026, 5, 1));
const map = buildDemoCityMap(city);

/** Ray casting. */
function isInside(ring: Ring, lng: number, lat: number): boolean {
  return ring.reduce((inside, [x, y], index) => {
    const [nextX, nextY] = ring[(index + 1) % ring.length] ?? [x, y];
    return y > lat !== nextY > lat && lng < ((nextX - x) * (lat - y)) / (nextY - y) + x ? !inside : inside;
  }, false);
}

describe('the demo city on the map', () => {
  it('is the same map for the same city, and fits the schema', () => {
    expect(buildDemoCityMap(buildDemoCity(Date.UTC(2026, 5, 1)))).toEqual(map);
    expect(cityMapSchema.parse(map)).toEqual(map);
    expect(JSON.stringify(map).length).toBeLessThan(400_000);
  });

  it('has five districts in one boundary, each of one piece', () => {
    expect(map.boundary).toHaveLength(1);
    expect(map.districts.map(({ name, rings }) => [name, rings.length])).toEqual([
      ['东湖区', 1],
      ['西岭区', 1],
      ['南浦区', 1],
      ['北塘区', 1],
      ['云台县', 1],
    ]);
    for (const ring of [
      ...map.boundary,
      ...map.districts.flatMap(({ rings }) => rings),
      ...map.buildings.map((building) => building.ring),
    ])
      expect(ring.at(-1)).toEqual(ring[0]);
  });

  it('shows every community in its own district and every lift in the city, none of them in the river', () => {
    for (const { id, area_id, lng, lat } of city.communities) {
      const districts = map.districts.filter(({ rings }) => rings.some((ring) => isInside(ring, lng, lat)));
      expect(
        districts.map((district) => district.id),
        `community ${id}`,
      ).toEqual([area_id]);
    }
    for (const { lng, lat } of city.elevators) {
      expect(map.boundary.some((ring) => isInside(ring, lng, lat))).toBe(true);
      expect(map.water?.some((ring) => isInside(ring, lng, lat))).toBe(false);
    }
  });

  it('has a building for every lift, as high as it goes', () => {
    for (const { community_id, lng, lat, floor_max } of city.elevators) {
      const nearest = map.buildings
        .filter((building) => building.community_id === community_id)
        .toSorted((a, b) => distance(a.ring, lng, lat) - distance(b.ring, lng, lat))[0];
      expect(nearest === undefined ? 1 : distance(nearest.ring, lng, lat)).toBeLessThan(0.0006);
      expect(
        Math.max(
          ...map.buildings.filter((building) => building.community_id === community_id).map(({ height_m }) => height_m),
        ),
      ).toBeGreaterThanOrEqual(floor_max * 3);
    }
  });
});

function distance(ring: Ring, lng: number, lat: number): number {
  const [a, , b] = ring;
  return a === undefined || b === undefined ? 1 : Math.hypot((a[0] + b[0]) / 2 - lng, (a[1] + b[1]) / 2 - lat);
}
