import { sysConfigDefaults } from '../../src/contract/sysConfigDefaults.ts';
import type { DeviceEventType } from '../../src/contract/events/device.ts';
import type { RescueEventType } from '../../src/contract/events/rescue.ts';
import type { AlarmEventType } from '../../src/contract/events/alarm.ts';
import { alarmPriorities, type ReleaseWay } from '../../src/contract/labels.ts';
import { streamName } from '../../src/contract/streamName.ts';
import { clockActor, deviceActor, rulesActor } from '../domain/actors.ts';
import type { ElevatorInfo } from '../domain/city/directory.ts';
import { seededRandom } from '../runtime/random.ts';
import type { AppendRequest, EventActor, NewEvent } from '../store/eventStore.ts';
import { importCorrelation } from '../store/importedEvent.ts';
import { demoDeviceKey } from './demoCity.ts';
import { defaultRoles } from '../access/catalogue.ts';
import { demoAccounts } from './demoAccounts.ts';
import type { PlannedAlarm, PlannedRescue } from './planDay.ts';

const settings = sysConfigDefaults;

export function demoPerson(account: (typeof demoAccounts)[number]['account']): EventActor {
  const found = demoAccounts.find((candidate) => candidate.account === account);
  const role = defaultRoles.find(({ key }) => key === found?.roleKey);
  if (found === undefined || role === undefined) throw new Error(`the demo has no account ${account}`);
  return { kind: 'user', id: found.id, name: found.name, roleType: role.roleType };
}

const dayShift = demoPerson('dispatcher1');
const nightShift = demoPerson('dispatcher2');
const maintainer = demoPerson('maintenance');

/** Returns the dispatcher who was at the desk then: one from 08:00 to 20:00, otherwise the other. */
export function dispatcherAt(ms: number): EventActor {
  const hour = Math.floor(ms / 3_600_000 + 8) % 24;
  return hour >= 8 && hour < 20 ? dayShift : nightShift;
}

export const pastEvent = (
  type: RescueEventType | AlarmEventType | DeviceEventType,
  receivedAtMs: number,
  actor: EventActor,
  data: unknown,
  atMs = receivedAtMs,
): NewEvent => ({ type, atMs, receivedAtMs, actor, data });

/** One alarm from its first report to its closing, in the shapes of real events. */
export function alarmStory(
  alarmId: number,
  alarm: PlannedAlarm,
  elevator: ElevatorInfo,
  /** The record that it became; its end closed the alarm. */
  became?: { readonly rescueOrderId: number } | { readonly scooterId: number },
): AppendRequest {
  const device = deviceActor(demoDeviceKey(elevator.id));
  const { receivedAtMs, closedAtMs, clearedAtMs, isFalse } = alarm;
  const closer =
    became === undefined ? (alarm.elevatorId % 2 === 0 ? maintainer : dispatcherAt(closedAtMs)) : rulesActor;
  const overdueAtMs = receivedAtMs + settings.alarm_handle_limit_seconds * 1_000;
  const what =
    became === undefined
      ? undefined
      : 'scooterId' in became
        ? `电动车事件 ${became.scooterId} `
        : `救援单 ${became.rescueOrderId} `;
  const note = what === undefined ? '现场检查，运行正常' : `${what}已完成`;
  const reason = what === undefined ? '现场核实为误报' : `${what}判定为误报`;
  const events: NewEvent[] = [
    alarmRaisedEvent(alarmId, alarm, elevator),
    ...alarm.repeatsAtMs.map((ms, index) =>
      pastEvent('alarm.repeated', ms, device, { deviceEventId: `demo-${alarmId}-${index + 1}`, late: false }),
    ),
    ...(clearedAtMs === null
      ? []
      : [pastEvent('alarm.cleared', clearedAtMs, device, { deviceEventId: `demo-${alarmId}-cleared` })]),
    ...(closedAtMs > overdueAtMs
      ? [pastEvent('alarm.deadlinePassed', overdueAtMs, clockActor, { kind: 'handle' })]
      : []),
    isFalse
      ? pastEvent('alarm.judgedFalse', closedAtMs, closer, { reason })
      : pastEvent('alarm.completed', closedAtMs, closer, { note }),
  ];
  return {
    stream: streamName('alarm', alarmId),
    expectedVersion: 'none',
    actor: device,
    correlationId: importCorrelation,
    messageId: `demo:alarm:${alarmId}`,
    events: inOrder(events),
  };
}

/** The first report of an alarm. */
export function alarmRaisedEvent(
  alarmId: number,
  alarm: Pick<PlannedAlarm, 'kind' | 'receivedAtMs' | 'atMs'>,
  elevator: ElevatorInfo,
): NewEvent {
  const { kind, receivedAtMs, atMs } = alarm;
  const deviceKey = demoDeviceKey(elevator.id);
  return pastEvent(
    'alarm.raised',
    receivedAtMs,
    deviceActor(deviceKey),
    {
      alarmId,
      elevatorId: elevator.id,
      tag: elevator.tag,
      addr: elevator.addr,
      deviceKey,
      deviceEventId: `demo-${alarmId}`,
      kind,
      level: alarmPriorities[kind],
      responsible: elevator.responsible,
      handleLimitSeconds: settings.alarm_handle_limit_seconds,
      late: atMs < receivedAtMs - 120_000,
      clockOff: false,
    },
    atMs,
  );
}

export function raisedEvent(
  orderId: number,
  call: Pick<PlannedRescue, 'trigger' | 'raisedAtMs'>,
  elevator: ElevatorInfo,
  alarmId: number | null,
  actor: EventActor,
): NewEvent {
  return pastEvent('rescue.raised', call.raisedAtMs, actor, {
    orderId,
    elevatorId: elevator.id,
    tag: elevator.tag,
    addr: elevator.addr,
    trigger: call.trigger,
    alarmId,
    responsible: elevator.responsible,
    late: false,
    arriveLimitMinutes: arriveLimitMinutes(elevator),
    escalateAfterSeconds: settings.escalate_after_seconds,
    respondLimitSeconds: settings.respond_limit_seconds,
    lapseAfterSeconds: settings.lapse_after_seconds,
    ...(call.trigger === 'phone'
      ? { callerName: '被困乘客', callerPhone: '0500-1390000', note: '乘客拨打轿厢内救援热线' }
      : {}),
  });
}

const arriveLimitMinutes = ({ isCity }: ElevatorInfo): number =>
  isCity ? settings.arrive_limit_minutes_city : settings.arrive_limit_minutes_other;

/** One call and its rescue, with everything that the clock did in between. */
export function rescueStory(
  orderId: number,
  rescue: PlannedRescue,
  elevator: ElevatorInfo,
  alarm: { readonly alarmId: number; readonly position: number } | undefined,
): AppendRequest {
  const { raisedAtMs, acceptedAtMs, dispatchedAtMs, arrivedAtMs, releasedAtMs, closedAtMs, outcome } = rescue;
  const dispatcher = dispatcherAt(raisedAtMs);
  const caller = rescue.trigger === 'phone' ? dispatcher : rulesActor;
  const respondDueAtMs = raisedAtMs + settings.respond_limit_seconds * 1_000;
  const arriveDueAtMs = raisedAtMs + arriveLimitMinutes(elevator) * 60_000;
  const events: NewEvent[] = [
    raisedEvent(orderId, rescue, elevator, alarm?.alarmId ?? null, caller),
    ...settings.escalate_after_seconds.flatMap((seconds, index) => {
      const dueAtMs = raisedAtMs + seconds * 1_000;
      return dueAtMs < acceptedAtMs
        ? [pastEvent('rescue.escalated', dueAtMs, clockActor, { level: index + 1, reason: 'unanswered' })]
        : [];
    }),
    ...(respondDueAtMs < acceptedAtMs
      ? [pastEvent('rescue.deadlinePassed', respondDueAtMs, clockActor, { kind: 'respond' })]
      : []),
    pastEvent('rescue.accepted', acceptedAtMs, dispatcher, {}),
  ];
  if (dispatchedAtMs !== null) {
    const etaMinutes = elevator.isCity ? 12 : 20;
    events.push(
      pastEvent('rescue.dispatched', dispatchedAtMs, dispatcher, {
        level: 1,
        who: `${elevator.responsible.maintenanceName} 值班组`,
        etaMinutes,
      }),
    );
  }
  const endOfWaitMs = arrivedAtMs ?? releasedAtMs ?? closedAtMs;
  if (arriveDueAtMs < endOfWaitMs)
    events.push(pastEvent('rescue.deadlinePassed', arriveDueAtMs, clockActor, { kind: 'arrive' }));
  if (arrivedAtMs !== null)
    events.push(
      pastEvent('rescue.arrived', arrivedAtMs, dispatcher, { who: `${elevator.responsible.maintenanceName} 值班组` }),
    );
  if (releasedAtMs !== null) {
    events.push(
      rescue.isSelfReleased
        ? pastEvent('rescue.selfReleased', releasedAtMs, dispatcher, { note: '电梯自行恢复，乘客已走出' })
        : pastEvent('rescue.released', releasedAtMs, dispatcher, {
            people: outcome.kind === 'completed' ? outcome.peopleNum : 0,
          }),
    );
  }
  if (outcome.kind === 'false') {
    events.push(pastEvent('rescue.judgedFalse', closedAtMs, dispatcher, { reason: outcome.reason }));
  } else {
    const { kind: _, ...details } = outcome;
    events.push(
      pastEvent('rescue.completed', closedAtMs, dispatcher, {
        ...details,
        handedTo: details.injuredNum > 0 ? '120' : 'none',
        ...releaseOf(rescue),
      }),
    );
  }
  return {
    stream: streamName('rescue', orderId),
    expectedVersion: 'none',
    actor: caller,
    correlationId: importCorrelation,
    messageId: `demo:rescue:${orderId}`,
    events: inOrder(events),
    ...(alarm === undefined ? {} : { causationPosition: alarm.position }),
  };
}

const releaseShares: readonly (readonly [ReleaseWay | '', number])[] = [
  ['levelOpening', 46],
  ['handWinding', 20],
  ['adjusting', 12],
  ['forcedOpening', 4],
  ['counterweight', 2],
  ['', 16],
];

/** The way in which the trapped were released, as far as it was said. Drawn apart, so that the plan of a store made before stays the same. */
function releaseOf({ elevatorId, raisedAtMs, isSelfReleased, outcome }: PlannedRescue): {
  readonly releaseWay?: ReleaseWay;
} {
  if (outcome.kind === 'false' || !outcome.wasTrapped) return {};
  if (isSelfReleased) return { releaseWay: 'other' };
  const way = seededRandom((raisedAtMs % 2 ** 31) ^ elevatorId).pickWeighted(releaseShares);
  return way === '' ? {} : { releaseWay: way };
}

const inOrder = (events: readonly NewEvent[]): NewEvent[] =>
  events.toSorted((a, b) => (a.receivedAtMs ?? a.atMs) - (b.receivedAtMs ?? b.atMs));
