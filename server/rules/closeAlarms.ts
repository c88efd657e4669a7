import * as z from 'zod';
import { streamName } from '../../src/contract/streamName.ts';
import { alarmLifecycle } from '../../src/machines/alarmLifecycle.ts';
import { rulesActor } from '../domain/actors.ts';
import { findExceptionRow } from '../domain/records/currentRows.ts';
import { decide } from '../domain/decide.ts';
import { unlessRefused } from '../domain/refusal.ts';
import { exceptionIdOf, type ExceptionFollowUp } from './exceptionFollowUp.ts';

const namesAlarm = z.object({ alarmId: z.number() });

/** Closing an exception closes its alarms, so that the device's next report is a new alarm. */
export const closeAlarmsOfException: ExceptionFollowUp = async (parts, event) => {
  const exceptionId = exceptionIdOf(event);
  const row = await findExceptionRow(parts.store, exceptionId);
  if (row === undefined || row.is_open === 1) return;
  const draft =
    row.is_false === 1
      ? { type: 'alarm.judgedFalse', data: { reason: `异常 ${exceptionId} 判定为误报` } }
      : { type: 'alarm.completed', data: { note: `异常 ${exceptionId} 已处理完成` } };
  const events = await parts.store.readStream(event.stream);
  const alarmIds = new Set(events.flatMap(({ data }) => namesAlarm.safeParse(data).data?.alarmId ?? []));
  for (const alarmId of alarmIds) {
    await unlessRefused(
      decide(parts, alarmLifecycle, {
        stream: streamName('alarm', alarmId),
        actor: rulesActor,
        messageId: `rule:closeAlarm:${event.position}:${alarmId}`,
        causationPosition: event.position,
        choose: () => draft,
      }),
    );
  }
};
