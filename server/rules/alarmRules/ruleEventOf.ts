import { alarmEvents } from '../../../src/contract/events/alarm.ts';
import { deviceEvents } from '../../../src/contract/events/device.ts';
import { incidentEvents } from '../../../src/contract/events/incident.ts';
import type { AlarmPriority } from '../../../src/contract/labels.ts';
import { meaningOf } from '../../../src/contract/messageCodes.ts';
import { streamId, streamNumber } from '../../../src/contract/streamName.ts';
import type { ElevatorInfo } from '../../domain/city/directory.ts';
import { isLateReport } from '../../domain/clockTolerance.ts';
import {
  isRuleEventType,
  topicOf,
  type PowerCutChange,
  type RuleEvent,
  type RuleEventType,
  type RulePhase,
  type RuleSource,
} from './ruleEvent.ts';
import { openingOf, type Opening } from './ruleOpening.ts';

/** The base data of a lift now. */
export type RuleLift = Pick<
  ElevatorInfo,
  'id' | 'tag' | 'addr' | 'responsible' | 'areaIds' | 'installAtMs' | 'siteType'
>;

/** Facts about a lift that a stored event does not contain. */
export interface LiftFacts {
  lift(elevatorId: number): RuleLift | undefined;
  device(deviceKey: string): { readonly elevatorId: number; readonly isCollector: boolean } | undefined;
  /** Returns the opening of a stream `alarm-…`, `fault-…`, `scooter-…` or `incident-…`; undefined where its first event is not in the log. */
  opening(stream: string): Opening | undefined;
}

/** The event as rules see it; undefined for one that no rule has a use for, or whose lift is not known. */
export function ruleEventOf(stored: RuleSource, facts: LiftFacts): RuleEvent | undefined {
  if (!isRuleEventType(stored.type)) return undefined;
  return stored.type.startsWith('device.')
    ? ofDevice(stored, stored.type, facts)
    : ofStream(stored, stored.type, facts);
}

interface Said {
  readonly phase: RulePhase;
  readonly level?: AlarmPriority;
  readonly late?: boolean;
  readonly times?: number;
  readonly powerCut?: PowerCutChange;
}

/** An alarm, fault, scooter or incident: its first event names the lift. */
function ofStream(stored: RuleSource, type: RuleEventType, facts: LiftFacts): RuleEvent | undefined {
  const opening = facts.opening(stored.stream) ?? openingOf(stored);
  const said = saidBy(stored, type);
  if (opening === undefined || said === undefined) return undefined;
  const { source, value, elevatorId } = opening;
  const lift = facts.lift(elevatorId);
  // Written out: spreading three objects into one takes ten times as long, and a test reads a million events.
  return {
    position: stored.position,
    atMs: stored.atMs,
    receivedAtMs: stored.receivedAtMs,
    topic: topicOf({ source, value, phase: said.phase }),
    source,
    value,
    phase: said.phase,
    condition: opening.condition,
    level: said.level ?? opening.level,
    elevatorId,
    tag: opening.tag,
    addr: opening.addr,
    responsible: opening.responsible,
    areaIds: lift?.areaIds ?? [],
    installedAtMs: lift?.installAtMs ?? null,
    siteType: lift?.siteType ?? '',
    late: said.late ?? (said.phase === 'raised' && opening.late),
    times: said.times ?? 1,
    suppressedBy: opening.suppressedBy,
    alarmId: opening.alarmId,
    exceptionId: opening.exceptionId,
    powerCut: said.powerCut,
  };
}

function saidBy({ data, stream }: RuleSource, type: RuleEventType): Said | undefined {
  switch (type) {
    case 'alarm.raised':
      return { phase: 'raised' };
    case 'alarm.repeated': {
      const { late, times = 1 } = alarmEvents[type].parse(data);
      return { phase: 'repeated', late, times };
    }
    case 'alarm.worsened':
      return { phase: 'worsened', level: alarmEvents[type].parse(data).level };
    case 'alarm.cleared':
      return { phase: 'cleared' };
    case 'fault.occurred':
    case 'scooter.detected':
      return { phase: 'raised' };
    case 'incident.opened': {
      const { late, kind, children, exceptionId } = incidentEvents[type].parse(data);
      if (kind !== 'powerCut') return { phase: 'raised', late };
      const dark = (children ?? []).map(({ elevatorId }) => elevatorId);
      return { phase: 'raised', late, powerCut: { incidentId: exceptionId, dark, back: [] } };
    }
    case 'incident.joined': {
      const { elevatorId } = incidentEvents[type].parse(data);
      // Only incidents of several lifts are joined, and only by a lift without power.
      return { phase: 'noted', powerCut: { incidentId: idOf(stream), dark: [elevatorId], back: [] } };
    }
    case 'incident.restored': {
      const { elevatorId } = incidentEvents[type].parse(data);
      return { phase: 'noted', powerCut: { incidentId: idOf(stream), dark: [], back: [elevatorId] } };
    }
    case 'incident.absorbed':
    case 'incident.ended':
    case 'incident.closed':
      return { phase: 'ended', powerCut: { incidentId: idOf(stream), dark: [], back: 'all' } };
    case 'fault.deadlinePassed':
    case 'scooter.deadlinePassed':
    case 'incident.deadlinePassed':
      return { phase: 'overdue' };
    case 'alarm.completed':
    case 'alarm.judgedFalse':
    case 'fault.confirmed':
    case 'fault.judgedFalse':
    case 'scooter.removed':
    case 'scooter.cleared':
    case 'scooter.released':
    case 'scooter.remotelyReleased':
    case 'scooter.judgedFalse':
      return { phase: 'ended' };
    default:
      return undefined;
  }
}

function ofDevice(stored: RuleSource, type: RuleEventType, facts: LiftFacts): RuleEvent | undefined {
  if (type === 'device.codeRaised' || type === 'device.codeCleared') return ofCode(stored, type, facts);
  const deviceKey = streamId(stored.stream);
  const device = facts.device(deviceKey);
  const lift = device === undefined ? undefined : facts.lift(device.elevatorId);
  const said = deviceSaid(type);
  if (device === undefined || lift === undefined || said === undefined) return undefined;
  return {
    ...common(stored, lift),
    ...said,
    ...noRecord,
    source: 'device',
    topic: said.phase === 'ended' ? '' : topicOf({ source: 'device', value: said.value, phase: said.phase }),
    condition: `device:${deviceKey}:${said.value === 'flapping' ? 'flapping' : 'offline'}`,
    elevatorId: lift.id,
    tag: lift.tag,
    addr: lift.addr,
    responsible: lift.responsible,
    level: 3,
    late: isLateReport(stored.atMs, stored.receivedAtMs),
    times: 1,
    ...(device.isCollector && said.value !== 'flapping'
      ? { collector: said.value === 'offline' && said.phase === 'raised' ? ('away' as const) : ('back' as const) }
      : {}),
  };
}

const noRecord = { suppressedBy: undefined, alarmId: null, exceptionId: null } as const;

function deviceSaid(type: RuleEventType): { readonly value: string; readonly phase: RulePhase } | undefined {
  switch (type) {
    case 'device.lost':
    case 'device.silent':
      return { value: 'offline', phase: 'raised' };
    case 'device.reported':
      return { value: 'online', phase: 'raised' };
    case 'device.flapped':
      return { value: 'flapping', phase: 'raised' };
    case 'device.disabled':
    case 'device.unbound':
      return { value: 'offline', phase: 'ended' };
    default:
      return undefined;
  }
}

function ofCode(
  stored: RuleSource,
  type: 'device.codeRaised' | 'device.codeCleared',
  facts: LiftFacts,
): RuleEvent | undefined {
  const said = type === 'device.codeRaised' ? deviceEvents[type].parse(stored.data) : undefined;
  const { elevatorId, code } = said ?? deviceEvents['device.codeCleared'].parse(stored.data);
  const lift = facts.lift(elevatorId);
  if (code === '' || lift === undefined) return undefined;
  const phase = said === undefined ? 'cleared' : 'raised';
  return {
    ...common(stored, lift),
    ...noRecord,
    source: 'code',
    value: code,
    phase,
    topic: topicOf({ source: 'code', value: code, phase }),
    condition: `${elevatorId}:code:${code}`,
    elevatorId,
    tag: lift.tag,
    addr: lift.addr,
    responsible: lift.responsible,
    level: meaningOf(code)?.level ?? 3,
    late: said?.late ?? false,
    times: said?.times ?? 1,
  };
}

/** Returns the members that come from the event's place in the log, and from base data. */
const common = (
  { position, atMs, receivedAtMs }: RuleSource,
  lift: RuleLift | undefined,
): Pick<RuleEvent, 'position' | 'atMs' | 'receivedAtMs' | 'areaIds' | 'installedAtMs' | 'siteType'> => ({
  position,
  atMs,
  receivedAtMs,
  areaIds: lift?.areaIds ?? [],
  installedAtMs: lift?.installAtMs ?? null,
  siteType: lift?.siteType ?? '',
});

const idOf = (stream: string): number => streamNumber(stream);
