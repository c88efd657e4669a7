import * as z from 'zod';
import { alarmEvents } from '../../src/contract/events/alarm.ts';
import { rescueEvents } from '../../src/contract/events/rescue.ts';
import type { StoredEvent } from '../../src/contract/events/storedEvent.ts';
import { rescueTriggerLabels, rescueTriggers } from '../../src/contract/labels.ts';
import { streamName, streamNumber } from '../../src/contract/streamName.ts';
import { alarmLifecycle } from '../../src/machines/alarmLifecycle.ts';
import { rescueLifecycle } from '../../src/machines/rescueOrderLifecycle.ts';
import { rulesActor } from '../domain/actors.ts';
import type { Commands } from '../domain/devices/commandFacts.ts';
import { findAlarmFacts, findOrderRow, openAlarmIdsOfOrder } from '../domain/records/currentRows.ts';
import { decide, type DecisionParts } from '../domain/decide.ts';
import type { Directory } from '../domain/city/directory.ts';
import type { IncidentRecorder, Settings } from '../domain/domain.ts';
import type { ConsolePresence } from '../ports/consolePresence.ts';
import { NotifiedPeople } from '../domain/records/notifiedPeople.ts';
import { openOrderOf, openRescue } from '../domain/records/openRescue.ts';
import { unlessRefused } from '../domain/refusal.ts';
import type { TestCalls } from '../domain/records/testCalls.ts';
import type { Responsibility } from '../access/scope.ts';
import type { Subscription } from '../store/eventStore.ts';
import { retry } from '../runtime/retry.ts';
import { missedCalls } from './missedCalls.ts';
import { isImported } from '../store/importedEvent.ts';
import { LiftsOfStreams } from './liftsOfStreams.ts';
import { raiseNotice } from './raiseNotice.ts';
import { responsibilityOf } from '../domain/city/responsible.ts';

export interface RuleParts extends DecisionParts {
  readonly settings: Settings;
  readonly directory: Directory;
  readonly commands: Commands;
  readonly consoles: ConsolePresence;
  readonly recorder?: IncidentRecorder | undefined;
  /** The notes of orders whose device event is a test of ours. */
  readonly testCalls?: Pick<TestCalls, 'noteOf'> | undefined;
  readonly onError: (error: unknown) => void;
}

interface RuleContext extends RuleParts {
  readonly people: NotifiedPeople;
}

type Rule = (context: RuleContext, event: StoredEvent) => Promise<void>;

const kindSchema = z.object({ kind: z.enum(rescueTriggers) });

/** Returns true for an event that may be a call for help: it goes ahead of the consequences of other calls. A repeat does not say what it repeats. */
const mayBeCall = ({ type, data }: StoredEvent): boolean =>
  type === 'alarm.repeated' || (type === 'alarm.raised' && kindSchema.safeParse(data).success);

/**
 * Auto-actions (specification, section 9): what follows from an event automatically. Each is named by the event's position,
 * so that a rule carried out again after a crash changes nothing. Lifts are served in parallel, and the events of one lift in order.
 */
export function runRules(parts: RuleParts): Subscription {
  const { store, clock, onError } = parts;
  const context = { ...parts, people: new NotifiedPeople(parts) };
  const lifts = new LiftsOfStreams(store);
  const closing = new AbortController();
  /** One that fails does not keep others from being heard; the rest is tried again. */
  const openMissed = async () => {
    const failures: unknown[] = [];
    for (const event of await missedCalls(store))
      await createRescueOrder(context, event).catch((error: unknown) => failures.push(error));
    if (failures.length > 0) throw failures[0];
  };
  const opening = retry(openMissed, { clock, until: closing.signal, onError });
  const subscription = store.subscribeDurably({
    name: 'rules',
    startFrom: 'now',
    // No rule relies on the order between lifts: the consequences of an event concern only its own lift.
    async laneOf(event) {
      return rulesOf(event).length === 0 ? undefined : String(await lifts.liftOf(event));
    },
    isUrgent: mayBeCall,
    isCall: mayBeCall,
    async onEvent(event) {
      for (const rule of rulesOf(event)) await rule(context, event);
    },
    onError,
  });
  return {
    async close() {
      closing.abort();
      await opening;
      await subscription.close();
    },
  };
}

/** Auto-action 4: a person calls for help. A repeat whose order was closed meanwhile is a new call. */
const createRescueOrder: Rule = async (parts, event) => {
  const alarm = await alarmOf(parts, event);
  const trigger = rescueTriggers.find((kind) => kind === alarm?.kind);
  if (alarm === undefined || trigger === undefined) return;
  if (event.type === 'alarm.repeated' && (await openOrderOf(parts.store, alarm.elevatorId)) !== undefined) return;
  const elevator = parts.directory.elevator(alarm.elevatorId);
  if (elevator === undefined) return;
  await openRescue(parts, {
    elevator,
    trigger,
    alarmId: alarm.alarmId,
    actor: rulesActor,
    atMs: event.atMs,
    late: alarm.late,
    note: parts.testCalls?.noteOf(deviceEventIdOf(event)),
    messageId: `rule:4:${event.position}`,
    causationPosition: event.position,
  });
};

const deviceEventIdOf = ({ data }: StoredEvent): string =>
  z.object({ deviceEventId: z.string() }).safeParse(data).data?.deviceEventId ?? '';

/** Auto-action 7: users who may answer are also notified on the platform. */
const noticeOfCall: Rule = async (parts, event) => {
  const data = rescueEvents['rescue.raised'].parse(event.data);
  await raiseNotice(parts, event, {
    title: `困人救援：${data.tag}`,
    detail: `${data.responsible.communityName} ${data.addr}（${rescueTriggerLabels[data.trigger]}）`,
    level: 0,
    rescueOrderId: data.orderId,
    elevatorId: data.elevatorId,
    userIds: await parts.people.atLevel(0, data.responsible),
  });
};

/** Nobody could hear it, as a new call or after its claim lapsed, so the ladder starts at its next level immediately. */
const escalateUnheard: Rule = async (parts, event) => {
  const responsibility = await responsibilityAt(parts, event);
  if (responsibility === undefined || parts.consoles.isAnyArmedFor(responsibility)) return;
  await unlessRefused(
    decide(parts, rescueLifecycle, {
      stream: event.stream,
      actor: rulesActor,
      messageId: `rule:unheard:${event.position}`,
      causationPosition: event.position,
      choose: (state) =>
        state.context.noticeLevel === 0
          ? { type: 'rescue.escalated', data: { level: 1, reason: 'noConsoleArmed' } }
          : undefined,
    }),
  );
};

const noticeOfEscalation: Rule = async (parts, event) => {
  const { level, reason } = rescueEvents['rescue.escalated'].parse(event.data);
  const order = await orderOf(parts, event);
  if (order === undefined) return;
  const why = {
    unanswered: '无人受理',
    noConsoleArmed: '无可响铃的值班台',
    byHand: '调度员升级通知',
    rungEmpty: '无人受理，上一轮无人可通知',
  }[reason];
  await raiseNotice(parts, event, {
    title: `升级通知（第 ${level} 轮）：${order.tag}`,
    detail: `${order.community_name} ${order.addr}，${why}，请立即跟进`,
    level,
    rescueOrderId: order.id,
    elevatorId: order.elevator_id,
    userIds: await parts.people.atLevel(level, responsibilityOf(order)),
  });
};

/** Help is late: the users who answer for the lift and their superiors see to it, whether its holder is there or not. */
const noticeOfLateHelp: Rule = async (parts, event) => {
  if (rescueEvents['rescue.deadlinePassed'].parse(event.data).kind !== 'arrive') return;
  const order = await orderOf(parts, event);
  if (order === undefined) return;
  const holder = order.accepted_by_name === '' ? '无人负责' : `由 ${order.accepted_by_name} 负责`;
  await raiseNotice(parts, event, {
    title: `到场超时：${order.tag}`,
    detail: `${order.community_name} ${order.addr}，救援单 ${order.id} 已超过到场时限，${holder}，请核实救援是否到场`,
    level: 0,
    rescueOrderId: order.id,
    elevatorId: order.elevator_id,
    userIds: await parts.people.whoStepIn(responsibilityOf(order)),
  });
};

/** A closed order closes the alarms that called for it: the next press is a new call. */
const closeAlarms: Rule = async (parts, event) => {
  const order = await orderOf(parts, event);
  if (order === undefined) return;
  const draft =
    event.type === 'rescue.completed'
      ? { type: 'alarm.completed', data: { note: `救援单 ${order.id} 已完成` } }
      : { type: 'alarm.judgedFalse', data: { reason: `救援单 ${order.id} 判定为误报` } };
  for (const id of await openAlarmIdsOfOrder(parts.store, order.id)) {
    await unlessRefused(
      decide(parts, alarmLifecycle, {
        stream: streamName('alarm', id),
        actor: rulesActor,
        messageId: `rule:close:${event.position}:${id}`,
        causationPosition: event.position,
        choose: () => draft,
      }),
    );
  }
};

/** Notifies the lift's rescue terminal that the rescue is over (specification, section 4: sos_status.status = 2). */
const tellDevice: Rule = async (parts, event) => {
  const order = await orderOf(parts, event);
  if (order === undefined) return;
  const { directory } = parts;
  const device = directory.rescueTerminalOf(order.elevator_id) ?? directory.collectorOf(order.elevator_id);
  if (device === undefined) return;
  await parts.commands.queue({
    deviceKey: device.deviceKey,
    elevatorId: device.elevatorId,
    identifier: 'sos_status',
    payload: { sos_status: { status: 2 } },
    actor: rulesActor,
    messageId: `rule:sos:${event.position}`,
    causationPosition: event.position,
  });
};

const rulesByType: ReadonlyMap<string, readonly Rule[]> = new Map([
  ['alarm.raised', [createRescueOrder]],
  ['alarm.repeated', [createRescueOrder]],
  ['rescue.raised', [escalateUnheard, noticeOfCall]],
  ['rescue.claimLapsed', [escalateUnheard]],
  ['rescue.escalated', [noticeOfEscalation]],
  ['rescue.deadlinePassed', [noticeOfLateHelp]],
  ['rescue.completed', [tellDevice, closeAlarms]],
  ['rescue.judgedFalse', [closeAlarms]],
]);

const rulesOf = (event: StoredEvent): readonly Rule[] => (isImported(event) ? [] : (rulesByType.get(event.type) ?? []));

/** The first event of an alarm says all; with a later one the row does. */
async function alarmOf(
  { store }: RuleParts,
  event: StoredEvent,
): Promise<
  { readonly alarmId: number; readonly kind: string; readonly elevatorId: number; readonly late: boolean } | undefined
> {
  if (event.type === 'alarm.raised') return alarmEvents['alarm.raised'].parse(event.data);
  const alarmId = streamNumber(event.stream);
  const row = await findAlarmFacts(store, alarmId);
  return row === undefined ? undefined : { alarmId, kind: row.kind, elevatorId: row.elevator_id, late: row.late === 1 };
}

/** A new call says who is responsible; for a later event of it the row does. */
async function responsibilityAt(parts: RuleParts, event: StoredEvent): Promise<Responsibility | undefined> {
  if (event.type === 'rescue.raised') return rescueEvents['rescue.raised'].parse(event.data).responsible;
  const order = await orderOf(parts, event);
  return order === undefined ? undefined : responsibilityOf(order);
}

const orderOf = ({ store }: RuleParts, event: StoredEvent) => findOrderRow(store, streamNumber(event.stream));
