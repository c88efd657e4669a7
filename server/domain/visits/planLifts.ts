import { liftStates } from '../../../src/contract/entities/elevatorFields.ts';
import { visitEvents, type VisitWorker } from '../../../src/contract/events/visit.ts';
import { streamName } from '../../../src/contract/streamName.ts';
import { dayOf } from '../../../src/contract/time.ts';
import type { ReplanReason } from '../../../src/contract/visits/visitKinds.ts';
import { visitLifecycle } from '../../../src/machines/visitLifecycle.ts';
import { UniqueConflictError, type EventStore } from '../../store/eventStore.ts';
import { plannerActor } from '../actors.ts';
import { decide, type DecisionParts } from '../decide.ts';
import { Refusal } from '../refusal.ts';
import { readLiftClocks, type LiftClocks, type OpenVisit } from './liftClocks.ts';
import { nextVisit, type NextVisit } from './nextVisit.ts';
import { ownItemsFor, plannedData, readPlannedLifts, type PlannedLift } from './planVisit.ts';
import { visitCandidates, type Candidate } from './visitWorkers.ts';

/** Lifts that are read and planned together. */
export const liftsAtOnce = 500;
/** Lifts whose visits are appended together: more would hold up a call for help that comes in meanwhile. */
const appendedAtOnce = 8;

export interface PlanningPace {
  /** Called between two portions with the time that the last one took; resolves when the next may begin. */
  readonly giveWay?: ((workedMs: number) => Promise<void>) | undefined;
  /** Ends the work after the portion in progress. */
  readonly until?: AbortSignal | undefined;
}

/** Given up for one of these, a visit leaves its due day to the one that follows. */
const keepsDueDay: ReadonlySet<ReplanReason> = new Set(['contractEnded', 'listChanged', 'person']);
const endsUse: ReadonlySet<ReplanReason> = new Set(['outOfUse', 'scrapped']);

interface GivenUp extends Pick<OpenVisit, 'kind' | 'dueOn'> {
  readonly reason: ReplanReason;
}

/** Returns the reason why an open visit no longer fits its lift; undefined where it does. */
function misfitOf(
  lift: PlannedLift | undefined,
  open: Pick<OpenVisit, 'kind' | 'maintenanceId' | 'category' | 'listVersion' | 'items'>,
): ReplanReason | undefined {
  if (lift === undefined || lift.state === liftStates.scrapped) return 'scrapped';
  if (lift.state !== liftStates.inUse) return 'outOfUse';
  const { responsible, category, listVersion } = lift.subject;
  const items = ownItemsFor(lift, open.kind);
  if (responsible.maintenanceId !== open.maintenanceId) return 'contractEnded';
  const isSameList =
    category === open.category &&
    listVersion === open.listVersion &&
    (items === undefined ? '' : JSON.stringify(items)) === open.items;
  return lift.hindrance === undefined && isSameList ? undefined : 'listChanged';
}

const historyOf = (lift: PlannedLift, { lastDone, maintainedByOn }: LiftClocks) => ({
  lastDone,
  maintainedByOn,
  putIntoUseOn: lift.putIntoUseOn,
  maintainedSinceOn: lift.maintainedSinceMs === null ? null : dayOf(lift.maintainedSinceMs),
});

/** The visit that a lift needs, where the one before was given up perhaps: its due day stays, for the clock belongs to the lift. */
export function neededVisit(
  lift: PlannedLift,
  clocks: LiftClocks,
  givenUp: GivenUp | undefined,
  today: string,
): NextVisit & { readonly reason: string } {
  const isResumed = givenUp !== undefined && endsUse.has(givenUp.reason);
  const next = nextVisit(historyOf(lift, clocks), today, isResumed);
  if (givenUp !== undefined && keepsDueDay.has(givenUp.reason) && givenUp.dueOn <= next.dueOn)
    return {
      kind: givenUp.kind,
      dueOn: givenUp.dueOn,
      ground: next.ground,
      reason: givenUp.reason === 'contractEnded' ? '维保单位变更，到期日不变' : '',
    };
  const reason = { noHistory: '平台尚无此前维保记录', resumed: '恢复使用前须先维保', lastVisit: '', firstUse: '' };
  return { ...next, reason: reason[next.ground] };
}

/** Those of the last visit who may be given the next: still of the lift's company, certified on the day. */
function workersFor(
  lift: PlannedLift,
  { workerIds }: LiftClocks,
  dueOn: string,
  candidates: ReadonlyMap<number, Candidate>,
): VisitWorker[] {
  return workerIds.flatMap((id) => {
    const found = candidates.get(id);
    const isValid =
      found !== undefined &&
      found.companyId === lift.subject.responsible.maintenanceId &&
      found.problem === '' &&
      (found.certificateExpiry ?? '') >= dueOn;
    return isValid ? [found.worker] : [];
  });
}

/** Returns the reason why a visit was given up, as the log has it; undefined where it stands. */
async function readGivenUp(
  store: Pick<EventStore, 'readStream'>,
  { givenUp }: LiftClocks,
): Promise<GivenUp | undefined> {
  if (givenUp === undefined) return undefined;
  const last = (await store.readStream(streamName('visit', givenUp.id))).findLast(
    ({ type }) => type === 'visit.replanned',
  );
  if (last === undefined) return undefined;
  return { ...givenUp, reason: visitEvents['visit.replanned'].parse(last.data).reason };
}

/** Gives a visit up unless somebody was quicker. True when it is given up now. */
async function giveUp(parts: DecisionParts, visitId: number, reason: ReplanReason): Promise<boolean> {
  try {
    await decide(parts, visitLifecycle, {
      stream: streamName('visit', visitId),
      actor: plannerActor,
      choose: () => ({ type: 'visit.replanned', data: { reason } }),
    });
    return true;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}

async function plan(
  parts: DecisionParts,
  lift: PlannedLift,
  visit: ReturnType<typeof neededVisit>,
  workers: readonly VisitWorker[],
): Promise<void> {
  const id = await parts.store.nextId('visit');
  try {
    await decide(parts, visitLifecycle, {
      stream: streamName('visit', id),
      actor: plannerActor,
      choose: () => ({ type: 'visit.planned', data: plannedData(lift, { id, ...visit, workers }) }),
    });
  } catch (error) {
    // Another process, or a person, planned it first.
    if (!(error instanceof UniqueConflictError)) throw error;
  }
}

/** Does a history that was entered afterwards ask for another visit than the open one? */
const isOutdated = (next: NextVisit, open: OpenVisit): boolean =>
  next.ground === 'lastVisit' && (next.dueOn !== open.dueOn || next.kind !== open.kind);

async function planLift(
  parts: DecisionParts,
  lift: PlannedLift | undefined,
  clocks: LiftClocks,
  candidates: ReadonlyMap<number, Candidate>,
  hasNewHistory: boolean,
): Promise<void> {
  const today = dayOf(parts.clock.nowMs());
  const { open } = clocks;
  let givenUp: GivenUp | undefined;
  if (open === undefined) givenUp = await readGivenUp(parts.store, clocks);
  else {
    if (open.stage === 'working') return;
    const reason =
      misfitOf(lift, open) ??
      (hasNewHistory && lift !== undefined && isOutdated(nextVisit(historyOf(lift, clocks), today), open)
        ? 'history'
        : undefined);
    if (reason === undefined || !(await giveUp(parts, open.id, reason))) return;
    givenUp = { ...open, reason };
  }
  if (lift === undefined || lift.hindrance !== undefined) return;
  const visit = neededVisit(lift, clocks, givenUp, today);
  const lastDay = visit.dueOn > today ? visit.dueOn : today;
  await plan(parts, lift, visit, workersFor(lift, clocks, lastDay, candidates));
}

/**
 * Makes the open visits of these lifts what they ought to be: plans a missing one, gives up one that no longer fits, and plans what
 * follows from that. Repeating it changes nothing; of two who do it at the same time one plans. `hasNewHistory`: visits of the past
 * were entered, which may move the open one.
 */
export async function planLifts(
  parts: DecisionParts,
  ids: readonly number[],
  { hasNewHistory = false, giveWay, until }: PlanningPace & { readonly hasNewHistory?: boolean } = {},
): Promise<void> {
  const { store, clock } = parts;
  for (let from = 0; from < ids.length; from += liftsAtOnce) {
    const some = ids.slice(from, from + liftsAtOnce);
    const [lifts, clocks] = await Promise.all([
      readPlannedLifts(store.reads, { ids: some }),
      readLiftClocks(store.reads, some),
    ]);
    const byId = new Map(lifts.map((lift) => [lift.id, lift]));
    const personIds = [...new Set([...clocks.values()].flatMap(({ workerIds }) => workerIds))];
    const people =
      personIds.length === 0 ? [] : await visitCandidates(store.reads, dayOf(clock.nowMs()), { personIds });
    const candidates = new Map(people.map((candidate) => [candidate.worker.personId, candidate]));
    const each = [...clocks];
    for (let next = 0; next < each.length; next += appendedAtOnce) {
      if (until?.aborted === true) return;
      const startedMs = performance.now();
      await Promise.all(
        each
          .slice(next, next + appendedAtOnce)
          .map(([id, ofLift]) => planLift(parts, byId.get(id), ofLift, candidates, hasNewHistory)),
      );
      if (next + appendedAtOnce < each.length || from + liftsAtOnce < ids.length)
        await giveWay?.(performance.now() - startedMs);
    }
  }
}
