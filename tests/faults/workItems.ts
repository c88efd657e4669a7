import * as z from 'zod';
import { alarmEvents } from '../../src/contract/events/alarm.ts';
import { deviceEvents } from '../../src/contract/events/device.ts';
import { incidentKindLabels, keysOf, faultPhenomenonLabels } from '../../src/contract/exceptions.ts';
import { callForHelpKinds, type AlarmKind } from '../../src/contract/labels.ts';
import { meaningOf } from '../../src/contract/messageCodes.ts';
import type { StoredEvent } from '../../src/contract/events/storedEvent.ts';
import type { LifecycleJson, LifecycleState } from '../../src/machines/lifecycle.ts';
import { lifecycleOf } from '../../src/machines/lifecycles.ts';
import { openKeyOf, type ExceptionSubject } from '../../src/machines/openExceptionKey.ts';

/** These open a work item, or say that a report joined one. */
const openings = ['rescue.raised', 'scooter.detected', 'fault.occurred', 'incident.opened'];
const joinings = ['rescue.joined', 'scooter.repeated', 'fault.repeated', 'incident.repeated', 'incident.joined'];

const openingSchema = z.object({
  elevatorId: z.number(),
  responsible: z.object({ communityId: z.number() }),
  code: z.string().default(''),
  phenomenon: z.enum(keysOf(faultPhenomenonLabels)).optional(),
  kind: z.enum(keysOf(incidentKindLabels)).optional(),
});

/** The reports in a log, and the work items that they became. */
export interface WorkItems {
  /** Positions of the reports that must be a work item, or have joined one. */
  readonly reports: readonly number[];
  /** Reports that are none, or that are more than one. */
  readonly lost: readonly number[];
  readonly twice: readonly number[];
  /** Causes of which a second work item opened while the first was open. */
  readonly openTwice: readonly string[];
  /** The state of each fault, scooter and incident, folded from its first event. */
  readonly states: ReadonlyMap<string, LifecycleJson>;
}

const isCall = (kind: AlarmKind): boolean => callForHelpKinds.some((call) => call === kind);

/** A repeated call for help is a work item only where its order was closed meanwhile; a raised one always. */
function isReport({ stream, type, data }: StoredEvent, kinds: Map<string, AlarmKind>): boolean {
  switch (type) {
    case 'alarm.raised': {
      const { kind } = alarmEvents[type].parse(data);
      kinds.set(stream, kind);
      return kind === 'moto' || isCall(kind);
    }
    case 'alarm.repeated':
      return kinds.get(stream) === 'moto';
    case 'device.codeRaised':
      return typeof meaningOf(deviceEvents[type].parse(data).code)?.exceptionType === 'number';
    default:
      return false;
  }
}

function keyOf({ type, data }: StoredEvent): string | undefined {
  if (!openings.includes(type)) return undefined;
  const { elevatorId, responsible, code, phenomenon = 'other', kind = 'other' } = openingSchema.parse(data);
  const subjects: Readonly<Record<string, ExceptionSubject>> = {
    'scooter.detected': { type: 2 },
    'fault.occurred': { type: 3, code, phenomenon },
    'incident.opened': { type: 4, kind },
  };
  const subject = subjects[type];
  if (subject === undefined) return `lift-${elevatorId} rescue`;
  const { place, causeKey } = openKeyOf(subject, { elevatorId, communityId: responsible.communityId });
  return `${place} ${causeKey}`;
}

/** Reads a whole log, in order. */
export function workItemsOf(events: readonly StoredEvent[]): WorkItems {
  const kinds = new Map<string, AlarmKind>();
  const reports: number[] = [];
  const became = new Map<number, number>();
  const states = new Map<string, LifecycleState>();
  const keys = new Map<string, string>();
  const open = new Map<string, string>();
  const openTwice: string[] = [];
  for (const event of events) {
    const { stream, type, position, causationPosition } = event;
    if (isReport(event, kinds)) reports.push(position);
    if (causationPosition !== undefined && [...openings, ...joinings].includes(type))
      became.set(causationPosition, (became.get(causationPosition) ?? 0) + 1);
    const lifecycle = /^(rescue|fault|scooter|incident)-/.test(stream) ? lifecycleOf(stream) : undefined;
    if (lifecycle === undefined) continue;
    const key = keyOf(event) ?? keys.get(stream) ?? '';
    keys.set(stream, key);
    if (openings.includes(type) && open.has(key)) openTwice.push(key);
    const state = lifecycle.apply(states.get(stream) ?? lifecycle.initial(), lifecycle.parseEvent(event));
    states.set(stream, state);
    if (lifecycle.isClosed(state)) open.delete(key);
    else open.set(key, stream);
  }
  return {
    reports,
    lost: reports.filter((position) => !became.has(position)),
    twice: [...became].filter(([, times]) => times > 1).map(([position]) => position),
    openTwice,
    states: new Map([...states].map(([stream, { value, context }]) => [stream, { value, context }])),
  };
}
