import { sql, type RawBuilder } from 'kysely';
import type { OutputOf } from '../../src/contract/endpoint.ts';
import type { SysConfig } from '../../src/contract/endpoints/other.ts';
import type { statsElevatorEvent } from '../../src/contract/endpoints/stats.ts';
import { startOfDayMs, toWireTime } from '../../src/contract/time.ts';
import type { Principal } from '../access/principal.ts';
import { recordScopeCondition } from '../access/scope.ts';
import type { EventStore } from '../store/eventStore.ts';
import { readsOf } from '../store/readsOf.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** The public indicators are read over this window (design: domain). */
const indicatorWindowDays = 30;

/** How many rows fulfil the condition; 0 of none. */
const countWhere = (condition: RawBuilder<unknown>) =>
  sql<number>`coalesce(sum(case when ${condition} then 1 else 0 end), 0)`;

/** Today's calls and alarms by the hour, and the public indicators. */
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
