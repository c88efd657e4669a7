import { refusalCodes } from '../../../src/contract/envelope.ts';
import type { Principal } from '../../access/principal.ts';
import { holdsBulletin } from '../../domain/base/bulletin.ts';
import { areaIdsOfPath } from '../../domain/city/areaPath.ts';
import { NotFound, Refusal } from '../../domain/refusal.ts';
import type { Queries } from '../../store/eventStore.ts';
import { seenAreas } from '../region.ts';

/** The place of a bulletin: a region, or (null) the whole city or everything that the caller looks after. */
export interface BulletinArea {
  readonly id: number | null;
  readonly name: string;
  /** The depth in the tree, for the choice. */
  readonly level: number;
}

export interface BulletinAreas {
  readonly chosen: BulletinArea;
  readonly all: readonly BulletinArea[];
  /** Comments and frozen versions belong to regions and to the whole city, not to what a company happens to look after. */
  readonly isKept: boolean;
}

const wholeCity: BulletinArea = { id: null, name: '全市', level: 0 };
const ownLifts: BulletinArea = { id: null, name: '本账号管辖范围', level: 0 };

/** The regions above the one with this path, the top first. */
const ancestors = (path: string): readonly number[] => areaIdsOfPath(path).slice(0, -1);

/**
 * Returns the bulletins that the caller may read, and the chosen one among them: of a region whose lifts are all theirs. Throws NotFound for a
 * region that the caller does not see, Refusal for one of which they see a part.
 */
export async function readBulletinAreas(
  reads: Queries,
  { scope }: Principal,
  areaId: number | undefined,
): Promise<BulletinAreas> {
  const rows = await reads
    .selectFrom('areas as a')
    .select(['a.id', 'a.name', 'a.path'])
    .where(() => seenAreas(scope))
    .orderBy('a.path')
    .execute();
  const held = rows.filter(({ id }) => holdsBulletin(scope, id));
  const ids = new Set(held.map(({ id }) => id));
  const areas = held.map(({ id, name, path }) => ({
    id,
    name,
    level: ancestors(path).filter((above) => ids.has(above)).length,
  }));
  const tops = areas.filter(({ level }) => level === 0);
  const hasRegionsOnly =
    scope.kind === 'organizations' &&
    [scope.communityIds, scope.brandIds, scope.propertyIds, scope.maintenanceIds].every((some) => some.length === 0);
  const general = scope.kind === 'all' ? [wholeCity] : hasRegionsOnly && tops.length === 1 ? [] : [ownLifts];
  const all = [...general, ...areas];
  const chosen = areaId === undefined ? (all[0] ?? ownLifts) : areas.find(({ id }) => id === areaId);
  if (chosen !== undefined) return { chosen, all, isKept: holdsBulletin(scope, chosen.id) };
  if (rows.some(({ id }) => id === areaId))
    throw new Refusal('您只管辖这个区域的一部分，不能查看它的月报；请选择其他区域', refusalCodes.notAllowedNow);
  throw new NotFound('区域不存在，或您无权查看');
}
