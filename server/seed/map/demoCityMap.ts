import { existsSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CityMap } from '../../../src/contract/endpoints/replay.ts';
import { cityMapFileName } from '../../queries/cityMap.ts';
import { privateFileMode } from '../../runtime/privateFolder.ts';
import { hullAround } from '../../queries/hullAround.ts';
import type { EventStore } from '../../store/eventStore.ts';
import type { AreaTable, CommunityTable, ElevatorTable } from '../../store/rowTables.ts';
import { demoSeed } from '../demoCity.ts';
import { buildingsOf } from './buildings.ts';
import { riverBanks, riverCourse } from './river.ts';
import { roughen } from './roughen.ts';
import { keyOf, outerEdges, ringsOf, voronoiCells, type Edge, type Point } from './voronoi.ts';

export interface MappedCity {
  readonly areas: readonly Pick<AreaTable, 'id' | 'parent_id' | 'name'>[];
  readonly communities: readonly Pick<CommunityTable, 'id' | 'area_id' | 'lng' | 'lat'>[];
  readonly elevators: readonly Pick<ElevatorTable, 'community_id' | 'addr' | 'floor_max' | 'lng' | 'lat'>[];
}

/** The land around the outermost communities. */
const marginDegrees = 0.022;
const outline = { roughness: 0.11, depth: 4 } as const;
const border = { roughness: 0.1, depth: 3 } as const;

/**
 * An invented city around its communities: every point belongs to the district of the nearest community, borders are made irregular,
 * and a river follows the longest way along them. The same city gives the same map.
 */
export function buildDemoCityMap({ areas, communities, elevators }: MappedCity, seed = demoSeed): CityMap {
  const sites = communities.map(({ lng, lat }): Point => [lng, lat]);
  const cells = voronoiCells(sites, hullAround(sites, marginDegrees).slice(0, -1));
  const outer = outerEdges(cells);
  const onOutline = new Set(outer.flatMap(({ from, to }) => [keyOf(from), keyOf(to)]));
  const outerKeys = new Set(outer.map(edgeKey));
  const draw = (edges: readonly Edge[]): [number, number][] =>
    closed(edges.flatMap((edge) => roughen(edge, outerKeys.has(edgeKey(edge)) ? outline : border).slice(0, -1)));

  const districts = areas
    .filter(({ parent_id }) => parent_id !== null)
    .map(({ id, name }) => {
      const own = cells.filter((_, index) => communities[index]?.area_id === id);
      return { id, name, edges: outerEdges(own) };
    });
  const borders = districts.flatMap(({ edges }) => edges).filter((edge) => !outerKeys.has(edgeKey(edge)));
  const course = riverCourse(borders, (point) => onOutline.has(keyOf(point)));
  const river = course
    .slice(1)
    .flatMap((to, index) => roughen({ from: course[index] ?? to, to }, border).slice(index === 0 ? 0 : 1));
  return {
    name: areas.find(({ parent_id }) => parent_id === null)?.name ?? '',
    boundary: ringsOf(outer).map(draw),
    districts: districts.map(({ id, name, edges }) => ({ id, name, rings: ringsOf(edges).map(draw) })),
    buildings: buildingsOf(communities, elevators, seed),
    water: [closed(riverBanks(river))],
  };
}

/** Writes the demo's map into the data folder, unless there is one: the customer's own stays. */
export async function ensureDemoCityMap(store: EventStore, dataDir: string): Promise<void> {
  const path = join(dataDir, cityMapFileName);
  if (existsSync(path)) return;
  const [areas, communities, elevators] = await Promise.all([
    store.rows.selectFrom('areas').select(['id', 'parent_id', 'name']).orderBy('id').execute(),
    store.rows.selectFrom('communities').select(['id', 'area_id', 'lng', 'lat']).orderBy('id').execute(),
    store.rows
      .selectFrom('elevators')
      .select(['community_id', 'addr', 'floor_max', 'lng', 'lat'])
      .orderBy('id')
      .execute(),
  ]);
  await writeFile(`${path}.new`, JSON.stringify(buildDemoCityMap({ areas, communities, elevators })), {
    mode: privateFileMode,
  });
  await rename(`${path}.new`, path);
}

/** The same for both directions. */
const edgeKey = ({ from, to }: Edge): string => [keyOf(from), keyOf(to)].toSorted().join('|');

function closed(points: readonly Point[]): [number, number][] {
  const ring = points.map(([lng, lat]): [number, number] => [Math.round(lng * 1e6) / 1e6, Math.round(lat * 1e6) / 1e6]);
  const [first] = ring;
  return first === undefined ? [] : [...ring, [first[0], first[1]]];
}
