import type { DeviceEventMessage } from '../../../src/contract/device.ts';
import { alarmPriorities, alarmPriorityOf, isCallForHelp } from '../../../src/contract/labels.ts';
import { streamName } from '../../../src/contract/streamName.ts';
import { alarmLifecycle } from '../../../src/machines/alarmLifecycle.ts';
import type { AlarmSnapshot } from '../../../src/machines/alarmMachine.ts';
import { Buckets, type Budget } from '../../access/buckets.ts';
import { KeyedTurns } from '../../runtime/keyedTurns.ts';
import { UniqueConflictError } from '../../store/eventStore.ts';
import { sharedRead } from '../../store/sharedReads.ts';
import { deviceActor } from '../actors.ts';
import { clockToleranceMs, isLateReport } from '../clockTolerance.ts';
import { findMessageStream } from './currentRows.ts';
import { decide, loadState, type DecisionParts } from '../decide.ts';
import { firstSecretVersion, type Directory, type ElevatorInfo } from '../city/directory.ts';
import type { BoundDevice, IncidentRecorder, ReportOutcome, Settings } from '../domain.ts';
import { GatheredRepeats, type Repeat } from './gatheredRepeats.ts';
import { suppressionAt, type LiftConditionParts } from '../city/liftCondition.ts';
import { unlessRefused } from '../refusal.ts';

/** People and rules may close an alarm between our read and write; if it opens and closes this often, something else is wrong. */
const mostTries = 10;

/**
 * A device that was bound again, or got a new secret, may count its events from the beginning: an id from
 * before must not make a new call a repeat.
 */
export const messageIdOf = (
  { deviceKey, secretVersion }: BoundDevice,
  { id }: Pick<DeviceEventMessage, 'id'>,
): string => `device${secretVersion > firstSecretVersion ? `@${secretVersion}` : ''}:${deviceKey}:${id}`;

/** The ids of a lift's open alarms by their kind. */
const openAlarmsOf = sharedRead(async ({ rows }, elevatorIds: readonly number[]) => {
  const open = new Map<number, Map<string, number>>();
  for (const { elevator_id, kind, alarm_id } of await rows
    .selectFrom('open_alarms')
    .selectAll()
    .where('elevator_id', 'in', elevatorIds)
    .execute()) {
    const ofLift = open.get(elevator_id) ?? new Map<string, number>();
    open.set(elevator_id, ofLift.set(kind, alarm_id));
  }
  return open;
});

/** The limit of ends of one kind of alarm on one lift: a contact that flutters would fill the log with every flip. */
const clearBudget: Budget = { burst: 6, perHour: 60 };

export interface AlarmReportsParts extends DecisionParts {
  readonly directory: Directory;
  readonly settings: Settings;
  readonly recorder?: IncidentRecorder | undefined;
  readonly fleet?: LiftConditionParts['fleet'];
  /** Records that a device cleared an alarm that was not there, so that a repeat of the same message clears nothing newer. */
  readonly recordClearedNothing: (
    device: BoundDevice,
    message: DeviceEventMessage,
    messageId: string,
  ) => Promise<'recorded' | 'repeated'>;
}

const isActive = (state: AlarmSnapshot): boolean => state.matches({ raised: { condition: 'active' } });
const isWorse = (message: DeviceEventMessage, state: AlarmSnapshot): boolean =>
  message.level !== undefined && message.level < state.context.priority;

/**
 * Raises, repeats, worsens and clears the alarms of lifts. Messages about the same kind on the same lift take turns, so
 * that a hundred at once do not write past each other; repeats beyond the first are gathered, and of a contact that
 * flutters so are its flips (docs/decisions/0014).
 */
export function createAlarmReports(parts: AlarmReportsParts) {
  const { store, clock, directory, settings, recorder, recordClearedNothing } = parts;
  const turns = new KeyedTurns();
  const clears = new Buckets(clearBudget, clock);
  const repeats = new GatheredRepeats({
    clock,
    write: writeRepeats,
    onPeriodOver: (key) => void turns.run(key, () => endPeriod(key)),
  });

  const isLate = (message: DeviceEventMessage): boolean => isLateReport(message.at, clock.nowMs());

  async function endPeriod(key: string): Promise<void> {
    // A store that cannot write reports it elsewhere; the repeats stay counted for another minute.
    await repeats.flush(key).catch(() => undefined);
    repeats.renew(key);
  }

  async function writeRepeats(
    alarmId: number,
    { deviceKey, deviceEventId, messageId, atMs, late }: Repeat,
    times: number,
  ): Promise<void> {
    await unlessRefused(
      decide(parts, alarmLifecycle, {
        stream: streamName('alarm', alarmId),
        actor: deviceActor(deviceKey),
        atMs,
        messageId,
        // Earlier messages do not raise an alarm again that was cleared meanwhile.
        choose: (state) =>
          isActive(state)
            ? { type: 'alarm.repeated', data: { deviceEventId, late, ...(times === 1 ? {} : { times }) } }
            : undefined,
      }),
    );
  }

  /** The result of a clear that leaves the alarm as it is; undefined for a clear that ends it and for any other message. */
  async function passOver(
    key: string,
    device: BoundDevice,
    message: DeviceEventMessage,
    messageId: string,
  ): Promise<ReportOutcome | undefined> {
    if (message.cleared !== true || (await isKnown(messageId))) return undefined;
    // A clear that was not kept will come again. This one is outdated: the alarm has been reported since.
    if (repeats.holdsAfter(key, { deviceKey: device.deviceKey, atMs: message.at }))
      return recordClearedNothing(device, message, messageId);
    if (clears.tryTake(key)) return undefined;
    // The alarm continues, and later reports of it are counted; not so for a call for help without an order.
    return isCallForHelp(message.kind) && !(await hasOpenOrder(device.elevatorId)) ? undefined : 'tooMany';
  }

  /** Counts a repeat of an alarm that is gathering; undefined for everything that must be in the log at once. */
  async function gather(
    key: string,
    alarmId: number,
    device: BoundDevice,
    message: DeviceEventMessage,
    messageId: string,
  ): Promise<ReportOutcome | undefined> {
    if (!repeats.isGathering(key, alarmId)) return undefined;
    if (repeats.has(key, messageId)) return 'repeated';
    const { state } = await loadState(store, alarmLifecycle, streamName('alarm', alarmId));
    if (message.cleared === true || !isActive(state) || isWorse(message, state)) {
      // The log keeps the order, so earlier reports come first.
      await repeats.flush(key);
      return undefined;
    }
    if (await isKnown(messageId)) return 'repeated';
    // Looked up for each call, after it arrived and last of all: a person who calls when the order has just been closed
    // still rings (docs/decisions/0003).
    if (isCallForHelp(message.kind) && !(await hasOpenOrder(device.elevatorId))) return undefined;
    repeats.add(key, {
      deviceKey: device.deviceKey,
      deviceEventId: message.id,
      messageId,
      atMs: message.at,
      late: isLate(message),
    });
    return 'recorded';
  }

  /** Tells the lift's live alarm of this kind; undefined when there is none, or when it closed meanwhile. */
  async function tellOpenAlarm(
    key: string,
    device: BoundDevice,
    message: DeviceEventMessage,
    messageId: string,
  ): Promise<ReportOutcome | undefined> {
    const alarmId = (await openAlarmsOf(store, device.elevatorId))?.get(message.kind);
    if (alarmId === undefined) return undefined;
    const gathered =
      (await passOver(key, device, message, messageId)) ?? (await gather(key, alarmId, device, message, messageId));
    if (gathered !== undefined) return gathered;
    const decision = await unlessRefused(
      decide(parts, alarmLifecycle, {
        stream: streamName('alarm', alarmId),
        actor: deviceActor(device.deviceKey),
        atMs: message.at,
        messageId,
        choose: (state) => {
          if (message.cleared === true)
            return isActive(state) ? { type: 'alarm.cleared', data: { deviceEventId: message.id } } : undefined;
          if (isWorse(message, state))
            return { type: 'alarm.worsened', data: { deviceEventId: message.id, level: message.level } };
          return { type: 'alarm.repeated', data: { deviceEventId: message.id, late: isLate(message) } };
        },
      }),
    );
    // Closed, or cleared before.
    if (decision?.result === undefined) return undefined;
    if (decision.result.repeated) return 'repeated';
    if (decision.result.events[0]?.type === 'alarm.repeated')
      repeats.begin(key, alarmId, { deviceKey: device.deviceKey, atMs: message.at });
    return 'recorded';
  }

  async function raiseAlarm(
    elevator: ElevatorInfo,
    device: BoundDevice,
    message: DeviceEventMessage,
    messageId: string,
  ): Promise<ReportOutcome | undefined> {
    const priority = alarmPriorityOf(message);
    // No call for help or other alarm of priority 1 waits for this query.
    const suppressedBy =
      priority === 1 ? undefined : await suppressionAt(parts, elevator.id, { kind: message.kind, priority });
    const alarmId = await store.nextId('alarm');
    const nowMs = clock.nowMs();
    const recording =
      alarmPriorities[message.kind] === 1
        ? await recorder?.begin({ elevatorId: elevator.id, alarmId, rescueOrderId: null, atMs: nowMs })
        : undefined;
    try {
      const result = await store.append({
        stream: streamName('alarm', alarmId),
        expectedVersion: 'none',
        actor: deviceActor(device.deviceKey),
        messageId,
        events: [
          {
            type: 'alarm.raised',
            atMs: message.at,
            data: {
              alarmId,
              elevatorId: elevator.id,
              tag: elevator.tag,
              addr: elevator.addr,
              deviceKey: device.deviceKey,
              deviceEventId: message.id,
              kind: message.kind,
              level: priority,
              responsible: elevator.responsible,
              handleLimitSeconds: settings.current().alarm_handle_limit_seconds,
              late: isLate(message),
              clockOff: message.at > nowMs + clockToleranceMs,
              ...(message.data === undefined ? {} : { detail: message.data }),
              ...(suppressedBy === undefined ? {} : { suppressedBy }),
            },
          },
        ],
        ...(recording === undefined ? {} : { effects: recording.effects }),
      });
      if (!result.repeated) recording?.kept();
      return result.repeated ? 'repeated' : 'recorded';
    } catch (error) {
      if (error instanceof UniqueConflictError) return undefined;
      throw error;
    }
  }

  const hasOpenOrder = async (elevatorId: number): Promise<boolean> =>
    (await store.rows
      .selectFrom('open_rescues')
      .select('order_id')
      .where('elevator_id', '=', elevatorId)
      .executeTakeFirst()) !== undefined;

  const isKnown = async (messageId: string): Promise<boolean> =>
    (await findMessageStream(store, messageId)) !== undefined;

  async function record(key: string, device: BoundDevice, message: DeviceEventMessage): Promise<ReportOutcome> {
    const elevator = directory.elevator(device.elevatorId);
    if (elevator === undefined) return 'noLift';
    const messageId = messageIdOf(device, message);
    for (let attempt = 1; attempt <= mostTries; attempt += 1) {
      const told = await tellOpenAlarm(key, device, message, messageId);
      if (told !== undefined) return told;
      if (message.cleared === true) return recordClearedNothing(device, message, messageId);
      const raised = await raiseAlarm(elevator, device, message, messageId);
      if (raised !== undefined) return raised;
    }
    throw new Error(
      `alarm ${message.kind} of ${device.deviceKey} opened and closed ${mostTries} times while a message was being recorded`,
    );
  }

  return {
    recordEvent(device: BoundDevice, message: DeviceEventMessage): Promise<ReportOutcome> {
      const key = `${device.elevatorId}:${message.kind}`;
      return turns.run(key, () => record(key, device, message));
    },
    /** Writes what is still gathered. */
    async close(): Promise<void> {
      await Promise.all(repeats.keys.map((key) => turns.run(key, () => repeats.flush(key).catch(() => undefined))));
      repeats.close();
    },
  };
}
