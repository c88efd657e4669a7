import { streamName, streamNumber } from '../../src/contract/streamName.ts';
import { dayOf } from '../../src/contract/time.ts';
import type { VisitEvent, VisitWorker } from '../../src/contract/events/visit.ts';
import type { VisitFlag } from '../../src/contract/visits/visitKinds.ts';
import { visitLifecycle } from '../../src/machines/visitLifecycle.ts';
import type { VisitSnapshot } from '../../src/machines/visitMachine.ts';
import type { EventDraft } from '../../src/machines/lifecycle.ts';
import { decide } from '../domain/decide.ts';
import { Refusal } from '../domain/refusal.ts';
import { shortStayMs } from '../domain/visits/stayFlags.ts';
import { visitCandidates } from '../domain/visits/visitWorkers.ts';
import { itemsOfVisit } from '../domain/visits/itemsOfVisit.ts';
import { every, type Clock } from '../runtime/clock.ts';
import { seededRandom, type Random } from '../runtime/random.ts';
import type { OnTrouble } from '../runtime/troubleLog.ts';
import type { Simulator } from '../simulator/citySimulator.ts';
import type { EventActor, EventStore } from '../store/eventStore.ts';
import { strokes } from './visitStory.ts';

const minuteMs = 60_000;
/** So few visits are under way at once that the demo's load stays small. */
const mostUnderWay = 3;
const lookEveryMs = 4 * minuteMs;
const firstAfterMs = 40_000;
/** The second worker follows, then the lift is switched to inspection. */
const secondAfterMs = { least: 30_000, most: 150_000 } as const;
const switchedAfterMs = 60_000;
const candidatesAtOnce = 40;

/** The ways of simulated crews; most are honest. */
type Manner = 'honest' | 'neverThere' | 'short' | 'oneWorker';

/** The same for a visit whenever it is asked, so that a restart goes on as it began. */
const mannerOf = (visitId: number): { readonly manner: Manner; readonly random: Random } => {
  const random = seededRandom(visitId);
  return {
    manner: random.pickWeighted<Manner>([
      ['honest', 90],
      ['neverThere', 6],
      ['short', 2],
      ['oneWorker', 2],
    ]),
    random,
  };
};

const stayMsOf = (manner: Manner, random: Random): number =>
  manner === 'short' ? 8 * minuteMs : shortStayMs + random.between(3, 20) * minuteMs;

const playedBy = ({ name }: VisitWorker): EventActor => ({ kind: 'simulator', id: 'demo', name });

interface PlayParts {
  readonly store: EventStore;
  readonly clock: Clock;
  readonly simulator: Pick<Simulator, 'service'>;
  /** Lifts whose collector takes part in the simulation. */
  readonly elevatorIds: ReadonlySet<number>;
  readonly onTrouble: OnTrouble;
}

/**
 * Plays the maintenance workers of the running demo: a few of the visits that are due are assigned, checked in to, worked at and submitted
 * by the same decisions as people's. Visits of workers with an account are left to the people who sign in as them. The lift of every
 * visit at work, a person's or a played one, reports inspection mode; where the crew never came it goes on as usual.
 */
export function playVisits({ store, clock, simulator, elevatorIds, onTrouble }: PlayParts): { close(): Promise<void> } {
  const cancels = new Set<() => void>();
  let isClosed = false;
  let working: Promise<void> = Promise.resolve();
  const report = (error: unknown) => onTrouble('模拟维保作业出错', error);
  const later = (delayMs: number, action: () => Promise<void> | void) => {
    const cancel = clock.after(delayMs, () => {
      cancels.delete(cancel);
      if (!isClosed) working = working.then(action).catch(report);
    });
    cancels.add(cancel);
  };

  async function step(visitId: number, actor: EventActor, choose: (state: VisitSnapshot) => EventDraft | undefined) {
    try {
      return await decide({ store, clock }, visitLifecycle, { stream: streamName('visit', visitId), actor, choose });
    } catch (error) {
      // A person was first.
      if (error instanceof Refusal) return undefined;
      throw error;
    }
  }

  const visitRow = (visitId: number) =>
    store.rows.selectFrom('visits').selectAll().where('id', '=', visitId).executeTakeFirst();

  async function checkIn(visitId: number, worker: VisitWorker): Promise<void> {
    const flags: VisitFlag[] = ['noPlace', 'noCode'];
    await step(visitId, playedBy(worker), () => ({
      type: 'visit.checkedIn',
      data: { worker, place: null, distanceM: null, presence: 'none', clockOffsetMs: 0, flags },
    }));
  }

  async function submit(visitId: number): Promise<void> {
    const row = await visitRow(visitId);
    if (row?.stage !== 'working') return;
    const [first] = (await workersAt(visitId)).filter(({ userId }) => userId === null);
    if (first === undefined) return;
    const nowMs = clock.nowMs();
    const checkedInAtMs = row.checked_in_at_ms ?? nowMs;
    await step(visitId, playedBy(first), () => ({
      type: 'visit.submitted',
      data: {
        worker: first,
        listVersion: row.list_version,
        itemNum: itemsOfVisit(row).length,
        deviations: [],
        parts: [],
        photos: [],
        briefed: true,
        checkedInAtMs,
        checkedOutAtMs: nowMs,
        doneOn: dayOf(nowMs),
        signature: strokes(seededRandom(visitId)),
        flags: nowMs - checkedInAtMs < shortStayMs ? ['shortStay'] : [],
      },
    }));
    later(20_000, () => cosign(visitId));
  }

  async function cosign(visitId: number): Promise<void> {
    const [, second] = await workersAt(visitId);
    if (second === undefined) return;
    await step(visitId, playedBy(second), () => ({
      type: 'visit.cosigned',
      data: { worker: second, signature: strokes(seededRandom(visitId + 1)) },
    }));
  }

  /** Those who have checked in, in that order. */
  async function workersAt(visitId: number): Promise<readonly VisitWorker[]> {
    const events = await store.readStream(streamName('visit', visitId));
    return events.flatMap(({ type, data, actor, atMs, receivedAtMs }): VisitWorker[] => {
      const event: VisitEvent = visitLifecycle.parseEvent({ type, data, actor, atMs, receivedAtMs });
      return event.type === 'visit.checkedIn' ? [event.data.worker] : [];
    });
  }

  /** Two of the company's people without an account, who may work on this day. */
  async function crewOf(row: NonNullable<Awaited<ReturnType<typeof visitRow>>>): Promise<readonly VisitWorker[]> {
    const assigned = [
      { personId: row.worker1_id, userId: row.worker1_user_id, name: row.worker1_name },
      { personId: row.worker2_id, userId: row.worker2_user_id, name: row.worker2_name },
    ].flatMap(({ personId, ...worker }) => (personId === null ? [] : [{ personId, ...worker }]));
    if (assigned.length > 0) return assigned;
    if (row.maintenance_id === null) return [];
    const candidates = await visitCandidates(store.rows, dayOf(clock.nowMs()), { companyId: row.maintenance_id });
    const free = candidates.filter(({ problem, worker }) => problem === '' && worker.userId === null);
    return free.slice(0, row.workers_needed).map(({ worker }) => worker);
  }

  /** Begins with the visit; false where it is not for the simulation to play. */
  async function begin(visitId: number): Promise<boolean> {
    const row = await visitRow(visitId);
    if (row === undefined) return false;
    const crew = await crewOf(row);
    const [first, second] = crew;
    if (first === undefined || crew.length < row.workers_needed || crew.some(({ userId }) => userId !== null))
      return false;
    if (row.worker1_id === null) {
      const manager: EventActor = { kind: 'simulator', id: 'demo', name: row.maintenance_name };
      await step(visitId, manager, () => ({
        type: 'visit.assigned',
        data: { workers: [...crew], plannedOn: row.planned_on },
      }));
    }
    await checkIn(visitId, first);
    const { manner, random } = mannerOf(visitId);
    if (second !== undefined && manner !== 'oneWorker')
      later(random.between(secondAfterMs.least, secondAfterMs.most), () => checkIn(visitId, second));
    later(stayMsOf(manner, random), () => submit(visitId));
    return true;
  }

  async function look(): Promise<void> {
    const underWay = await store.rows
      .selectFrom('visits')
      .select(({ fn }) => fn.countAll<number>().as('num'))
      .where('stage', '=', 'working')
      .executeTakeFirst();
    if ((underWay?.num ?? 0) >= mostUnderWay) return;
    const waiting = await store.rows
      .selectFrom('visits')
      .select(['id', 'elevator_id'])
      .where('is_open', '=', 1)
      .where('stage', 'in', ['planned', 'due'])
      .where('due_on', '>=', dayOf(clock.nowMs()))
      .orderBy('due_on')
      .orderBy('id')
      .limit(candidatesAtOnce)
      .execute();
    for (const { id, elevator_id: elevatorId } of waiting) if (elevatorIds.has(elevatorId) && (await begin(id))) return;
  }

  /** The lift of a visit at work is in inspection mode, unless its simulated crew never came. */
  async function follow(type: string, visitId: number, isPlayed: boolean): Promise<void> {
    const row = await visitRow(visitId);
    if (row === undefined || (isPlayed && mannerOf(visitId).manner === 'neverThere')) return;
    if (type !== 'visit.checkedIn') simulator.service(row.elevator_id, false);
    else if (row.stage === 'working')
      later(switchedAfterMs, async () => {
        if ((await visitRow(visitId))?.stage === 'working') simulator.service(row.elevator_id, true);
      });
  }

  /** Visits that an earlier start left at work. */
  async function goOn(): Promise<void> {
    const left = await store.rows.selectFrom('visits').select('id').where('stage', '=', 'working').execute();
    for (const { id } of left) {
      const isPlayed = (await workersAt(id)).every(({ userId }) => userId === null);
      await follow('visit.checkedIn', id, isPlayed);
      const { manner, random } = mannerOf(id);
      if (isPlayed) later(stayMsOf(manner, random), () => submit(id));
    }
  }

  const followed = new Set(['visit.checkedIn', 'visit.submitted', 'visit.brokenOff']);
  const subscription = store.head().then((afterPosition) =>
    store.subscribe({
      afterPosition,
      async onEvents(events) {
        for (const { type, stream, actor } of events)
          if (followed.has(type)) await follow(type, streamNumber(stream), actor.kind === 'simulator').catch(report);
      },
      onError: report,
    }),
  );
  later(0, goOn);
  later(firstAfterMs, look);
  const stopLooking = every(clock, lookEveryMs, () => {
    working = working.then(look).catch(report);
    return working;
  });
  return {
    async close() {
      isClosed = true;
      stopLooking();
      for (const cancel of cancels) cancel();
      await working;
      await (await subscription).close();
    },
  };
}
