import type { RuleAction } from '../../src/contract/rules/alarmRule.ts';
import type { StoredEvent } from '../../src/contract/events/storedEvent.ts';
import type { ExceptionSource } from '../../src/contract/exceptions.ts';
import { callForHelpKinds } from '../../src/contract/labels.ts';
import { rulesActor } from '../domain/actors.ts';
import { findAlarmFacts } from '../domain/records/currentRows.ts';
import { incidentLevels, phenomenonLevels } from '../domain/records/exceptionLevels.ts';
import { openException, type ExceptionSubjectWish } from '../domain/records/openException.ts';
import { openRescue } from '../domain/records/openRescue.ts';
import { automaticCode, clearByCode, openByCode } from './codeRules.ts';
import type { ExceptionFollowUp } from './exceptionFollowUp.ts';
import { openByFlapping } from './offlineRules.ts';
import type { FiredAction, RuleActionParts } from './ruleFiring.ts';
import { clearByScooterAlarm, openByScooterAlarm } from './scooterRules.ts';

type Opening = Extract<RuleAction, { no: 6 }>;

/** Auto-action 6: opens a scooter event, fault or incident, or joins the open one of the same cause. */
export async function openByRule(parts: RuleActionParts, fired: FiredAction<Opening>): Promise<void> {
  const { firing, action, messageId, position } = fired;
  const event = await lastEventOf(parts, fired);
  if (event === undefined) return;
  const subject = subjectOf(action);
  if (subject === undefined) {
    await openAsTheEventSays(parts, event);
    return;
  }
  const elevator = parts.directory.elevator(firing.elevatorId);
  if (elevator === undefined) return;
  await openException(parts, {
    ...subject,
    elevator,
    source: sourceOf(event),
    deviceKey: '',
    code: '',
    level: action.level ?? levelOf(subject),
    alarmId: firing.alarmId,
    actor: rulesActor,
    atMs: event.atMs,
    late: firing.late,
    note: `报警规则“${firing.name}”：${firing.reason}`,
    messageId,
    causationPosition: position,
  });
}

/** The event that made the rule fire. */
async function lastEventOf({ store }: RuleActionParts, { firing }: FiredAction): Promise<StoredEvent | undefined> {
  const position = firing.positions.at(-1);
  const [event] = position === undefined ? [] : await store.readAll(position - 1, 1);
  return event;
}

/** Returns the subject if the rule itself names it; undefined where the event does. */
function subjectOf({ type, phenomenon, kind }: Opening): ExceptionSubjectWish | undefined {
  if (type === 3 && phenomenon !== null) return { type, phenomenon, rescueOrderId: null };
  return type === 4 && kind !== null ? { type, kind } : undefined;
}

const levelOf = (subject: ExceptionSubjectWish) =>
  subject.type === 3 ? phenomenonLevels[subject.phenomenon] : subject.type === 4 ? incidentLevels[subject.kind] : 2;

const sourceOf = ({ type }: StoredEvent): ExceptionSource => {
  if (type.startsWith('alarm.')) return 'alarm';
  return type === 'device.lost' || type === 'device.silent' || type === 'device.flapped' ? 'offline' : 'code';
};

interface OpeningByEvent {
  readonly open: ExceptionFollowUp;
  /** The event by which the device says that it is over, and what follows from that. */
  readonly ends?: (event: StoredEvent, later: StoredEvent) => boolean;
  readonly clear?: ExceptionFollowUp;
}

const scooter: OpeningByEvent = {
  open: openByScooterAlarm,
  ends: (_event, { type }) => type === 'alarm.cleared',
  clear: clearByScooterAlarm,
};
const openings: ReadonlyMap<string, OpeningByEvent> = new Map([
  ['alarm.raised', scooter],
  ['alarm.repeated', scooter],
  ['device.codeRaised', { open: openByCode, ends: endsCode, clear: clearByCode }],
  ['device.flapped', { open: openByFlapping }],
]);

/** The code is gone, or the lift is back to automatic operation. */
function endsCode({ data }: StoredEvent, later: StoredEvent): boolean {
  return later.type === 'device.codeCleared' && codeOf(later.data) === codeOf(data);
}

const codeOf = (data: unknown): unknown =>
  typeof data === 'object' && data !== null && 'code' in data ? data.code : undefined;

/**
 * The event may be over by the time that a rule opens a record for it. The handler of its end has then found nothing to clear, so
 * this does it. Both name the clearing by the same event, so that it happens once.
 */
async function openAsTheEventSays(parts: RuleActionParts, event: StoredEvent): Promise<void> {
  const opening = openings.get(event.type);
  if (opening === undefined) return;
  await opening.open(parts, event);
  const { ends, clear } = opening;
  if (ends === undefined || clear === undefined) return;
  const later = await parts.store.readStream(event.stream, event.version);
  const end = later.find((one) => ends(event, one));
  if (end !== undefined) await clear(parts, end);
  // A mode also ends with the return to automatic operation.
  const automatic = later.find(({ type, data }) => type === 'device.codeRaised' && codeOf(data) === automaticCode);
  if (automatic !== undefined) await openByCode(parts, automatic);
}

/** Auto-action 4: opens a rescue order, or joins the lift's open one. Whether somebody was trapped is for people to say. */
export async function callRescue(parts: RuleActionParts, { firing, messageId, position }: FiredAction): Promise<void> {
  const elevator = parts.directory.elevator(firing.elevatorId);
  if (elevator === undefined) return;
  const alarm = firing.alarmId === null ? undefined : await findAlarmFacts(parts.store, firing.alarmId);
  await openRescue(parts, {
    elevator,
    trigger: callForHelpKinds.find((kind) => kind === alarm?.kind) ?? 'rule',
    alarmId: firing.alarmId,
    actor: rulesActor,
    atMs: parts.clock.nowMs(),
    late: firing.late,
    note: `报警规则“${firing.name}”：${firing.reason}`,
    messageId,
    causationPosition: position,
  });
}
