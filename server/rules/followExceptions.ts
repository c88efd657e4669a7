import * as z from 'zod';
import { deviceEvents } from '../../src/contract/events/device.ts';
import type { StoredEvent } from '../../src/contract/events/storedEvent.ts';
import { NotifiedPeople } from '../domain/records/notifiedPeople.ts';
import { every } from '../runtime/clock.ts';
import type { Subscription } from '../store/eventStore.ts';
import { isImported } from '../store/importedEvent.ts';
import { closeAlarmsOfException } from './closeAlarms.ts';
import { automaticCode, clearByCode, openByCode, openBySelfTest } from './codeRules.ts';
import {
  noticeOfDangerousFault,
  noticeOfLateRepair,
  noticeOfLateScooter,
  noticeOfPowerCut,
} from './noticesAboutExceptions.ts';
import { deviceKeyOf, type ExceptionFollowUp, type ExceptionFollowUpParts } from './exceptionFollowUp.ts';
import { lookAtCollectors } from './offlineRules.ts';
import { PowerCuts } from './powerCuts.ts';
import { recordAround } from './recordAround.ts';
import { releaseDoor } from './releaseDoor.ts';
import { ScooterAlarms } from './scooterAlarms.ts';
import { clearByScooterAlarm } from './scooterRules.ts';

/** A collector that is back is seen within this time. */
export const powerLookMs = 5_000;
export const collectorLookMs = 15_000;

/** These say something about the mains, and so about the community. */
const powerCodes: ReadonlySet<string> = new Set(['41', '46']);
const codeSchema = z.object({ elevatorId: z.number(), code: z.string() });
/** As an exception is opened. */
const dangerSchema = z.object({ level: z.literal(1) });

/**
 * Carries out what follows from events about faults, scooters and incidents, except what the shipped rules open (`shippedRules`).
 * The event's position names each action, so that one carried out again after a crash changes nothing. This is a subscription of
 * its own, so that no call for help waits for it.
 */
export function followExceptions(
  parts: Omit<ExceptionFollowUpParts, 'people'> & { readonly onError: (error: unknown) => void },
): Subscription {
  const { store, clock, directory, onError } = parts;
  const context = { ...parts, people: new NotifiedPeople(parts) };
  const cuts = new PowerCuts(context);
  const scooterAlarms = new ScooterAlarms(store);

  const codeRaised: ExceptionFollowUp = async (_context, event) => {
    const { elevatorId, code } = deviceEvents['device.codeRaised'].parse(event.data);
    const elevator = directory.elevator(elevatorId);
    if (powerCodes.has(code) && elevator !== undefined && (await cuts.include(event, elevator, 'code'))) return;
    // A lift's loss of power belongs to its community's, if there is one: the others are opened by rules that a site may change.
    if (powerCodes.has(code) || code === automaticCode) await openByCode(context, event);
  };
  const codeCleared: ExceptionFollowUp = async (_context, event) => {
    await clearByCode(context, event);
    const { code } = deviceEvents['device.codeCleared'].parse(event.data);
    if (powerCodes.has(code)) await cuts.restore(event);
  };
  const collectorGone: ExceptionFollowUp = async (_context, event) => {
    const device = directory.device(deviceKeyOf(event));
    const elevator = device?.deviceType === 'COL' ? directory.elevator(device.elevatorId) : undefined;
    if (elevator !== undefined) await cuts.include(event, elevator, 'offline');
  };

  const rules: ReadonlyMap<string, readonly ExceptionFollowUp[]> = new Map([
    ['device.codeRaised', [codeRaised]],
    ['device.codeCleared', [codeCleared]],
    ['device.selfTestMissed', [openBySelfTest]],
    ['device.lost', [collectorGone]],
    ['device.silent', [collectorGone]],
    ['alarm.cleared', [clearByScooterAlarm]],
    ['scooter.detected', [recordAround]],
    ['scooter.removed', [closeAlarmsOfException]],
    ['scooter.cleared', [closeAlarmsOfException]],
    ['scooter.released', [releaseDoor, closeAlarmsOfException]],
    ['scooter.remotelyReleased', [releaseDoor, closeAlarmsOfException]],
    ['scooter.judgedFalse', [closeAlarmsOfException]],
    ['scooter.deadlinePassed', [noticeOfLateScooter]],
    ['fault.occurred', [noticeOfDangerousFault, recordAround]],
    ['fault.confirmed', [closeAlarmsOfException]],
    ['fault.judgedFalse', [closeAlarmsOfException]],
    ['fault.deadlinePassed', [noticeOfLateRepair]],
    ['incident.opened', [noticeOfPowerCut]],
  ]);
  const rulesOf = (event: StoredEvent): readonly ExceptionFollowUp[] =>
    isImported(event) ? [] : (rules.get(event.type) ?? []);

  /**
   * Returns the lane of an event: of its community for a lift's mode and power, otherwise of the lift or the exception, so that each stays in
   * order.
   */
  async function laneOf(event: StoredEvent): Promise<string | undefined> {
    if (rulesOf(event).length === 0) return undefined;
    if (event.type.startsWith('alarm.')) {
      const elevatorId = await scooterAlarms.liftOf(event);
      return elevatorId === undefined ? undefined : `lift-${elevatorId}`;
    }
    if (!event.type.startsWith('device.')) return event.stream;
    const said = codeSchema.safeParse(event.data).data;
    if (said !== undefined && said.code < '40') return `lift-${said.elevatorId}`;
    const device = directory.device(deviceKeyOf(event));
    if (event.type === 'device.selfTestMissed') return event.stream;
    if (said === undefined && device?.deviceType !== 'COL') return undefined;
    const elevatorId = said?.elevatorId ?? device?.elevatorId ?? 0;
    return `community-${directory.elevator(elevatorId)?.responsible.communityId ?? 0}`;
  }

  const subscription = store.subscribeDurably({
    name: 'exception-rules',
    startFrom: 'now',
    laneOf,
    // A held door, a dark car and a danger to life come before what waits for a repair.
    isUrgent: ({ type, data }) =>
      type.startsWith('alarm.') ||
      dangerSchema.safeParse(data).success ||
      powerCodes.has(codeSchema.safeParse(data).data?.code ?? ''),
    async onEvent(event) {
      for (const rule of rulesOf(event)) await rule(context, event);
    },
    onError,
  });
  let looking = Promise.resolve();
  const look = (work: () => Promise<void>) => () => {
    looking = looking.then(work).catch(onError);
    return looking;
  };
  const stopPower = every(
    clock,
    powerLookMs,
    look(() => cuts.lookAround()),
  );
  const stopCollectors = every(
    clock,
    collectorLookMs,
    look(() => lookAtCollectors(context)),
  );
  return {
    async close() {
      stopPower();
      stopCollectors();
      await looking;
      await subscription.close();
    },
  };
}
