import { deviceEvents } from '../../src/contract/events/device.ts';
import type { IncidentKind } from '../../src/contract/exceptions.ts';
import { meaningOf } from '../../src/contract/messageCodes.ts';
import { streamName } from '../../src/contract/streamName.ts';
import { rulesActor } from '../domain/actors.ts';
import { phenomenonLevels } from '../domain/records/exceptionLevels.ts';
import { openException } from '../domain/records/openException.ts';
import { visitAtWork } from '../domain/city/servicedLifts.ts';
import { openKeyOf, type ExceptionSubject } from '../../src/machines/openExceptionKey.ts';
import { clearOpen, deviceKeyOf, stepUnlessOver, type ExceptionFollowUp } from './exceptionFollowUp.ts';

/** The lift is back to automatic operation: whatever mode it was in has ended. */
export const automaticCode = '40';

/** Controller codes of a mode: one opens it, and the return to automatic operation ends it. */
const modes = [
  'powerLoss',
  'outOfService',
  'inspection',
  'fireReturn',
  'firefighter',
  'emergencyPower',
  'earthquake',
] as const satisfies readonly IncidentKind[];

/** A fault's code opens a fault or joins the open one of the same code; a mode's code likewise an incident. Other codes open nothing. */
export const openByCode: ExceptionFollowUp = async (parts, event) => {
  const { elevatorId, code, late, times } = deviceEvents['device.codeRaised'].parse(event.data);
  if (code === automaticCode) {
    for (const kind of modes) await endMode(parts, event, elevatorId, kind);
    return;
  }
  const meaning = meaningOf(code);
  const elevator = parts.directory.elevator(elevatorId);
  if (meaning === undefined || elevator === undefined) return;
  const subject = subjectOf(meaning);
  if (subject === undefined) return;
  const opened = await openException(parts, {
    ...subject,
    elevator,
    source: 'code',
    deviceKey: deviceKeyOf(event),
    code,
    level: meaning.level,
    alarmId: null,
    actor: rulesActor,
    atMs: event.atMs,
    late,
    times,
    messageId: `rule:code:${event.position}`,
    causationPosition: event.position,
  });
  if (subject.type === 4 && subject.kind === 'inspection')
    await joinVisit(parts, event, elevatorId, opened.exceptionId);
};

/** A person at the lift has switched it to inspection: nobody needs to look into that. */
async function joinVisit(
  parts: Parameters<ExceptionFollowUp>[0],
  { position }: Parameters<ExceptionFollowUp>[1],
  elevatorId: number,
  exceptionId: number,
): Promise<void> {
  const visitId = await visitAtWork(parts.store, elevatorId);
  if (visitId === undefined) return;
  await stepUnlessOver(
    parts,
    streamName('incident', exceptionId),
    { type: 'incident.absorbed', data: { visitId } },
    { messageId: `rule:visit:${position}`, causationPosition: position },
  );
}

/** The fault still waits for a person; an incident that nobody looks into ends. */
export const clearByCode: ExceptionFollowUp = async (parts, event) => {
  const { elevatorId, code } = deviceEvents['device.codeCleared'].parse(event.data);
  const meaning = meaningOf(code);
  const subject = meaning === undefined ? undefined : subjectOf(meaning);
  if (subject?.type === 3)
    await clearOpen(parts, event, keyAt(elevatorId, { ...subject, code }), {
      type: 'fault.cleared',
      data: { code },
    });
  if (subject?.type === 4) await endMode(parts, event, elevatorId, subject.kind);
};

/** In a lift whose emergency call was not tested in time, a person may press a button that no one hears. */
export const openBySelfTest: ExceptionFollowUp = async (parts, event) => {
  const { elevatorId } = deviceEvents['device.selfTestMissed'].parse(event.data);
  const elevator = parts.directory.elevator(elevatorId);
  if (elevator === undefined) return;
  await openException(parts, {
    type: 3,
    phenomenon: 'emergencyCall',
    rescueOrderId: null,
    elevator,
    source: 'selfTest',
    deviceKey: deviceKeyOf(event),
    code: '',
    level: phenomenonLevels.emergencyCall,
    alarmId: null,
    actor: rulesActor,
    atMs: event.atMs,
    late: false,
    note: '求救装置已超过 72 小时没有自检，请现场试呼',
    messageId: `rule:selfTest:${event.position}`,
    causationPosition: event.position,
  });
};

const subjectOf = ({ exceptionType, incidentKind }: NonNullable<ReturnType<typeof meaningOf>>) =>
  exceptionType === 3
    ? ({ type: 3, phenomenon: 'code', rescueOrderId: null } as const)
    : incidentKind === undefined
      ? undefined
      : ({ type: 4, kind: incidentKind } as const);

/** No code of one lift is about its community. */
const keyAt = (elevatorId: number, subject: ExceptionSubject) => openKeyOf(subject, { elevatorId, communityId: 0 });

const endMode = (
  parts: Parameters<ExceptionFollowUp>[0],
  event: Parameters<ExceptionFollowUp>[1],
  elevatorId: number,
  kind: IncidentKind,
): Promise<void> =>
  clearOpen(parts, event, keyAt(elevatorId, { type: 4, kind }), {
    type: 'incident.ended',
    data: {},
  });
