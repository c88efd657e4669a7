import { sql } from 'kysely';
import type { OutputOf, ParsedInputOf } from '../../src/contract/endpoint.ts';
import { ageGroups, type AreaNode, type statsAreaCommunityElevator, type statsElevator, type statsElevatorBrand, type statsElevatorEvent } from '../../src/contract/endpoints/stats.ts';
import { startOfDayMs, toWireTime } from '../../src/contract/time.ts';
import type { Principal } from '../access/principal.ts';
import { elevatorScopeCondition, recordScopeCondition } from '../access/scope.ts';
import type { EventStore } from '../store/eventStore.ts';

const yearMs = 365.25 * 86_400_000;
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** The public indicators are read over this window (design: domain). */
const indicatorWindowDays = 30;

/** Lifts in scope with their place, brand and collector's state. */
function liftsFor(store: EventStore, by: Principal) {
  return store.rows.selectFrom('elevators as e').innerJoin('communities as c', 'c.id', 'e.community_id').where(() => elevatorScopeCondition(by.scope));
}

/** Older than `yearsEnd` and at most `yearsStart` years (specification, section 2: the dashboard's links). */
const isOfAge = (ageYears: number, yearsStart: number | undefined, yearsEnd: number | undefined): boolean =>
  (yearsStart === undefined || ageYears <= yearsStart) && (yearsEnd === undefined || ageYears > yearsEnd);

export async function countByAge(store: EventStore, by: Principal, nowMs: number, query: ParsedInputOf<typeof statsElevator>): Promise<OutputOf<typeof statsElevator>> {
  const rows = await liftsFor(store, by).select('e.install_at_ms').execute();
  const ages = rows.map(({ install_at_ms }) => (nowMs - install_at_ms) / yearMs);
  const count = (yearsStart: number | undefined, yearsEnd: number | undefined) => ages.filter((age) => isOfAge(age, yearsStart, yearsEnd)).length;
  return {
    total: count(query.yearsStart, query.yearsEnd),
    groups: ageGroups.map(({ label, yearsStart, yearsEnd }) => ({ label, years_start: yearsStart ?? null, years_end: yearsEnd ?? null, value: count(yearsStart, yearsEnd) })),
  };
}

export async function countByBrand(store: EventStore, by: Principal): Promise<OutputOf<typeof statsElevatorBrand>> {
  const rows = await liftsFor(store, by)
    .innerJoin('organizations as b', 'b.id', 'e.brand_id')
    .select(['b.id', 'b.name', ({ fn }) => fn.countAll<number>().as('value')])
    .groupBy(['b.id', 'b.name']).orderBy('value', 'desc').orderBy('b.id').execute();
  return { total: rows.length, brands: rows };
}

export async function countByArea(store: EventStore, by: Principal): Promise<OutputOf<typeof statsAreaCommunityElevator>> {
  const rows = await liftsFor(store, by)
    .innerJoin('areas as a', 'a.id', 'c.area_id')
    .leftJoin('devices as d', (join) => join.onRef('d.elevator_id', '=', 'e.id').on('d.device_type', '=', 'COL'))
    .leftJoin('device_states as s', 's.device_key', 'd.device_key')
    .leftJoin('open_rescues as r', 'r.elevator_id', 'e.id')
    .select([
      'a.id as area_id', 'a.name as area_name', 'c.id', 'c.name', 'c.lng', 'c.lat',
      ({ fn }) => fn.countAll<number>().as('elevator_num'),
      sql<number>`sum(case when s.status = 1 then 1 else 0 end)`.as('online_num'),
      sql<number>`sum(case when s.status = 2 then 1 else 0 end)`.as('offline_num'),
      sql<number>`sum(case when r.order_id is null then 0 else 1 end)`.as('call_num'),
    ])
    .groupBy(['a.id', 'a.name', 'c.id', 'c.name', 'c.lng', 'c.lat']).orderBy('a.id').orderBy('c.id').execute();
  const areas = new Map<number, AreaNode>();
  for (const { area_id, area_name, ...community } of rows) {
    const area = areas.get(area_id) ?? { id: area_id, name: area_name, elevator_num: 0, online_num: 0, offline_num: 0, call_num: 0, communities: [] };
    areas.set(area_id, {
      ...area,
      elevator_num: area.elevator_num + community.elevator_num,
      online_num: area.online_num + community.online_num,
      offline_num: area.offline_num + community.offline_num,
      call_num: area.call_num + community.call_num,
      communities: [...area.communities, community],
    });
  }
  return { total: rows.reduce((sum, { elevator_num }) => sum + elevator_num, 0), community_total: rows.length, areas: [...areas.values()] };
}

export async function readEventStats(
  store: EventStore,
  by: Principal,
  nowMs: number,
  limits: { readonly respondSeconds: number },
): Promise<OutputOf<typeof statsElevatorEvent>> {
  const dayStartMs = startOfDayMs(nowMs);
  const hourOf = sql<number>`cast((raised_at_ms - ${dayStartMs}) / ${hourMs} as integer)`;
  const [orders, alarms, window] = await Promise.all([
    store.rows
      .selectFrom('rescue_orders as o').where('o.raised_at_ms', '>=', dayStartMs).where(() => recordScopeCondition(by.scope, 'o'))
      .select([hourOf.as('hour'), ({ fn }) => fn.countAll<number>().as('count'), sql<number>`cast(sum(case when was_trapped = 1 then coalesce(people_num, 0) else 0 end) as bigint)`.as('people')])
      .groupBy('hour').execute(),
    store.rows
      .selectFrom('alarms as a').where('a.raised_at_ms', '>=', dayStartMs).where(() => recordScopeCondition(by.scope, 'a'))
      .select([hourOf.as('hour'), ({ fn }) => fn.countAll<number>().as('count')]).groupBy('hour').execute(),
    store.rows
      .selectFrom('rescue_orders as o').where('o.raised_at_ms', '>=', nowMs - indicatorWindowDays * dayMs).where('o.stage', '!=', 'falseCall')
      .where(() => recordScopeCondition(by.scope, 'o'))
      .select(['o.is_open', 'answered_at_ms', 'arrived_at_ms', 'respond_due_at_ms', 'arrive_due_at_ms']).execute(),
  ]);
  const rescueAt = new Map(orders.map(({ hour, count }) => [hour, count]));
  const alarmAt = new Map(alarms.map(({ hour, count }) => [hour, count]));
  const currentHour = Math.floor((nowMs - dayStartMs) / hourMs);
  // A limit that has passed counts against us from that moment, not only when the order is closed; one that still runs counts for nothing yet.
  const answered = window.filter((row) => row.answered_at_ms !== null || nowMs > row.respond_due_at_ms);
  const arrived = window.filter((row) => row.arrived_at_ms !== null || (row.is_open === 1 && nowMs > row.arrive_due_at_ms));
  return {
    hours: Array.from({ length: currentHour + 1 }, (_, hour) => ({ at: toWireTime(dayStartMs + hour * hourMs), rescue: rescueAt.get(hour) ?? 0, alarm: alarmAt.get(hour) ?? 0 })),
    today: {
      rescue: orders.reduce((sum, { count }) => sum + count, 0),
      alarm: alarms.reduce((sum, { count }) => sum + count, 0),
      trapped_people: orders.reduce((sum, { people }) => sum + people, 0),
    },
    answered: { total: answered.length, met: answered.filter((row) => (row.answered_at_ms ?? Infinity) <= row.respond_due_at_ms).length, limit_seconds: limits.respondSeconds },
    arrived: { total: arrived.length, met: arrived.filter((row) => (row.arrived_at_ms ?? Infinity) <= row.arrive_due_at_ms).length, limit_seconds: 30 * 60 },
    window_days: indicatorWindowDays,
  };
}
