import { sql, type RawBuilder } from 'kysely';
import type { OutputOf } from '../../src/contract/endpoint.ts';
import type { SysConfig } from '../../src/contract/endpoints/sysConfig.ts';
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

/** Counts the rows that fulfil the condition; 0 of none. */
const countWhere = (condition: RawBuilder<unknown>) =>
  sql<number>`coalesce(sum(case when ${condition} then 1 else 0 end), 0)`;

const isFalseCall = sql<boolean>`o.stage = 'falseCall'`;
const isAnswerCounted = (nowMs: number) => sql<boolean>`answered_at_ms is not null or respond_due_at_ms < ${nowMs}`;
const isArrivalCounted = (nowMs: number) =>
  sql<boolean>`arrived_at_ms is not null or (o.is_open = 1 and arrive_due_at_ms < ${nowMs})`;

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
            countWhere(isFalseCall).as('false_calls'),
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
          .where(() => recordScopeCondition(by.scope, 'o'))
          // A limit that has passed counts against us from that moment, not only when the order is closed; one that
          // still runs counts for nothing yet.
          .select([
            ({ fn }) => fn.countAll<number>().as('calls'),
            countWhere(isFalseCall).as('false_calls'),
            countWhere(sql`not (${isFalseCall}) and (${isAnswerCounted(nowMs)})`).as('answered'),
            countWhere(sql`not (${isFalseCall}) and answered_at_ms <= respond_due_at_ms`).as('answered_in_time'),
            countWhere(sql`not (${isFalseCall}) and o.is_open = 1 and not (${isAnswerCounted(nowMs)})`).as('answering'),
            countWhere(sql`not (${isFalseCall}) and (${isArrivalCounted(nowMs)})`).as('arrived'),
            countWhere(sql`not (${isFalseCall}) and arrived_at_ms <= arrive_due_at_ms`).as('arrived_in_time'),
            countWhere(sql`not (${isFalseCall}) and o.is_open = 1 and not (${isArrivalCounted(nowMs)})`).as('arriving'),
          ])
          .execute(),
  ]);
  const [calls, falseCalls] = [window?.calls ?? 0, window?.false_calls ?? 0];
  const leftOut = (counted: number, running: number) => ({
    false_calls: falseCalls,
    running,
    not_needed: calls - falseCalls - counted - running,
  });
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
      false_calls: orders.reduce((sum, row) => sum + row.false_calls, 0),
    },
    answered: {
      total: window?.answered ?? 0,
      met: window?.answered_in_time ?? 0,
      limit_seconds: goals.respond_limit_seconds,
      target_percent: goals.answered_target_percent,
      left_out: leftOut(window?.answered ?? 0, window?.answering ?? 0),
    },
    arrived: {
      total: window?.arrived ?? 0,
      met: window?.arrived_in_time ?? 0,
      limit_seconds: goals.arrive_limit_minutes_city * 60,
      target_percent: goals.arrived_target_percent,
      left_out: leftOut(window?.arrived ?? 0, window?.arriving ?? 0),
    },
    window_days: indicatorWindowDays,
  };
}
