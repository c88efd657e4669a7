import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { VisitFlag } from '../../src/contract/visits/visitKinds.ts';
import type { EventDraft } from '../../src/machines/lifecycle.ts';
import { visitExamples } from '../../src/machines/exampleVisit.ts';
import { visitLifecycle } from '../../src/machines/visitLifecycle.ts';
import { openTestStore, type TestStore } from '../../tests/support/openTestStore.ts';
import { decide } from '../domain/decide.ts';
import { shortStayMs } from '../domain/visits/stayFlags.ts';
import { projections } from '../lifecycleEntries.ts';
import { seededRandom, type Random } from '../runtime/random.ts';
import { VirtualClock } from '../runtime/virtualClock.ts';
import { LiftModel } from '../simulator/liftModel.ts';
import { FleetState } from './fleetState.ts';
import { HourCounters } from './hourCounters.ts';
import { secondWorkerMs } from '../domain/visits/unjudgedVisits.ts';
import { judgeVisitsDue } from './judgeVisits.ts';

vi.setConfig({ testTimeout: 120_000 });

const minuteMs = 60_000;
const reportEveryMs = 5_000;
const simulated = { kind: 'simulator', id: 'demo', name: '演示' } as const;
const [first, second] = [
  { personId: 31, userId: null, name: '周工' },
  { personId: 32, userId: null, name: '吴工' },
];
const strokes = '10,20 30,40;50,60 70,80';

let kept: TestStore;
let clock: VirtualClock;
let counters: HourCounters;
let fleet: FleetState;
beforeEach(async () => {
  clock = new VirtualClock();
  kept = await openTestStore({ clock, projections });
  counters = new HourCounters(clock.nowMs());
  fleet = new FleetState({ counters });
});
afterEach(() => kept.dispose());

const step = (id: number, draft: EventDraft) =>
  decide({ store: kept.store, clock }, visitLifecycle, {
    stream: `visit-${id}`,
    actor: simulated,
    choose: () => draft,
  });
const judge = () => judgeVisitsDue({ store: kept.store, clock, counters });
const rowOf = (id: number) =>
  kept.store.rows
    .selectFrom('visits')
    .select(['evidence', 'flags', 'stage'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

async function plan(id: number, elevatorId = id): Promise<void> {
  const [planned] = visitExamples(visitLifecycle.initial(), clock.nowMs())['visit.planned'];
  await step(id, {
    type: 'visit.planned',
    data: { ...planned, visitId: id, elevatorId, tag: `YC-${id}`, workers: [first, second] },
  });
}
const checkIn = (id: number, worker: typeof first) =>
  step(id, {
    type: 'visit.checkedIn',
    data: { worker, place: null, distanceM: null, presence: 'right', clockOffsetMs: 0, flags: [] },
  });
const submit = (id: number, checkedInAtMs: number, checkedOutAtMs = clock.nowMs()) =>
  step(id, {
    type: 'visit.submitted',
    data: {
      worker: first,
      listVersion: 'TSG T5002-2017',
      itemNum: 31,
      deviations: [],
      parts: [],
      photos: [],
      briefed: true,
      checkedInAtMs,
      checkedOutAtMs,
      doneOn: '2026-11-27',
      signature: strokes,
      flags: checkedOutAtMs - checkedInAtMs < shortStayMs ? ['shortStay'] : [],
    },
  });

type Manner = 'honest' | 'neverThere' | 'short' | 'oneWorker';

/** One crew's visit: when it leaves, and between when its lift is in inspection mode, in ms from the check-in. */
interface Crew {
  readonly id: number;
  readonly manner: Manner;
  readonly model: LiftModel;
  readonly stayMs: number;
  readonly inspection: readonly [fromMs: number, untilMs: number];
  /** The lift is put back for a while, to see it run. */
  readonly pause: readonly [fromMs: number, untilMs: number];
}

function crewOf(id: number, manner: Manner, random: Random): Crew {
  const stayMs = manner === 'short' ? 8 * minuteMs : shortStayMs + random.between(1, 25) * minuteMs;
  const [from, until] = [random.between(1, 5) * minuteMs, stayMs - random.between(1, 5) * minuteMs];
  const pausedFrom = from + random.next() * stayMs * 0.4;
  return {
    id,
    manner,
    model: new LiftModel(seededRandom(id), { floorMin: -1, floorMax: 17 }, clock.nowMs()),
    stayMs,
    inspection: manner === 'neverThere' ? [0, 0] : [from, until],
    pause: manner === 'short' ? [0, 0] : [pausedFrom, pausedFrom + random.next() * stayMs * 0.3],
  };
}

const isWithin = (ms: number, [from, until]: readonly [number, number]): boolean => ms >= from && ms < until;

function report({ id, model, inspection, pause }: Crew, sinceMs: number, random: Random): void {
  const nowMs = clock.nowMs();
  const isServiced = isWithin(sinceMs, inspection) && !isWithin(sinceMs, pause);
  if (isServiced !== model.isServiced) model.service(isServiced, nowMs);
  model.advanceTo(nowMs);
  if (random.isTrue(0.02)) return;
  const { isMoving, direction, isInDoorZone, floor, door, people } = model.state();
  fleet.put(id, {
    deviceKey: `COL${id}`,
    receivedAtMs: nowMs,
    report: {
      at: nowMs,
      service_mode: isServiced ? 2 : 1,
      car_status: isMoving ? 1 : 0,
      direction,
      door_zone: isInDoorZone,
      floor,
      door,
      people,
    },
  });
}

/** An hour of five crews: two that do their work, and one for each way of not doing it. */
async function play(seed: number): Promise<readonly Crew[]> {
  const random = seededRandom(seed);
  const manners = ['honest', 'honest', 'neverThere', 'short', 'oneWorker'] as const;
  const crews = manners.map((manner, index) => crewOf(seed * 10 + index + 1, manner, random));
  for (const { id, manner } of crews) {
    await plan(id);
    await checkIn(id, first);
    if (manner !== 'oneWorker') await checkIn(id, second);
  }
  const startMs = clock.nowMs();
  for (let sinceMs = 0; sinceMs <= 60 * minuteMs; sinceMs += reportEveryMs) {
    for (const crew of crews) {
      report(crew, sinceMs, random);
      if (sinceMs !== crew.stayMs) continue;
      await submit(crew.id, startMs);
      if (crew.manner === 'oneWorker') continue;
      await step(crew.id, { type: 'visit.cosigned', data: { worker: second, signature: strokes } });
    }
    await clock.advance(reportEveryMs);
  }
  return crews;
}

test('of 20 cities’ visits, nearly all dishonest ones are flagged, and nearly no honest one', async () => {
  const crews: Crew[] = [];
  for (let seed = 1; seed <= 20; seed += 1) {
    crews.push(...(await play(seed)));
    await judge();
  }
  await clock.advance(secondWorkerMs);
  await judge();
  const marks: ReadonlySet<unknown> = new Set<VisitFlag>(['shortStay', 'oneWorker']);
  const flagged = new Map<string, number>();
  for (const { id, manner } of crews) {
    const { evidence, flags } = await rowOf(id);
    const said: unknown = JSON.parse(flags);
    const isFlagged = evidence === 'doubtful' || (Array.isArray(said) && said.some((flag) => marks.has(flag)));
    flagged.set(manner, (flagged.get(manner) ?? 0) + Number(isFlagged));
  }
  const dishonest = ['neverThere', 'short', 'oneWorker'].reduce((sum, manner) => sum + (flagged.get(manner) ?? 0), 0);
  expect(dishonest).toBeGreaterThanOrEqual(0.95 * 60);
  expect(flagged.get('honest')).toBeLessThanOrEqual(0.05 * 40);
});

test('a visit that a telephone sends later is judged once, for the time that it states', async () => {
  const crew = crewOf(1, 'honest', seededRandom(5));
  await plan(1);
  await checkIn(1, first);
  await checkIn(1, second);
  const fromMs = clock.nowMs();
  for (let sinceMs = 0; sinceMs <= crew.stayMs; sinceMs += reportEveryMs) {
    report(crew, sinceMs, seededRandom(1));
    await clock.advance(reportEveryMs);
  }
  const leftMs = fromMs + crew.stayMs;
  // Back above ground; the lift carries passengers by now.
  for (let minute = 0; minute < 300 * 12; minute += 1) {
    report({ ...crew, inspection: [0, 0] }, 0, seededRandom(1));
    await clock.advance(reportEveryMs);
  }
  await submit(1, fromMs, leftMs);
  expect(await judge()).toBe(1);
  expect(await judge()).toBe(0);
  expect(await rowOf(1)).toMatchObject({ evidence: 'supported', stage: 'submitted' });
});

test('a silent device says nothing, and neither does one for a visit on paper', async () => {
  await plan(1);
  await checkIn(1, first);
  await checkIn(1, second);
  await clock.advance(40 * minuteMs);
  await submit(1, clock.nowMs() - 40 * minuteMs);
  await plan(2);
  await step(2, {
    type: 'visit.enteredFromPaper',
    data: { doneOn: '2026-11-27', workerNames: '周工、吴工', photos: [`${'a'.repeat(22)}.jpg`], flags: ['paper'] },
  });
  expect(await judge()).toBe(0);
  await clock.advance(3 * minuteMs);
  expect(await judge()).toBe(1);
  expect(await rowOf(1)).toMatchObject({ evidence: 'none' });
  expect(await rowOf(2)).toMatchObject({ evidence: '' });
});
