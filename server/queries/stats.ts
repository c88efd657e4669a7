import { sql, type SqlBool } from 'kysely';
import type { OutputOf, ParsedInputOf } from '../../src/contract/endpoint.ts';
import {
  ageGroups,
  type AreaNode,
  type statsAreaCommunityElevator,
  type statsElevator,
  type statsElevatorBrand,
} from '../../src/contract/endpoints/stats.ts';
import type { AgeFilter } from '../../src/contract/liftAge.ts';
import type { Principal } from '../access/principal.ts';
import { isInScope } from '../access/scope.ts';
import type { Directory, ElevatorInfo } from '../domain/city/directory.ts';
import type { EventStore } from '../store/eventStore.ts';
import { readsOf } from '../store/readsOf.ts';
import { averageYears, isOfAge, unknownAge } from './liftAge.ts';
import type { LiftCensus, LiftCounts } from './liftCensus.ts';

const dayMs = 86_400_000;
/** The number of days over which confirmed entrapments are counted. */
const trappedDays = 365;

export interface StatsParts {
  readonly store: EventStore;
  readonly census: LiftCensus;
  readonly directory: Pick<Directory, 'communities' | 'elevator'>;
}

/**
 * Confirmed entrapments, by what their lifts belong to now; undefined for a caller who may not see rescue orders. The few lifts that
 * had one are looked up in memory: a join would read all lifts of the city.
 */
async function countTrapped(
  { store, directory }: Pick<StatsParts, 'store' | 'directory'>,
  by: Principal,
  nowMs: number,
  groupOf: (lift: ElevatorInfo['responsible']) => number | null,
): Promise<ReadonlyMap<number, number> | undefined> {
  if (!by.permissions.has('rescue.view')) return undefined;
  const rows = await readsOf(store, by)
    .selectFrom('rescue_orders as o')
    // Written out, so that the database can use the partial index.
    .where(sql<SqlBool>`o.was_trapped = 1`)
    .where('o.raised_at_ms', '>=', nowMs - trappedDays * dayMs)
    .select(['o.elevator_id', ({ fn }) => fn.countAll<number>().as('value')])
    .groupBy('o.elevator_id')
    .execute();
  const counts = new Map<number, number>();
  for (const { elevator_id: elevatorId, value } of rows) {
    const lift = directory.elevator(elevatorId);
    const group = lift !== undefined && isInScope(by.scope, lift.responsible) ? groupOf(lift.responsible) : null;
    if (group !== null) counts.set(group, (counts.get(group) ?? 0) + value);
  }
  return counts;
}

/** Lifts by full years; every figure of the answer adds these up, so that the parts are the whole. */
export async function countByAge(
  { census }: Pick<StatsParts, 'census'>,
  by: Principal,
  nowMs: number,
  query: ParsedInputOf<typeof statsElevator>,
): Promise<OutputOf<typeof statsElevator>> {
  const counted = await census.count(by, { group: 'years', nowMs, brandId: query.brand_id });
  const sum = (filter: AgeFilter): number =>
    [...counted].reduce((total, [years, { lifts }]) => total + (isOfAge(years, filter) ? lifts : 0), 0);
  const answer = {
    total: sum(query),
    groups: ageGroups.map(({ label, yearsStart, yearsEnd }) => ({
      label,
      years_start: yearsStart ?? null,
      years_end: yearsEnd ?? null,
      value: sum({ yearsStart, yearsEnd }),
    })),
  };
  if (query.detail !== true) return answer;
  const unknown = counted.get(unknownAge);
  return {
    ...answer,
    detail: {
      fleet_total: sum({}),
      unknown: { value: unknown?.lifts ?? 0, online_num: unknown?.online ?? 0 },
      by_year: [...counted]
        .toSorted(([one], [other]) => one - other)
        .flatMap(([years, { lifts: value, online: online_num, dated, ageMs }]) => {
          const average_years = averageYears(dated, ageMs);
          return average_years === null ? [] : [{ years, value, online_num, average_years }];
        }),
    },
  };
}

/** Most lifts first. */
export async function countByBrand(
  parts: StatsParts,
  by: Principal,
  nowMs: number,
  query: ParsedInputOf<typeof statsElevatorBrand>,
): Promise<OutputOf<typeof statsElevatorBrand>> {
  const { census } = parts;
  const isDetailed = query.detail === true;
  const [counted, trapped] = await Promise.all([
    census.count(by, { group: 'brand', nowMs }),
    isDetailed ? countTrapped(parts, by, nowMs, ({ brandId }) => brandId) : undefined,
  ]);
  const brands = [...counted]
    .filter(([id, { lifts }]) => id !== 0 && lifts > 0)
    .map(([id, { lifts: value, online: online_num, dated, ageMs }]) => ({
      id,
      name: census.brandName(id),
      value,
      ...(isDetailed ? { online_num, average_years: averageYears(dated, ageMs) } : {}),
      ...(trapped === undefined ? {} : { trapped_num: trapped.get(id) ?? 0 }),
    }))
    .toSorted((one, other) => other.value - one.value || one.id - other.id);
  const answer = { total: brands.length, brands };
  return isDetailed ? { ...answer, unknown: counted.get(0)?.lifts ?? 0, trapped_days: trappedDays } : answer;
}

/** Areas with their communities, by id. A community with nothing but a call of a scrapped lift is among them: the call must be seen. */
export async function countByArea(
  { census, directory }: Pick<StatsParts, 'census' | 'directory'>,
  by: Principal,
  nowMs: number,
): Promise<OutputOf<typeof statsAreaCommunityElevator>> {
  const counted = await census.count(by, { group: 'community', nowMs });
  return areaTree(directory, counted, () => ({}));
}

/** The same with ages and entrapments. */
export async function countByAreaInDetail(
  parts: StatsParts,
  by: Principal,
  nowMs: number,
): Promise<OutputOf<typeof statsAreaCommunityElevator>> {
  const { census, directory } = parts;
  const [counted, trapped] = await Promise.all([
    census.count(by, { group: 'community', nowMs }),
    countTrapped(parts, by, nowMs, ({ communityId }) => communityId),
  ]);
  const tree = areaTree(directory, counted, (id, { dated, ageMs }) => ({
    average_years: averageYears(dated, ageMs),
    ...(trapped === undefined ? {} : { trapped_num: trapped.get(id) ?? 0 }),
  }));
  return { ...tree, trapped_days: trappedDays };
}

function areaTree(
  directory: StatsParts['directory'],
  counted: ReadonlyMap<number, LiftCounts>,
  detailOf: (
    communityId: number,
    counts: LiftCounts,
  ) => Pick<AreaNode['communities'][number], 'average_years' | 'trapped_num'>,
): OutputOf<typeof statsAreaCommunityElevator> {
  const areas = new Map<number, AreaNode>();
  let [total, community_total] = [0, 0];
  for (const { id, name, lng, lat, areaId, areaName } of directory.communities()) {
    const counts = counted.get(id);
    if (counts === undefined) continue;
    const { lifts: elevator_num, online: online_num, offline: offline_num, calls: call_num } = counts;
    const area = areas.get(areaId) ?? { id: areaId, name: areaName, ...noLifts, communities: [] };
    area.elevator_num += elevator_num;
    area.online_num += online_num;
    area.offline_num += offline_num;
    area.call_num += call_num;
    area.communities.push({
      id,
      name,
      lng,
      lat,
      elevator_num,
      online_num,
      offline_num,
      call_num,
      ...detailOf(id, counts),
    });
    areas.set(areaId, area);
    total += elevator_num;
    community_total += 1;
  }
  return { total, community_total, areas: [...areas.values()] };
}

const noLifts = { elevator_num: 0, online_num: 0, offline_num: 0, call_num: 0 };
