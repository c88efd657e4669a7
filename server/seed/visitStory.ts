import type * as z from 'zod';
import type { Deviation } from '../../src/contract/visits/recordParts.ts';
import type { visitEvents, VisitWorker } from '../../src/contract/events/visit.ts';
import { streamName } from '../../src/contract/streamName.ts';
import { dayStartMs } from '../../src/contract/time.ts';
import { clockActor, plannerActor } from '../domain/actors.ts';
import { itemsFor, plannedData } from '../domain/visits/planVisit.ts';
import { shortStayMs } from '../domain/visits/stayFlags.ts';
import { seededRandom, type Random } from '../runtime/random.ts';
import type { AppendRequest, EventActor, NewEvent } from '../store/eventStore.ts';
import { importCorrelation } from '../store/importedEvent.ts';
import { demoSeed } from './demoCity.ts';
import { demoPlayer, type StatedVisit } from './visitStoryPlace.ts';

const minuteMs = 60_000;
const hourMs = 3_600_000;
const dayMs = 86_400_000;

type DataOf<Type extends keyof typeof visitEvents> = z.input<(typeof visitEvents)[Type]>;

/** A signature as a finger draws it: a few strokes. */
export function strokes(random: Random): string {
  const stroke = (): string => {
    let [x, y] = [random.between(20, 200), random.between(20, 80)];
    return Array.from({ length: random.between(5, 9) }, () => {
      x += random.between(-4, 18);
      y += random.between(-12, 12);
      return `${x},${Math.max(0, y)}`;
    }).join(' ');
  };
  return [stroke(), stroke(), stroke()].join(';').replaceAll('-', '');
}

const adjustments = ['已清洁并加注润滑油', '间隙偏大，已调整', '螺栓已紧固', '已清理杂物'] as const;

/** Measured numbers, and now and then an item that was put right. */
function deviationsOf({ visit, lift }: StatedVisit, random: Random): Deviation[] {
  const items = itemsFor(lift, visit.kind);
  const put = random.isTrue(0.35) ? random.between(0, items.length - 1) : -1;
  return items.flatMap(({ code, name, limit }, index): Deviation[] => {
    const value =
      limit === undefined
        ? undefined
        : (limit.min ?? 0) + (limit.max === undefined ? 1 : (limit.max - (limit.min ?? 0)) / 2);
    if (index === put)
      return [
        {
          code,
          name,
          answer: 'adjusted' as const,
          note: random.pick(adjustments),
          ...(value === undefined ? {} : { value }),
        },
      ];
    return value === undefined ? [] : [{ code, name, answer: 'normal' as const, value }];
  });
}

function judgedData({ visit }: StatedVisit, random: Random): DataOf<'visit.judged'> {
  const staySeconds = visit.stayMinutes * 60;
  const shares = { supported: random.between(55, 80), doubtful: random.between(0, 14), none: 0 };
  const reportedSeconds = visit.evidence === 'none' ? 0 : Math.round((staySeconds * random.between(93, 100)) / 100);
  return {
    evidence: visit.evidence,
    staySeconds,
    reportedSeconds,
    inspectionSeconds: Math.round((reportedSeconds * shares[visit.evidence]) / 100),
    doorCycles: visit.evidence === 'none' ? 0 : random.between(2, 18),
  };
}

const actorOfWorker = ({ userId, name }: VisitWorker): EventActor =>
  userId === null ? demoPlayer(name) : { kind: 'user', id: userId, name };

/** The check-ins of both workers, the record, the second signature and the device's word. */
function workEvents(stated: StatedVisit, random: Random): readonly NewEvent[] {
  const { visit, lift, workers, place } = stated;
  const [first, second] = workers;
  if (visit.doneOn === null || first === undefined || second === undefined) return [];
  const beganMs = dayStartMs(visit.doneOn) + visit.beganMinute * minuteMs;
  const leftMs = beganMs + visit.stayMinutes * minuteMs;
  const hasCode = random.isTrue(0.85);
  const checkIn = (worker: VisitWorker, atMs: number): NewEvent => ({
    type: 'visit.checkedIn',
    atMs,
    receivedAtMs: atMs,
    actor: actorOfWorker(worker),
    data: {
      worker,
      place: { ...place, accuracyM: random.between(8, 40) },
      distanceM: random.between(0, 60),
      presence: hasCode ? 'right' : 'none',
      clockOffsetMs: random.between(-900, 900),
      flags: hasCode ? [] : ['noCode'],
    } satisfies DataOf<'visit.checkedIn'>,
  });
  const deviations = deviationsOf(stated, random);
  const itemNum = itemsFor(lift, visit.kind).length;
  const submit = (atMs: number): NewEvent => ({
    type: 'visit.submitted',
    atMs,
    receivedAtMs: atMs,
    actor: actorOfWorker(first),
    data: {
      worker: first,
      listVersion: lift.subject.listVersion,
      itemNum,
      deviations,
      parts: [],
      photos: [],
      briefed: true,
      checkedInAtMs: beganMs,
      checkedOutAtMs: atMs,
      doneOn: visit.doneOn ?? '',
      signature: strokes(random),
      flags: leftMs - beganMs < shortStayMs ? ['shortStay'] : [],
    } satisfies DataOf<'visit.submitted'>,
  });
  const cosign = (atMs: number): NewEvent => ({
    type: 'visit.cosigned',
    atMs,
    receivedAtMs: atMs,
    actor: actorOfWorker(second),
    data: { worker: second, signature: strokes(random) } satisfies DataOf<'visit.cosigned'>,
  });
  const judge = (atMs: number): NewEvent => ({
    type: 'visit.judged',
    atMs,
    receivedAtMs: atMs,
    actor: clockActor,
    data: judgedData(stated, random),
  });
  const reject: NewEvent = {
    type: 'visit.rejected',
    atMs: leftMs + hourMs,
    receivedAtMs: leftMs + hourMs,
    actor: stated.officer,
    data: { reason: random.pick(['底坑未清理，请补做', '照片不清楚，请重拍', '轿厢照明仍不亮，请处理']) },
  };
  const made = [
    checkIn(first, beganMs),
    checkIn(second, beganMs + 3 * minuteMs),
    submit(leftMs),
    cosign(leftMs + minuteMs),
  ];
  if (visit.end === 'sentBack') return [...made, reject];
  const rest =
    visit.end === 'rejected'
      ? [
          reject,
          submit(leftMs + 2 * hourMs),
          cosign(leftMs + 2 * hourMs + minuteMs),
          judge(leftMs + 2 * hourMs + 2 * minuteMs),
        ]
      : [judge(leftMs + 2 * minuteMs)];
  if (visit.end === 'unsigned') return [...made, ...rest];
  const signedMs = leftMs + random.between(3 * 60, 26 * 60) * minuteMs;
  return [
    ...made,
    ...rest,
    {
      type: 'visit.countersigned',
      atMs: signedMs,
      receivedAtMs: signedMs,
      actor: stated.officer,
      data: { signature: strokes(random) } satisfies DataOf<'visit.countersigned'>,
    },
  ];
}

/** The days that the clock has noted of a visit until `nowMs` while it was still to be made. */
function deadlineEvents({ visit }: StatedVisit, nowMs: number): readonly NewEvent[] {
  const dueMs = dayStartMs(visit.dueOn);
  const beganMs = visit.doneOn === null ? nowMs : dayStartMs(visit.doneOn) + visit.beganMinute * minuteMs;
  const passed = [
    { kind: 'due', atMs: dueMs },
    { kind: 'overdue', atMs: dueMs + dayMs },
  ] as const;
  return passed
    .filter(({ atMs }) => atMs < Math.min(beganMs, nowMs))
    .map(({ kind, atMs }) => ({
      type: 'visit.deadlinePassed',
      atMs,
      receivedAtMs: atMs,
      actor: clockActor,
      data: { kind } satisfies DataOf<'visit.deadlinePassed'>,
    }));
}

/** One visit from its planning to its signature, or to where it stands at `nowMs`, in the shapes of real events. */
export function visitStory(id: number, stated: StatedVisit, nowMs: number): AppendRequest {
  const { visit, lift, workers } = stated;
  const random = seededRandom(demoSeed ^ Math.imul(id, 86_028_121));
  const plannedMs = Math.min(nowMs - minuteMs, dayStartMs(visit.plannedOn) + 18 * hourMs + (id % 3_600) * 1_000);
  const planned: NewEvent = {
    type: 'visit.planned',
    atMs: plannedMs,
    receivedAtMs: plannedMs,
    actor: plannerActor,
    data: {
      ...plannedData(lift, { id, kind: visit.kind, dueOn: visit.dueOn, workers, reason: visit.reason }),
      ...(visit.end === 'open' || visit.end === 'sentBack' ? {} : { isWhole: true }),
    },
  };
  return {
    stream: streamName('visit', id),
    expectedVersion: 'none',
    actor: plannerActor,
    correlationId: importCorrelation,
    messageId: `demo:visit:${id}`,
    events: [planned, ...deadlineEvents(stated, nowMs), ...workEvents(stated, random)].filter(
      ({ receivedAtMs = 0 }) => receivedAtMs <= nowMs,
    ),
  };
}

/** The last visit before the platform was in use. */
export function importedVisitStory(
  id: number,
  { lift }: Pick<StatedVisit, 'lift'>,
  imported: { readonly kind: StatedVisit['visit']['kind']; readonly doneOn: string },
  nowMs: number,
): AppendRequest {
  const { elevatorId, tag, addr, responsible } = lift.subject;
  const atMs = Math.min(nowMs - minuteMs, dayStartMs(imported.doneOn) + 18 * hourMs);
  return {
    stream: streamName('visit', id),
    expectedVersion: 'none',
    actor: plannerActor,
    correlationId: importCorrelation,
    messageId: `demo:visit:${id}`,
    events: [
      {
        type: 'visit.imported',
        atMs,
        receivedAtMs: atMs,
        data: { visitId: id, elevatorId, tag, addr, responsible, ...imported } satisfies DataOf<'visit.imported'>,
      },
    ],
  };
}
