import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { OutputOf, ParsedInputOf } from '../../src/contract/endpoint.ts';
import {
  ageGroups,
  type AreaNode,
  type statsAreaCommunityElevator,
  type statsElevator,
  type statsElevatorBrand,
  type statsElevatorEvent,
} from '../../src/contract/endpoints/stats.ts';
import { liftStates } from '../../src/contract/entities/elevatorFields.ts';
import type { AgeFilter } from '../../src/contract/liftAge.ts';
import { startOfDayMs, toWireTime } from '../../src/contract/time.ts';
import type { SysConfig } from '../../src/contract/endpoints/other.ts';
import type { Principal } from '../access/principal.ts';
import { elevatorScopeCondition, isInScope, recordScopeCondition } from '../access/scope.ts';
import type { Directory } from '../domain/directory.ts';
import type { EventStore } from '../store/eventStore.ts';
import { readsOf } from '../store/readsOf.ts';
import type { FleetState } from '../telemetry/fleetState.ts';
import { fullYears, isOfAge, meanInstallMs, toAverageYears, unknownAge } from './liftAge.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** The public indicators are read over this window (design: domain). */
const indicatorWindowDays = 30;

export interface LiveFleetParts {
  readonly directory: Pick<Directory, 'elevators' | 'communities'>;
  readonly fleet: Pick<FleetState, 'statusOf' | 'hasCall'>;
}

/** Lifts in scope with their place, brand and collector's state; those scrapped are no part of the fleet. */
function liftsFor(store: EventStore, by: Principal) {
  return readsOf(store, by)
    .selectFrom('elevators as e')
    .innerJoin('communities as c', 'c.id', 'e.community_id')
    .where('e.state', '<>', liftStates.scrapped)
    .where(() => elevatorScopeCondition(by.scope));
}

/** With the collector's state, for lifts that report. */
const withCollector = (lifts: ReturnType<typeof liftsFor>) =>
  lifts
    .leftJoin('devices as d', (join) => join.onRef('d.elevator_id', '=', 'e.id').on('d.device_type', '=', 'COL'))
    .leftJoin('device_states as s', 's.device_key', 'd.device_key');
const onlineNum = sql<number>`sum(case when s.status = 1 then 1 else 0 end)`;

/** How many rows fulfil the condition; 0 of none. */
const countWhere = (condition: RawBuilder<unknown>) =>
  sql<number>`coalesce(sum(case when ${condition} then 1 else 0 end), 0)`;

const averageYears = (meanMs: number | null, nowMs: number): number | null =>
  meanMs === null ? null : toAverageYears(meanMs, nowMs);

/** Over how many days confirmed entrapments are counted. */
const trappedDays = 365;

/** Confirmed entrapments by what the lifts belong to now; undefined for who may not see rescue orders. */
async function countTrapped(
  store: EventStore,
  by: Principal,
  nowMs: number,
  column: 'e.brand_id' | 'e.community_id',
): Promise<ReadonlyMap<number, number> | undefined> {
  if (!by.permissions.has('rescue.view')) return undefined;
  const rows = await readsOf(store, by)
    .selectFrom('rescue_orders as o')
    .innerJoin('elevators as e', 'e.id', 'o.elevator_id')
    .innerJoin('communities as c', 'c.id', 'e.community_id')
    // Written out, so that the partial index is seen to hold these rows.
    .where(sql<SqlBool>`o.was_trapped = 1`)
    .where('o.raised_at_ms', '>=', nowMs - trappedDays * dayMs)
    .where(() => elevatorScopeCondition(by.scope))
    .select([sql<number | null>`${sql.ref(column)}`.as('id'), ({ fn }) => fn.countAll<number>().as('value')])
    .groupBy(sql.ref(column))
    .execute();
  return new Map(rows.flatMap(({ id, value }) => (id === null ? [] : [[id, value] as const])));
}

/** Lifts by full years; every figure of the answer adds these up, so that the parts are the whole. */
export async function countByAge(
  store: EventStore,
  by: Principal,
  nowMs: number,
  query: ParsedInputOf<typeof statsElevator>,
): Promise<OutputOf<typeof statsElevator>> {
  let lifts = liftsFor(store, by);
  if (query.brand_id !== undefined) lifts = lifts.where('e.brand_id', '=', query.brand_id);
  const years = fullYears(nowMs).as('years');
  const counted =
    query.detail === true
      ? await withCollector(lifts)
          .select([
            years,
            ({ fn }) => fn.countAll<number>().as('value'),
            onlineNum.as('online_num'),
            meanInstallMs(nowMs).as('mean_ms'),
          ])
          .groupBy('years')
          .orderBy('years')
          .execute()
      : (
          await lifts
            .select([years, ({ fn }) => fn.countAll<number>().as('value')])
            .groupBy('years')
            .execute()
        ).map((row) => ({ ...row, online_num: 0, mean_ms: null }));
  const sum = (filter: AgeFilter) =>
    counted.reduce((total, row) => total + (isOfAge(row.years, filter) ? row.value : 0), 0);
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
  const unknown = counted.find((row) => row.years === unknownAge);
  return {
    ...answer,
    detail: {
      fleet_total: sum({}),
      unknown: { value: unknown?.value ?? 0, online_num: unknown?.online_num ?? 0 },
      by_year: counted.flatMap(({ mean_ms: meanMs, ...row }) =>
        meanMs === null ? [] : [{ ...row, average_years: toAverageYears(meanMs, nowMs) }],
      ),
    },
  };
}

export async function countByBrand(
  store: EventStore,
  by: Principal,
  nowMs: number,
  query: ParsedInputOf<typeof statsElevatorBrand>,
): Promise<OutputOf<typeof statsElevatorBrand>> {
  if (query.detail !== true) {
    const rows = await liftsFor(store, by)
      .innerJoin('organizations as b', 'b.id', 'e.brand_id')
      .select(['b.id', 'b.name', ({ fn }) => fn.countAll<number>().as('value')])
      .groupBy(['b.id', 'b.name'])
      .orderBy('value', 'desc')
      .orderBy('b.id')
      .execute();
    return { total: rows.length, brands: rows };
  }
  const [rows, trapped] = await Promise.all([
    withCollector(liftsFor(store, by))
      .leftJoin('organizations as b', 'b.id', 'e.brand_id')
      .select([
        'b.id',
        'b.name',
        ({ fn }) => fn.countAll<number>().as('value'),
        onlineNum.as('online_num'),
        meanInstallMs(nowMs).as('mean_ms'),
      ])
      .groupBy(['b.id', 'b.name'])
      .orderBy('value', 'desc')
      .orderBy('b.id')
      .execute(),
    countTrapped(store, by, nowMs, 'e.brand_id'),
  ]);
  const brands = rows.flatMap(({ id, name, value, online_num, mean_ms: meanMs }) =>
    id === null
      ? []
      : [
          {
            id,
            name: name ?? '',
            value,
            online_num,
            average_years: averageYears(meanMs, nowMs),
            ...(trapped === undefined ? {} : { trapped_num: trapped.get(id) ?? 0 }),
          },
        ],
  );
  return {
    total: brands.length,
    brands,
    unknown: rows.find(({ id }) => id === null)?.value ?? 0,
    trapped_days: trappedDays,
  };
}

type CommunityCounts = Omit<AreaNode['communities'][number], 'average_years' | 'trapped_num'>;

/** By area and community as the live fleet stands: asked for each minute by every wall, it must not keep the store from a call. */
export function countLiveByArea(
  { directory, fleet }: LiveFleetParts,
  { scope }: Principal,
): OutputOf<typeof statsAreaCommunityElevator> {
  const counts = new Map<number, { elevator_num: number; online_num: number; offline_num: number; call_num: number }>();
  for (const { id, isScrapped, responsible } of directory.elevators()) {
    if (!isInScope(scope, responsible) || (isScrapped && !fleet.hasCall(id))) continue;
    const community = counts.get(responsible.communityId) ?? {
      elevator_num: 0,
      online_num: 0,
      offline_num: 0,
      call_num: 0,
    };
    const status = fleet.statusOf(id);
    community.elevator_num += 1;
    if (status === 1) community.online_num += 1;
    if (status === 2) community.offline_num += 1;
    if (fleet.hasCall(id)) community.call_num += 1;
    counts.set(responsible.communityId, community);
  }
  return areaTree(
    directory.communities().flatMap(({ id, name, lng, lat, areaId, areaName }) => {
      const counted = counts.get(id);
      return counted === undefined ? [] : [{ areaId, areaName, community: { id, name, lng, lat, ...counted } }];
    }),
  );
}

/** The same as the store has it, with ages and entrapments: for the statistics of communities. */
export async function countByAreaInDetail(
  store: EventStore,
  by: Principal,
  nowMs: number,
): Promise<OutputOf<typeof statsAreaCommunityElevator>> {
  const trapped = await countTrapped(store, by, nowMs, 'e.community_id');
  const rows = await withCollector(liftsFor(store, by))
    .innerJoin('areas as a', 'a.id', 'c.area_id')
    .leftJoin('open_rescues as r', 'r.elevator_id', 'e.id')
    .select([
      'a.id as area_id',
      'a.name as area_name',
      'c.id',
      'c.name',
      'c.lng',
      'c.lat',
      ({ fn }) => fn.countAll<number>().as('elevator_num'),
      onlineNum.as('online_num'),
      sql<number>`sum(case when s.status = 2 then 1 else 0 end)`.as('offline_num'),
      sql<number>`sum(case when r.order_id is null then 0 else 1 end)`.as('call_num'),
      meanInstallMs(nowMs).as('mean_ms'),
    ])
    .groupBy(['a.id', 'a.name', 'c.id', 'c.name', 'c.lng', 'c.lat'])
    .orderBy('a.id')
    .orderBy('c.id')
    .execute();
  const tree = areaTree(
    rows.map(({ area_id: areaId, area_name: areaName, mean_ms: meanMs, ...counts }) => ({
      areaId,
      areaName,
      community: {
        ...counts,
        average_years: averageYears(meanMs, nowMs),
        ...(trapped === undefined ? {} : { trapped_num: trapped.get(counts.id) ?? 0 }),
      },
    })),
  );
  return { ...tree, trapped_days: trappedDays };
}

/** Communities under their areas, in the order given. */
function areaTree(
  communities: readonly { readonly areaId: number; readonly areaName: string; readonly community: CommunityCounts }[],
): OutputOf<typeof statsAreaCommunityElevator> {
  const areas = new Map<number, AreaNode>();
  for (const { areaId, areaName, community } of communities) {
    const area = areas.get(areaId) ?? {
      id: areaId,
      name: areaName,
      elevator_num: 0,
      online_num: 0,
      offline_num: 0,
      call_num: 0,
      communities: [],
    };
    area.elevator_num += community.elevator_num;
    area.online_num += community.online_num;
    area.offline_num += community.offline_num;
    area.call_num += community.call_num;
    area.communities.push(community);
    areas.set(areaId, area);
  }
  return {
    total: communities.reduce((sum, { community }) => sum + community.elevator_num, 0),
    community_total: communities.length,
    areas: [...areas.values()],
  };
}

export async function readEventStats(
  store: EventStore,
  by: Principal,
  nowMs: number,
  goals: Pick<
    SysConfig,
    'respond_limit_seconds' | 'arrive_limit_minutes_city' | 'answered_target_percent' | 'arrived_target_percent'
  >,
): Promise<OutputOf<typeof statsElevatorEvent>> {
  const dayStartMs = startOfDayMs(nowMs);
  const hourOf = sql<number>`cast((raised_at_ms - ${dayStartMs}) / ${hourMs} as integer)`;
  // Nothing is counted for users who may not see the records themselves.
  const [seesOrders, seesAlarms] = [by.permissions.has('rescue.view'), by.permissions.has('alarm.view')];
  const reads = readsOf(store, by);
  const [orders, alarms, [window]] = await Promise.all([
    !seesOrders
      ? []
      : reads
          .selectFrom('rescue_orders as o')
          .where('o.raised_at_ms', '>=', dayStartMs)
          .where(() => recordScopeCondition(by.scope, 'o'))
          .select([
            hourOf.as('hour'),
            ({ fn }) => fn.countAll<number>().as('count'),
            sql<number>`cast(sum(case when was_trapped = 1 then coalesce(people_num, 0) else 0 end) as bigint)`.as(
              'people',
            ),
          ])
          .groupBy('hour')
          .execute(),
    !seesAlarms
      ? []
      : reads
          .selectFrom('alarms as a')
          .where('a.raised_at_ms', '>=', dayStartMs)
          .where(() => recordScopeCondition(by.scope, 'a'))
          .select([hourOf.as('hour'), ({ fn }) => fn.countAll<number>().as('count')])
          .groupBy('hour')
          .execute(),
    !seesOrders
      ? []
      : reads
          .selectFrom('rescue_orders as o')
          .where('o.raised_at_ms', '>=', nowMs - indicatorWindowDays * dayMs)
          .where('o.stage', '!=', 'falseCall')
          .where(() => recordScopeCondition(by.scope, 'o'))
          // A limit that has passed counts against us from that moment, not only when the order is closed; one that
          // still runs counts for nothing yet.
          .select([
            countWhere(sql`answered_at_ms is not null or respond_due_at_ms < ${nowMs}`).as('answered'),
            countWhere(sql`answered_at_ms <= respond_due_at_ms`).as('answered_in_time'),
            countWhere(sql`arrived_at_ms is not null or (o.is_open = 1 and arrive_due_at_ms < ${nowMs})`).as('arrived'),
            countWhere(sql`arrived_at_ms <= arrive_due_at_ms`).as('arrived_in_time'),
          ])
          .execute(),
  ]);
  const rescueAt = new Map(orders.map(({ hour, count }) => [hour, count]));
  const alarmAt = new Map(alarms.map(({ hour, count }) => [hour, count]));
  const currentHour = Math.floor((nowMs - dayStartMs) / hourMs);
  return {
    hours: Array.from({ length: currentHour + 1 }, (_, hour) => ({
      at: toWireTime(dayStartMs + hour * hourMs),
      rescue: rescueAt.get(hour) ?? 0,
      alarm: alarmAt.get(hour) ?? 0,
    })),
    today: {
      rescue: orders.reduce((sum, { count }) => sum + count, 0),
      alarm: alarms.reduce((sum, { count }) => sum + count, 0),
      trapped_people: orders.reduce((sum, { people }) => sum + people, 0),
    },
    answered: {
      total: window?.answered ?? 0,
      met: window?.answered_in_time ?? 0,
      limit_seconds: goals.respond_limit_seconds,
      target_percent: goals.answered_target_percent,
    },
    arrived: {
      total: window?.arrived ?? 0,
      met: window?.arrived_in_time ?? 0,
      limit_seconds: goals.arrive_limit_minutes_city * 60,
      target_percent: goals.arrived_target_percent,
    },
    window_days: indicatorWindowDays,
  };
}
