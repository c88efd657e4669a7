import { alarmEvents } from '../../../src/contract/events/alarm.ts';
import { faultEvents } from '../../../src/contract/events/fault.ts';
import { incidentEvents } from '../../../src/contract/events/incident.ts';
import type { Responsible } from '../../../src/contract/events/responsible.ts';
import { scooterEvents } from '../../../src/contract/events/scooter.ts';
import type { AlarmPriority } from '../../../src/contract/labels.ts';
import { isRuleEventType, type RuleSource } from './ruleEvent.ts';

/** The facts of the first event of an alarm, fault, scooter or incident, for those that follow in its stream. */
export interface Opening {
  readonly source: 'alarm' | 'exception';
  readonly value: string;
  readonly elevatorId: number;
  readonly tag: string;
  readonly addr: string;
  readonly responsible: Responsible;
  /** As it is by now: an alarm may have grown worse. */
  readonly level: AlarmPriority;
  readonly suppressedBy: 'maintenance' | 'outage' | 'incident' | undefined;
  /** The first report reached us late. */
  readonly late: boolean;
  readonly alarmId: number | null;
  readonly exceptionId: number | null;
  /** Devices of a lift fail one by one, and alarms of a kind on a lift follow each other: this names what begins and ends. */
  readonly condition: string;
}

const openingTypes: ReadonlySet<string> = new Set([
  'alarm.raised',
  'fault.occurred',
  'scooter.detected',
  'incident.opened',
]);
export const isOpening = ({ type }: Pick<RuleSource, 'type'>): boolean => openingTypes.has(type);

/** Does `ruleEventOf` ask for the first event of its stream? */
export const needsOpening = ({ type }: Pick<RuleSource, 'type'>): boolean =>
  isRuleEventType(type) && !type.startsWith('device.') && !isOpening({ type });

/** Returns the facts of a stream's first event; undefined for any other event. */
export function openingOf({ type, data }: Pick<RuleSource, 'type' | 'data'>): Opening | undefined {
  switch (type) {
    case 'alarm.raised': {
      const { alarmId, elevatorId, tag, addr, responsible, kind, level, late, suppressedBy } =
        alarmEvents['alarm.raised'].parse(data);
      const condition = `${elevatorId}:alarm:${kind}`;
      const lift = { elevatorId, tag, addr, responsible };
      return {
        ...lift,
        source: 'alarm',
        value: kind,
        level,
        late,
        suppressedBy,
        alarmId,
        exceptionId: null,
        condition,
      };
    }
    case 'fault.occurred':
      return exceptionOpening('fault', faultEvents['fault.occurred'].parse(data));
    case 'scooter.detected':
      return exceptionOpening('scooter', scooterEvents['scooter.detected'].parse(data));
    case 'incident.opened':
      return exceptionOpening('incident', incidentEvents['incident.opened'].parse(data));
    default:
      return undefined;
  }
}

function exceptionOpening(
  value: 'fault' | 'scooter' | 'incident',
  {
    exceptionId,
    elevatorId,
    tag,
    addr,
    responsible,
    level,
    late,
    alarmId,
  }: Pick<Opening, 'elevatorId' | 'tag' | 'addr' | 'responsible' | 'level' | 'late' | 'alarmId'> & {
    exceptionId: number;
  },
): Opening {
  return {
    source: 'exception',
    value,
    elevatorId,
    tag,
    addr,
    responsible,
    level,
    late,
    suppressedBy: undefined,
    alarmId,
    exceptionId,
    condition: `exception:${exceptionId}`,
  };
}
