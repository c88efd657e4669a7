import * as z from 'zod';
import { deviceTypes } from '../../src/contract/deviceTypes.ts';
import { alarmEvents } from '../../src/contract/events/alarm.ts';
import { deviceReports } from '../../src/contract/events/device.ts';
import { noticeEvents, noticeIdOf } from '../../src/contract/events/notice.ts';
import { probeEvents, probeStream } from '../../src/contract/events/probe.ts';
import { rescueEvents } from '../../src/contract/events/rescue.ts';
import { responsibleSchema } from '../../src/contract/events/responsible.ts';
import type { StoredEvent } from '../../src/contract/events/storedEvent.ts';
import { alarmKindLabels, isCallForHelp } from '../../src/contract/labels.ts';
import { alarmText, newRescueOrderText, type PushedFact, type PushEvent } from '../../src/contract/push.ts';
import { parseStream } from '../../src/contract/streamName.ts';
import { toldOfAlarm, toldOfDevice } from '../../src/contract/streamChange.ts';
import { deviceStatusesAfter } from '../../src/machines/deviceStatusesAfter.ts';
import type { StreamPrefix } from '../../src/machines/lifecycles.ts';
import { findAlarmFacts, findExceptionRow, findOrderRow, readStatusesAround } from '../domain/records/currentRows.ts';
import type { RecordScope } from '../domain/city/recordScope.ts';
import { isImported } from '../store/importedEvent.ts';
import type { Push } from './push.ts';
import {
  audienceOf,
  keepFacts,
  recordPushes,
  streamChanged,
  type DescribeParts,
  type DescribeStream,
  type PushesOf,
  type RecordFacts,
} from './pushesOf.ts';
import { callFactsOf, lapsedClaimOf, ringingEventOf, ringingNow, type CallFacts } from './ringingEvent.ts';
import { responsibilityOf } from '../domain/city/responsible.ts';

/** Returns the pushes of an event for each audience; a client gets the first push that is meant for it. */
export type DescribeEvent = (event: StoredEvent) => Promise<readonly Push[]>;

export const rescuePushes: PushesOf = ({ store, directory }, { viewedBy, prefix }) => {
  const calls = new Map<number, CallFacts>();

  async function callOf(orderId: number): Promise<CallFacts | undefined> {
    const known = calls.get(orderId);
    if (known !== undefined) return known;
    const row = await findOrderRow(store, orderId);
    return row === undefined ? undefined : keepFacts(calls, orderId, callFactsOf(row));
  }

  async function describeRescue(event: StoredEvent, orderId: number): Promise<readonly Push[]> {
    let isTaken = false;
    let onlyScanned = false;
    if (event.type === 'rescue.raised') {
      const raised = rescueEvents['rescue.raised'].parse(event.data);
      const { elevatorId, tag, addr, trigger, responsible } = raised;
      isTaken = raised.isTaken === true;
      onlyScanned = trigger === 'QR' && raised.deviceSign !== true;
      keepFacts(calls, orderId, {
        orderId,
        elevatorId,
        tag,
        addr,
        trigger,
        communityName: responsible.communityName,
        fullArea: responsible.fullArea,
        raisedAtMs: event.receivedAtMs,
        limits: { respondMs: raised.respondLimitSeconds * 1_000, arriveMs: raised.arriveLimitMinutes * 60_000 },
        responsibility: responsible,
      });
    }
    const call = await callOf(orderId);
    if (call === undefined) return [];
    const { elevatorId } = call;
    const answerers = audienceOf(directory, 'rescue.answer', call);
    const viewers = audienceOf(directory, viewedBy, call);
    const moved = streamChanged(prefix, event, { id: orderId, elevatorId });
    // No client has a row yet for the first fact to move on.
    const fact = event.type === 'rescue.raised' ? {} : { fact: factOf(event) };
    const changed: Push = { event: { ...moved, ...fact }, audience: viewers };
    // Users who may see the order come first: users who may only answer do not learn what was written into it.
    const both = (said: PushEvent): readonly Push[] => [
      { event: { ...said, ...fact }, audience: viewers },
      { event: said, audience: answerers },
    ];
    switch (event.type) {
      case 'rescue.raised':
      case 'rescue.claimLapsed': {
        if (isTaken) return [changed];
        const isAgain = event.type === 'rescue.claimLapsed';
        const lapsed = isAgain ? await lapsedClaimOf(store, orderId) : undefined;
        if (isAgain) onlyScanned = (await ringingNow(store, orderId)).isOnlyScanned;
        const sosTel = directory.elevator(elevatorId)?.sosTel ?? '';
        return [
          {
            event: {
              ...ringingEventOf(call, { sosTel, noticeLevel: 0, onlyScanned, reminder: false, lapsed }),
              ...fact,
            },
            text: newRescueOrderText(elevatorId),
            audience: answerers,
          },
          changed,
        ];
      }
      case 'rescue.joined': {
        // Something else says the same as the code: the call moves up at once where it rings.
        if (call.trigger !== 'QR' || rescueEvents['rescue.joined'].parse(event.data).trigger === 'QR') return [changed];
        const { isRinging, noticeLevel } = await ringingNow(store, orderId);
        if (!isRinging) return [changed];
        const sosTel = directory.elevator(elevatorId)?.sosTel ?? '';
        return [
          {
            event: ringingEventOf(call, { sosTel, noticeLevel, onlyScanned: false, reminder: true, lapsed: undefined }),
            text: newRescueOrderText(elevatorId),
            audience: answerers,
          },
          changed,
        ];
      }
      case 'rescue.accepted':
        return both({
          kind: 'rescue.claimed',
          orderId,
          elevatorId,
          byUserId: Number(event.actor.id),
          byUserName: event.actor.name,
          via: rescueEvents['rescue.accepted'].parse(event.data).via ?? 'console',
        });
      case 'rescue.completed':
        return both({ kind: 'rescue.over', orderId, elevatorId, how: 'completed' });
      case 'rescue.judgedFalse':
        return both({ kind: 'rescue.over', orderId, elevatorId, how: 'falseCall' });
      default:
        return [changed];
    }
  }

  return (event, id) => describeRescue(event, Number(id));
};

export const alarmPushes: PushesOf = ({ store, directory }, { viewedBy, prefix }) => {
  const alarms = new Map<number, RecordFacts>();

  async function alarmOf(alarmId: number): Promise<RecordFacts | undefined> {
    const known = alarms.get(alarmId);
    if (known !== undefined) return known;
    const row = await findAlarmFacts(store, alarmId);
    return row === undefined
      ? undefined
      : keepFacts(alarms, alarmId, { elevatorId: row.elevator_id, responsibility: responsibilityOf(row) });
  }

  async function describeAlarm(event: StoredEvent, alarmId: number): Promise<readonly Push[]> {
    if (event.type === 'alarm.raised') {
      const { elevatorId, kind, tag, addr, level, responsible } = alarmEvents['alarm.raised'].parse(event.data);
      const facts = keepFacts(alarms, alarmId, { elevatorId, responsibility: responsible });
      const raised: z.infer<typeof toldOfAlarm> = {
        alarmKind: kind,
        tag,
        addr,
        priority: level,
        raisedAtMs: event.receivedAtMs,
      };
      const changed: Push = {
        event: streamChanged(prefix, event, { id: alarmId, elevatorId }, raised),
        audience: audienceOf(directory, viewedBy, facts),
      };
      // A call for help opens or joins a rescue order, whose own frame rings.
      if (isCallForHelp(kind)) return [changed];
      const title = alarmKindLabels[kind];
      return [
        {
          event: { kind: 'alarm.raised', alarmId, elevatorId, title, ...raised },
          // A spec-only client rings for everything it gets, so it only gets danger to life, until alarm rules decide otherwise
          // for a kind.
          ...(level === 1 ? { text: alarmText(title, elevatorId) } : {}),
          audience: audienceOf(directory, 'rescue.answer', facts),
        },
        changed,
      ];
    }
    const alarm = await alarmOf(alarmId);
    if (alarm === undefined) return [];
    return [
      {
        event: streamChanged(prefix, event, { id: alarmId, elevatorId: alarm.elevatorId }),
        audience: audienceOf(directory, viewedBy, alarm),
      },
    ];
  }

  return (event, id) => describeAlarm(event, Number(id));
};

const openedSchema = z.object({ elevatorId: z.number(), responsible: responsibleSchema, cut: z.string().optional() });

/** Pushes of faults, scooters and incidents. The parts of a power cut are seen only by users who were responsible then. */
export const exceptionPushes = recordPushes({
  begun({ data }) {
    const { elevatorId, responsible, cut } = openedSchema.parse(data);
    return { elevatorId, responsibility: responsible, isOfThen: cut !== undefined };
  },
  async find(store, id) {
    const row = await findExceptionRow(store, id);
    return row === undefined
      ? undefined
      : { elevatorId: row.elevator_id, responsibility: responsibilityOf(row), isOfThen: row.cut_id !== null };
  },
});

/** Takes the lift from the device's own event: base data in memory may be ahead of the event, or behind it. */
const placedSchema = z.object({ elevatorId: z.number(), deviceType: z.enum(deviceTypes).optional() });

/** The status is always the lift's, that of its collector, whichever of its devices changed. */
export const devicePushes: PushesOf = ({ store, directory }, { viewedBy, prefix }) => {
  const statuses = deviceStatusesAfter();

  async function describeDevice(event: StoredEvent, deviceKey: string): Promise<readonly Push[]> {
    if (deviceReports.has(event.type)) return [];
    const placed = placedSchema.safeParse(event.data).data;
    const elevatorId = placed?.elevatorId ?? directory.device(deviceKey)?.elevatorId;
    const deviceType = placed?.deviceType ?? directory.device(deviceKey)?.deviceType;
    const responsible = elevatorId === undefined ? undefined : directory.elevator(elevatorId)?.responsible;
    if (elevatorId === undefined || responsible === undefined) return [];
    const known = deviceType === 'COL' ? statuses.get(event.type) : undefined;
    const status =
      known ?? (await readStatusesAround(store, { deviceKeys: [deviceKey], elevatorIds: [] }))[0]?.status ?? 0;
    const told: z.infer<typeof toldOfDevice> = {
      status,
      ...(event.type === 'device.flapped' ? { flapping: true } : {}),
    };
    return [
      {
        event: streamChanged(prefix, event, { id: deviceKey, elevatorId }, told),
        audience: audienceOf(directory, viewedBy, { elevatorId, responsibility: responsible }),
      },
    ];
  }

  return describeDevice;
};

/** Describes events by each lifecycle's own entry, and the notices to people. */
export function createDescribeEvent({
  lifecycles,
  ...parts
}: DescribeParts & {
  readonly lifecycles: Readonly<
    Record<StreamPrefix, { readonly scope: RecordScope | null; readonly pushes: PushesOf | null }>
  >;
}): DescribeEvent {
  const describerOf = new Map<string, DescribeStream>([['notice', noticePushes(parts)]]);
  const isPrefix = (name: string): name is StreamPrefix => Object.hasOwn(lifecycles, name);
  for (const prefix of Object.keys(lifecycles).filter(isPrefix)) {
    const { scope, pushes } = lifecycles[prefix];
    if (scope !== null && pushes !== null) describerOf.set(prefix, pushes(parts, { ...scope, prefix }));
  }

  return async (event) => {
    if (isImported(event)) return [];
    if (event.stream === probeStream) return describeProbe(event);
    const stream = parseStream(event.stream);
    if (stream === undefined) return [];
    return (await describerOf.get(stream.kind)?.(event, stream.id)) ?? [];
  };
}

const factOf = ({ version, type, data, actor, atMs, receivedAtMs }: StoredEvent): PushedFact => ({
  version,
  type,
  data,
  actor,
  atMs,
  receivedAtMs,
});

/** Returns the pushes of a synthetic call: to every console where calls ring, whatever its scope, because it concerns no lift. */
function describeProbe(event: StoredEvent): readonly Push[] {
  if (event.type !== 'probe.sent') return [];
  const { probeId } = probeEvents['probe.sent'].parse(event.data);
  return [
    {
      event: { kind: 'probe.sent', probeId },
      audience: { kind: 'holders', permission: 'rescue.answer' },
      isFleeting: true,
    },
  ];
}

/** A notice to people. A rule's ringing notice puts the ring first, as a client gets the first push that is meant for it. */
const noticePushes =
  ({ directory, ids }: DescribeParts): DescribeStream =>
  (event) => {
    if (event.type !== 'notice.raised') return [];
    const { title, userIds, ring, elevatorId } = noticeEvents['notice.raised'].parse(event.data);
    const noticeId = (index: number) => ids.seal('notice', noticeIdOf(event.position, index));
    const notices = userIds.map((userId, index): Push => ({
      event: { kind: 'notice.raised', noticeId: noticeId(index), title },
      audience: { kind: 'users', userIds: [userId] },
    }));
    if (ring === undefined || elevatorId === null) return notices;
    const { alarmId, responsible, ...raised } = ring;
    return [
      {
        event: {
          kind: 'alarm.raised',
          // Something without an alarm takes the name of its notice, which no alarm has.
          alarmId: alarmId ?? -noticeId(0),
          elevatorId,
          ...raised,
          raisedAtMs: event.receivedAtMs,
          rung: true,
        },
        text: alarmText(raised.title, elevatorId),
        audience: audienceOf(directory, 'rescue.answer', { elevatorId, responsibility: responsible }),
      },
      ...notices,
    ];
  };
