import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { cityMapSchema, type CityMap } from '../../src/contract/endpoints/replay.ts';
import { refusalCodes } from '../../src/contract/envelope.ts';
import type { Principal } from '../access/principal.ts';
import { isInScope, type Scope } from '../access/scope.ts';
import type { Directory } from '../domain/city/directory.ts';
import { Refusal } from '../domain/refusal.ts';
import type { OnTrouble } from '../runtime/troubleLog.ts';
import { cornersOf, hullAround } from './hullAround.ts';

/** The customer's own map replaces ours: the same file, read again when it changes. */
export const cityMapFileName = 'city-map.json';
const mostMapsKept = 100;

export interface CityMaps {
  /** Throws Refusal that says what is wrong with the file. */
  mapFor(by: Principal): Promise<CityMap>;
}

export interface CityMapParts {
  readonly dataDir: string;
  readonly directory: Pick<Directory, 'generation' | 'elevators'>;
  readonly onTrouble: OnTrouble;
}

/**
 * The map that lifts are drawn on: the file in the data folder, with those districts and buildings that have a lift in
 * the caller's scope, else the outline around the caller's lifts. The city's own outline and its waters are no secret.
 */
export function createCityMaps({ dataDir, directory, onTrouble }: CityMapParts): CityMaps {
  const path = join(dataDir, cityMapFileName);
  let kept: { readonly stamp: string; readonly map: CityMap | Refusal } | undefined;

  /** By scope: every wall asks for it at its start, and a hundred thousand lifts are not looked at again for each. */
  const drawn = new Map<string, CityMap>();
  let drawnFrom = '';

  /** The same object for the same scope until the file or base data changes. */
  function drawFor({ scope }: Principal, stamp: string, draw: (scope: Scope) => CityMap): CityMap {
    const from = `${directory.generation} ${stamp}`;
    if (from !== drawnFrom || drawn.size >= mostMapsKept) drawn.clear();
    drawnFrom = from;
    const key = JSON.stringify(scope);
    const map = drawn.get(key) ?? draw(scope);
    drawn.set(key, map);
    return map;
  }

  async function readMap(stamp: string): Promise<CityMap | Refusal> {
    if (kept?.stamp === stamp) return kept.map;
    const map = await parseFile(path);
    kept = { stamp, map };
    if (map instanceof Refusal) onTrouble(map.message, map);
    return map;
  }

  return {
    async mapFor(by) {
      const stamp = await stampOf(path);
      if (stamp === undefined) return drawFor(by, '', (scope) => outlineOf(directory, scope));
      const map = await readMap(stamp);
      if (map instanceof Refusal) throw map;
      return drawFor(by, stamp, (scope) => withinScope(directory, map, scope));
    },
  };
}

async function stampOf(path: string): Promise<string | undefined> {
  try {
    const { mtimeMs, size } = await stat(path);
    return `${mtimeMs}:${size}`;
  } catch {
    return undefined;
  }
}

const refuse = (reason: string): Refusal =>
  new Refusal(`城市底图文件 ${cityMapFileName} 有误（${reason}），请改正后重试`, refusalCodes.refused);

async function parseFile(path: string): Promise<CityMap | Refusal> {
  let json: unknown;
  try {
    json = JSON.parse(await readFile(path, 'utf8'));
  } catch {
    return refuse('不是有效的 JSON');
  }
  const parsed = cityMapSchema.safeParse(json);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  return refuse(`“${issue?.path.join('.') ?? ''}”不符合格式`);
}

/** A district without a lift of its own is an outline on the map and stays. */
function withinScope(directory: CityMapParts['directory'], map: CityMap, scope: Scope): CityMap {
  if (scope.kind === 'all') return map;
  const [areas, ownAreas, ownCommunities] = [new Set<number>(), new Set<number>(), new Set<number>()];
  for (const { responsible } of directory.elevators()) {
    areas.add(responsible.areaId);
    if (!isInScope(scope, responsible)) continue;
    ownAreas.add(responsible.areaId);
    ownCommunities.add(responsible.communityId);
  }
  return {
    ...map,
    districts: map.districts.filter(({ id }) => ownAreas.has(id) || !areas.has(id)),
    buildings: map.buildings.filter(({ community_id: communityId }) => ownCommunities.has(communityId)),
  };
}

function outlineOf(directory: CityMapParts['directory'], scope: Scope): CityMap {
  const lifts = [...directory.elevators()].filter(({ responsible }) => isInScope(scope, responsible));
  const districts = new Map<number, { readonly name: string; readonly points: (readonly [number, number])[] }>();
  for (const { lng, lat, responsible } of lifts) {
    const district = districts.get(responsible.areaId) ?? { name: responsible.fullArea, points: [] };
    district.points.push([lng, lat]);
    districts.set(responsible.areaId, district);
  }
  const outlined = [...districts].map(([id, { name, points }]) => ({ id, name, corners: cornersOf(points) }));
  return {
    name: lifts[0]?.responsible.fullArea ?? '',
    boundary: lifts.length === 0 ? [] : [hullAround(outlined.flatMap(({ corners }) => corners))],
    districts: outlined.map(({ id, name, corners }) => ({ id, name, rings: [hullAround(corners)] })),
    buildings: [],
  };
}
