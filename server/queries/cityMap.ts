import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { cityMapSchema, type CityMap } from '../../src/contract/endpoints/replay.ts';
import { refusalCodes } from '../../src/contract/envelope.ts';
import type { Principal } from '../access/principal.ts';
import { isInScope } from '../access/scope.ts';
import type { Directory } from '../domain/directory.ts';
import { Refusal } from '../domain/refusal.ts';
import { hullAround } from './hullAround.ts';

/** The customer's own map replaces ours: the same file, read again when it changes. */
export const cityMapFileName = 'city-map.json';

export interface CityMaps {
  /** Throws Refusal that says what is wrong with the file. */
  mapFor(by: Principal): Promise<CityMap>;
}

export interface CityMapParts {
  readonly dataDir: string;
  readonly directory: Directory;
  readonly onTrouble: (trouble: string, error: unknown) => void;
}

/** The map that lifts are drawn on: the file in the data folder, else the outline around the caller's lifts. */
export function createCityMaps({ dataDir, directory, onTrouble }: CityMapParts): CityMaps {
  const path = join(dataDir, cityMapFileName);
  let kept: { readonly stamp: string; readonly map: CityMap | Refusal } | undefined;

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
      if (stamp === undefined) return outlineOf(directory, by);
      const map = await readMap(stamp);
      if (map instanceof Refusal) throw map;
      return map;
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

const refuse = (reason: string): Refusal => new Refusal(`城市底图文件 ${cityMapFileName} 有误（${reason}），请改正后重试`, refusalCodes.refused);

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

function outlineOf(directory: Directory, by: Principal): CityMap {
  const lifts = [...directory.elevators()].filter(({ responsible }) => isInScope(by.scope, responsible));
  const districts = new Map<number, { readonly name: string; readonly points: (readonly [number, number])[] }>();
  for (const { lng, lat, responsible } of lifts) {
    const district = districts.get(responsible.areaId) ?? { name: responsible.fullArea, points: [] };
    district.points.push([lng, lat]);
    districts.set(responsible.areaId, district);
  }
  return {
    name: lifts[0]?.responsible.fullArea ?? '',
    boundary: lifts.length === 0 ? [] : [hullAround(lifts.map(({ lng, lat }) => [lng, lat] as const))],
    districts: [...districts].map(([id, { name, points }]) => ({ id, name, rings: [hullAround(points)] })),
    buildings: [],
  };
}
