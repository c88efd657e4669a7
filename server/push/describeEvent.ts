import * as z from 'zod';
import { deviceTypes } from '../../src/contract/deviceTypes.ts';
import { alarmEvents } from '../../src/contract/events/alarm.ts';
import { deviceReports } from '../../src/contract/events/device.ts';
import { noticeEvents, noticeIdOf } from '../../src/contract/events/notice.ts';
import { probeEvents, probeStream } from '../../src/contract/events/probe.ts';
import { rescueEvents, responsibleSchema } from '../../src/contract/events/rescue.ts';
import type { StoredEvent } from '../../src/contract/events/storedEvent.ts';
import { alarmKindLabels, isCallForHelp } from '../../src/contract/labels.ts';
import { alarmText, newRescueOrderText, type PushedFact, type PushEvent } from '../../src/contract/push.ts';
import type { Permission } from '../../src/contract/permissions.ts';
import type { StreamPrefix } from '../../src/machines/lifecycles.ts';
import type { Responsibility } from '../access/scope.ts';
import type { SealedIds } from '../access/sealedIds.ts';
import { findAlarmFacts, findExceptionRow, findOrderRow, readStatusesAround } from '../domain/currentRows.ts';
import type { Directory } from '../domain/directory.ts';
import { responsibilityOf, type RecordScope } from '../domain/recordScope.ts';
import type { EventStore } from '../store/eventStore.ts';
import { isImported } from '../store/importedEvent.ts';
import type { Audience, Push } from './push.ts';
import { callFactsOf, lapsedClaimOf, ringingEventOf, type CallFacts } from './ringingEvent.ts';

/** What an event means to whom; a client gets the first push that is meant for it. */
export type DescribeEvent = (event: StoredEvent) => Promise<readonly Push[]>;

export interface DescribeParts {
  readonly store: EventStore;
  readonly directory: Pick<Directory, 'elevator' | 'device'>;
  readonly ids: Pick<SealedIds, 'seal'>;
}

/** Who receives what about an event, given the id in the stream's name. */
type DescribeStream = (event: StoredEvent, id: string) => Promise<readonly Push[]> | readonly Push[];

/**
 * Describes the events of one lifecycle; `viewedBy` is the permission to see its records. Frames are derived from the
 * committed event; facts that only the first event of a stream carries are read from its row.
 */
export type PushesOf = (parts: DescribeParts, viewedBy: Permission) => DescribeStream;

/** Of an alarm or an exception. */
interface RecordFacts {
  readonly elevatorId: number;
  readonly responsibility: Responsibility;
  /** Only users who were responsible then hear of it: see `exceptionScopeCondition`. */
  readonly isOfThen?: boolean;
}

const mostKept = 10_000;
/** Of a collector, and so of its lift. */
const deviceStatuses: Readonly<Record<string, number>> = {
  'device.bound': 0,
  'device.installed': 0,
  'device.reported': 1,
  'device.enabled': 2,
  'device.lost': 2,
  'device.silent': 2,
  'device.disabled': 3,
};

/** Holders of the permission among those who were responsible at the event, and those who are now. */
const audiencesOf =
  (directory: DescribeParts['directory']) =>
  (permission: Permission, elevatorId: number, then: Responsibility): Audience => {
    const now = directory.elevator(elevatorId)?.responsible;
    return { kind: 'responsible', permission, responsibilities: now === undefined ? [then] : [then, now] };
  };

export const rescuePushes: PushesOf = ({ store, directory }, viewedBy) => {
  const tellTo = audiencesOf(directory);
  const calls = new Map<number, CallFacts>();

  async function callOf(orderId: number): Promise<CallFacts | undefined> {
    const known = calls.get(orderId);
    if (known !== undefined) return known;
    const row = await findOrderRow(store, orderId);
    return row === undefined ? undefined : keep(calls, orderId, callFactsOf(row));
  }

  async function describeRescue(event: StoredEvent, orderId: number): Promise<readonly Push[]> {
    let isTaken = false;
    if (event.type === 'rescue.raised') {
      const raised = rescueEvents['rescue.raised'].parse(event.data);
      const { elevatorId, tag, addr, trigger, responsible } = raised;
      isTaken = raised.isTaken === true;
      keep(calls, orderId, {
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
    const { elevatorId, responsibility } = call;
    const answerers = tellTo('rescue.answer', elevatorId, responsibility);
    const viewers = tellTo(viewedBy, elevatorId, responsibility);
    // No client has a row yet for the first fact to move on.
    const fact = event.type === 'rescue.raised' ? {} : { fact: factOf(event) };
    const changed: Push = {
      event: { kind: 'rescue.changed', orderId, elevatorId, type: event.type, ...fact },
      audience: viewers,
    };
    // Users who may see the order come first: users who may only answer do not learn what was written into it.
    const both = (said: PushEvent): readonly Push[] => [
      { event: { ...said, ...fact }, audience: viewers },
      { event: said, audience: answerers },
    ];
    switch (event.type) {
      case 'rescue.raised':
      case 'rescue.claimLapsed': {
        if (isTaken) return [changed];
        const lapsed = event.type === 'rescue.claimLapsed' ? await lapsedClaimOf(store, orderId) : undefined;
        const sosTel = directory.elevator(elevatorId)?.sosTel ?? '';
        return [
          {
            event: { ...ringingEventOf(call, { sosTel, noticeLevel: 0, reminder: false, lapsed }), ...fact },
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

export const alarmPushes: PushesOf = ({ store, directory }, viewedBy) => {
  const tellTo = audiencesOf(directory);
  const alarms = new Map<number, RecordFacts>();

  async function alarmOf(alarmId: number): Promise<RecordFacts | undefined> {
    const known = alarms.get(alarmId);
    if (known !== undefined) return known;
    const row = await findAlarmFacts(store, alarmId);
    return row === undefined
      ? undefined
      : keep(alarms, alarmId, { elevatorId: row.elevator_id, responsibility: responsibilityOf(row) });
  }

  async function describeAlarm(event: StoredEvent, alarmId: number): Promise<readonly Push[]> {
    if (event.type === 'alarm.raised') {
      const { elevatorId, kind, tag, addr, level, responsible } = alarmEvents['alarm.raised'].parse(event.data);
      keep(alarms, alarmId, { elevatorId, responsibility: responsible });
      const raised = { alarmKind: kind, tag, addr, priority: level, raisedAtMs: event.receivedAtMs };
      const changed: Push = {
        event: { kind: 'alarm.changed', alarmId, elevatorId, type: event.type, raised },
        audience: tellTo(viewedBy, elevatorId, responsible),
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
          audience: tellTo('rescue.answer', elevatorId, responsible),
        },
        changed,
      ];
    }
    const alarm = await alarmOf(alarmId);
    if (alarm === undefined) return [];
    return [
      {
        event: { kind: 'alarm.changed', alarmId, elevatorId: alarm.elevatorId, type: event.type },
        audience: tellTo(viewedBy, alarm.elevatorId, alarm.responsibility),
      },
    ];
  }

  return (event, id) => describeAlarm(event, Number(id));
};

const exceptionTypes = { scooter: 2, fault: 3, incident: 4 } as const;
const exceptionPrefixes = ['scooter', 'fault', 'incident'] as const;
/** The first event of a stream says which lift, and who was responsible. */
const openingTypes: ReadonlySet<string> = new Set(['scooter.detected', 'fault.occurred', 'incident.opened']);
const openedSchema = z.object({ elevatorId: z.number(), responsible: responsibleSchema, cut: z.string().optional() });

/** Of faults, scooters and incidents: lists and details refresh. Nothing rings. */
export const exceptionPushes: PushesOf = ({ store, directory }, viewedBy) => {
  const tellTo = audiencesOf(directory);
  const known = new Map<number, RecordFacts>();

  async function factsOfException({ type, data }: StoredEvent, exceptionId: number): Promise<RecordFacts | undefined> {
    const facts = known.get(exceptionId);
    if (facts !== undefined) return facts;
    if (openingTypes.has(type)) {
      const { elevatorId, responsible, cut } = openedSchema.parse(data);
      return keep(known, exceptionId, { elevatorId, responsibility: responsible, isOfThen: cut !== undefined });
    }
    const row = await findExceptionRow(store, exceptionId);
    return row === undefined
      ? undefined
      : keep(known, exceptionId, {
          elevatorId: row.elevator_id,
          responsibility: responsibilityOf(row),
          isOfThen: row.cut_id !== null,
        });
  }

  return async (event, id) => {
    const exceptionId = Number(id);
    const prefix = exceptionPrefixes.find((name) => event.type.startsWith(`${name}.`));
    const facts = await factsOfException(event, exceptionId);
    if (facts === undefined || prefix === undefined) return [];
    const { elevatorId, responsibility, isOfThen = false } = facts;
    return [
      {
        event: { kind: 'exception.changed', exceptionId, type: exceptionTypes[prefix], elevatorId, event: event.type },
        audience: isOfThen
          ? { kind: 'responsible', permission: viewedBy, responsibilities: [responsibility] }
          : tellTo(viewedBy, elevatorId, responsibility),
      },
    ];
  };
};

/** Takes the lift from the device's own event: base data in memory may be ahead of the event, or behind it. */
const placedSchema = z.object({ elevatorId: z.number(), deviceType: z.enum(deviceTypes).optional() });

/** The status is always the lift's, that of its collector, whichever of its devices changed. */
export const devicePushes: PushesOf = ({ store, directory }, viewedBy) => {
  const tellTo = audiencesOf(directory);
  async function describeDevice(event: StoredEvent, deviceKey: string): Promise<readonly Push[]> {
    if (deviceReports.has(event.type)) return [];
    const placed = placedSchema.safeParse(event.data).data;
    const elevatorId = placed?.elevatorId ?? directory.device(deviceKey)?.elevatorId;
    const deviceType = placed?.deviceType ?? directory.device(deviceKey)?.deviceType;
    const responsible = elevatorId === undefined ? undefined : directory.elevator(elevatorId)?.responsible;
    if (elevatorId === undefined || responsible === undefined) return [];
    const known = deviceType === 'COL' ? deviceStatuses[event.type] : undefined;
    const status =
      known ?? (await readStatusesAround(store, { deviceKeys: [deviceKey], elevatorIds: [] }))[0]?.status ?? 0;
    return [
      {
        event: {
          kind: 'device.changed',
          deviceKey,
          elevatorId,
          status,
          ...(event.type === 'device.flapped' ? { flapping: true } : {}),
        },
        audience: tellTo(viewedBy, elevatorId, responsible),
      },
    ];
  }

  return describeDevice;
};

/** What each lifecycle's own entry says, and the notices to people. */
export function createDescribeEvent({
  lifecycles,
  ...parts
}: DescribeParts & {
  readonly lifecycles: Readonly<
    Record<StreamPrefix, { readonly scope: Pick<RecordScope, 'viewedBy'> | null; readonly pushes: PushesOf | null }>
  >;
}): DescribeEvent {
  const describerOf = new Map<string, DescribeStream>([['notice', noticePushes(parts)]]);
  for (const [prefix, { scope, pushes }] of Object.entries(lifecycles))
    if (scope !== null && pushes !== null) describerOf.set(prefix, pushes(parts, scope.viewedBy));

  return async (event) => {
    if (isImported(event)) return [];
    if (event.stream === probeStream) return describeProbe(event);
    const [, source, id] = /^([a-z]+)-(.*)$/.exec(event.stream) ?? [];
    if (source === undefined || id === undefined) return [];
    return (await describerOf.get(source)?.(event, id)) ?? [];
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

/** To every console where calls ring, whatever its scope, because it is about no lift. */
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
        audience: audiencesOf(directory)('rescue.answer', elevatorId, responsible),
      },
      ...notices,
    ];
  };

/** Facts that never change, kept for the stream's next events; the oldest go. */
function keep<Key, Facts>(facts: Map<Key, Facts>, key: Key, value: Facts): Facts {
  if (facts.size >= mostKept) for (const oldest of [...facts.keys()].slice(0, mostKept / 10)) facts.delete(oldest);
  facts.set(key, value);
  return value;
}
