import * as z from 'zod';
import { alarmEvents } from '../../src/contract/events/alarm.ts';
import type { StoredEvent } from '../../src/contract/events/storedEvent.ts';
import { streamNumber } from '../../src/contract/streamName.ts';
import { rulesActor } from '../domain/actors.ts';
import { findAlarmFacts, findAlarmReport } from '../domain/records/currentRows.ts';
import { scooterLevel } from '../domain/records/exceptionLevels.ts';
import { openException } from '../domain/records/openException.ts';
import { openKeyOf } from '../../src/machines/openExceptionKey.ts';
import { clearOpen, type ExceptionFollowUp, type ExceptionFollowUpParts } from './exceptionFollowUp.ts';

const alarmIdOf = ({ stream }: StoredEvent): number => streamNumber(stream);
const detailSchema = z.object({ door_hold: z.union([z.boolean(), z.literal([0, 1])]) });

/** The camera says with the alarm whether it holds the door. */
const isDoorHeld = (detail: unknown): boolean => {
  const said = detailSchema.safeParse(detail).data?.door_hold;
  return said === true || said === 1;
};

/** Opens a scooter event for an alarm, or joins the lift's open one. In maintenance too: a held door has to be released by someone. */
export const openByScooterAlarm: ExceptionFollowUp = async (parts, event) => {
  const alarm = await alarmOf(parts, event);
  const elevator = alarm === undefined ? undefined : parts.directory.elevator(alarm.elevatorId);
  if (alarm === undefined || elevator === undefined) return;
  await openException(parts, {
    type: 2,
    isDoorHeld: alarm.isDoorHeld,
    elevator,
    source: 'alarm',
    deviceKey: alarm.deviceKey,
    code: '',
    level: scooterLevel,
    alarmId: alarm.alarmId,
    actor: rulesActor,
    atMs: event.atMs,
    late: alarm.late,
    times: alarm.times,
    messageId: `rule:scooter:${event.position}`,
    causationPosition: event.position,
  });
};

/** The camera no longer sees it; the person who moved it out still has to say so. */
export const clearByScooterAlarm: ExceptionFollowUp = async (parts, event) => {
  const alarm = await findAlarmFacts(parts.store, alarmIdOf(event));
  if (alarm === undefined) return;
  const key = openKeyOf({ type: 2 }, { elevatorId: alarm.elevator_id, communityId: alarm.community_id });
  await clearOpen(parts, event, key, { type: 'scooter.cleared', data: {} });
};

interface ScooterAlarm {
  readonly alarmId: number;
  readonly elevatorId: number;
  readonly deviceKey: string;
  readonly isDoorHeld: boolean;
  readonly late: boolean;
  readonly times?: number | undefined;
}

/** The first event of an alarm says all; with a repeat the row does. */
async function alarmOf({ store }: ExceptionFollowUpParts, event: StoredEvent): Promise<ScooterAlarm | undefined> {
  if (event.type === 'alarm.raised') {
    const { alarmId, elevatorId, deviceKey, late, detail } = alarmEvents['alarm.raised'].parse(event.data);
    return { alarmId, elevatorId, deviceKey, late, isDoorHeld: isDoorHeld(detail) };
  }
  const { late, times } = alarmEvents['alarm.repeated'].parse(event.data);
  const alarmId = alarmIdOf(event);
  const row = await findAlarmReport(store, alarmId);
  if (row === undefined) return undefined;
  const detail: unknown = row.detail === '' ? undefined : JSON.parse(row.detail);
  return {
    alarmId,
    elevatorId: row.elevator_id,
    deviceKey: row.device_key,
    isDoorHeld: isDoorHeld(detail),
    late,
    times,
  };
}
