import { stopsCar } from '../../src/contract/stopsCar.ts';
import { sysConfigDefaults } from '../../src/contract/sysConfigDefaults.ts';
import { streamName } from '../../src/contract/streamName.ts';
import { clockActor, deviceActor, rulesActor } from '../domain/actors.ts';
import type { ElevatorInfo } from '../domain/city/directory.ts';
import type { AppendRequest, EventActor, NewEvent } from '../store/eventStore.ts';
import { seededRandom } from '../runtime/random.ts';
import { importCorrelation } from '../store/importedEvent.ts';
import { demoDeviceKey } from './demoCity.ts';
import { dispatcherAt } from './demoStories.ts';
import type { PlannedException, StepBy } from './plannedException.ts';
import { responsibleForCut } from '../domain/city/responsible.ts';

/** The facts about the site that a story needs beside its lift. */
export interface StoryPlace {
  readonly elevator: ElevatorInfo;
  /** The lifts of an incident of several lifts that the site still has. */
  readonly children: readonly ElevatorInfo[];
  /** Someone of each company, by its id. */
  readonly staff: ReadonlyMap<number, EventActor>;
  /** The alarm that opened it. */
  readonly alarmId: number | null;
  /** The names of causes, by code. */
  readonly causeNames: ReadonlyMap<string, string>;
}

const limitMinutes = {
  fault: sysConfigDefaults.fault_limit_minutes,
  scooter: sysConfigDefaults.scooter_limit_minutes,
  incident: sysConfigDefaults.incident_limit_minutes,
} as const;
const openingType = { fault: 'fault.occurred', scooter: 'scooter.detected', incident: 'incident.opened' } as const;

function actorOf(by: StepBy, atMs: number, { elevator, staff }: StoryPlace): EventActor {
  const { propertyId, maintenanceId } = elevator.responsible;
  switch (by) {
    case 'desk':
      return dispatcherAt(atMs);
    case 'property':
      return staff.get(propertyId ?? 0) ?? dispatcherAt(atMs);
    case 'maintenance':
      return staff.get(maintenanceId ?? 0) ?? dispatcherAt(atMs);
    case 'device':
      return deviceActor(demoDeviceKey(elevator.id));
    case 'rules':
      return rulesActor;
    case 'clock':
      return clockActor;
  }
}

/** Returns the members that its kind adds to the opening. */
function ownMembers(exceptionId: number, planned: PlannedException, { children }: StoryPlace): object {
  switch (planned.prefix) {
    case 'fault':
      return { phenomenon: planned.phenomenon, rescueOrderId: null };
    case 'scooter':
      return { isDoorHeld: planned.isDoorHeld };
    case 'incident':
      return {
        kind: planned.kind,
        ...(children.length === 0
          ? {}
          : {
              children: children.map(({ id, tag, addr }) => ({ elevatorId: id, tag, addr })),
              cut: `demo-${exceptionId}`,
            }),
      };
  }
}

/** Returns the members that the server adds to a step. */
function stepData(
  type: string,
  data: object,
  planned: PlannedException,
  { causeNames }: StoryPlace,
  atMs: number,
): object {
  if (type === 'fault.cleared') return { code: planned.opening.code };
  if (!('cause' in data) || typeof data.cause !== 'string') return data;
  return { ...data, ...stopWord(planned, atMs), causeLabel: causeNames.get(data.cause) ?? data.cause };
}

/** One repair in three says whether the car stood. Drawn apart, so that the plan of a store made before stays the same. */
function stopWord(planned: PlannedException, atMs: number): { readonly stopsCar?: boolean } {
  if (planned.prefix !== 'fault') return {};
  const random = seededRandom((atMs % 2 ** 31) ^ planned.elevatorId);
  if (!random.isTrue(0.33)) return {};
  const known = stopsCar({ phenomenon: planned.phenomenon, code: planned.opening.code });
  return { stopsCar: known === null ? random.isTrue(0.4) : random.isTrue(0.06) ? !known : known };
}

/** A step about one lift of several that the site no longer has is left out. */
const isAboutLift = (data: object, { elevator, children }: StoryPlace): boolean =>
  !('elevatorId' in data) || [elevator, ...children].some(({ id }) => id === data.elevatorId);

/** One work item from its report to its end, in the shapes of real events, marked imported. */
export function exceptionStory(exceptionId: number, planned: PlannedException, place: StoryPlace): AppendRequest {
  const { prefix, raisedAtMs, opening, steps } = planned;
  const { elevator, alarmId } = place;
  const { by, ...reported } = opening;
  const events: NewEvent[] = [
    {
      type: openingType[prefix],
      atMs: raisedAtMs,
      receivedAtMs: raisedAtMs,
      actor: actorOf(by, raisedAtMs, place),
      data: {
        exceptionId,
        elevatorId: elevator.id,
        tag: elevator.tag,
        addr: elevator.addr,
        responsible: place.children.length > 0 ? responsibleForCut(elevator.responsible) : elevator.responsible,
        deviceKey: by === 'desk' || opening.source === 'group' ? '' : demoDeviceKey(elevator.id),
        alarmId,
        late: false,
        handleLimitSeconds: limitMinutes[prefix] * 60,
        ...reported,
        ...ownMembers(exceptionId, planned, place),
      },
    },
    ...steps
      .filter(({ data }) => isAboutLift(data, place))
      .map(({ type, atMs, by: stepBy, data }) => ({
        type,
        atMs,
        receivedAtMs: atMs,
        actor: actorOf(stepBy, atMs, place),
        data: stepData(type, data, planned, place, atMs),
      })),
  ];
  return {
    stream: streamName(prefix, exceptionId),
    expectedVersion: 'none',
    actor: actorOf(by, raisedAtMs, place),
    correlationId: importCorrelation,
    messageId: `demo:exception:${exceptionId}`,
    events,
  };
}
