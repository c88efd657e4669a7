import { sql, type Expression, type SqlBool } from 'kysely';
import type { AlarmSuppression } from '../../src/contract/labels.ts';

/**
 * The standing of an alarm that is not closed for the people who handle alarms, `alarms` being `a`: `todo` waits for a person, overdue and
 * acknowledged ones too; `rescue` closes with its rescue order and `exception` with its open exception, which has a tile of its own; the
 * others are counted and do not wait. The one definition behind the to-do count, the board and the filters of the list. Nothing of priority 1
 * is ever shelved or suppressed.
 */
export type AlarmStanding = 'todo' | 'rescue' | 'exception' | 'shelved' | AlarmSuppression;

/** Word for word the condition of the index `alarms_open`. */
export const isOpenAlarm = sql<SqlBool>`a.status in (0, 3)`;

/** The collector that reported it is away (status 2): it could not say that the alarm is over. */
const isCollectorOffline = sql<SqlBool>`exists (select 1 from device_states s join devices d on d.device_key = s.device_key
  where s.device_key = a.device_key and s.status = 2 and d.device_type = 'COL')`;

export const alarmSuppression = sql<AlarmSuppression | ''>`case
  when a.level = 1 then ''
  when a.suppressed_by <> '' then a.suppressed_by
  when a.status in (0, 3) and ${isCollectorOffline} then 'offline'
  else '' end`;

/** It opened an exception of its lift that is still open; every report of a scooter belongs to the lift's one open scooter. */
const isInException = sql<SqlBool>`exists (select 1 from open_exceptions o join exceptions x on x.id = o.exception_id
  where o.place = 'lift-' || a.elevator_id and (x.alarm_id = a.id or (o.cause_key = 'scooter' and a.kind = 'moto')))`;

export const alarmStanding = sql<AlarmStanding>`case
  when exists (select 1 from alarm_rescues r where r.alarm_id = a.id) then 'rescue'
  when ${isInException} then 'exception'
  when a.level = 1 then 'todo'
  when a.shelved_until_ms is not null then 'shelved'
  when a.suppressed_by <> '' then a.suppressed_by
  when ${isCollectorOffline} then 'offline'
  else 'todo' end`;

/** Not closed, and at one of these standings. */
export const standsAt = (...standings: readonly AlarmStanding[]): Expression<SqlBool> =>
  sql<SqlBool>`(${isOpenAlarm} and ${alarmStanding} in (${sql.join(standings.map((standing) => sql.lit(standing)))}))`;
