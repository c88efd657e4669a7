import * as z from 'zod';
import { contractEvents } from '../../../src/contract/events/contract.ts';
import type { StoredEvent } from '../../../src/contract/events/storedEvent.ts';
import { visitEvents } from '../../../src/contract/events/visit.ts';
import { parseStream, streamNumber } from '../../../src/contract/streamName.ts';
import { dayOf } from '../../../src/contract/time.ts';
import { every } from '../../runtime/clock.ts';
import { isImported } from '../../store/importedEvent.ts';
import type { Subscription } from '../../store/eventStore.ts';
import type { DecisionParts } from '../decide.ts';
import { liftsToPlan } from './liftsToPlan.ts';
import { liftsAtOnce, planLifts } from './planLifts.ts';

/** A day is planned this long after its midnight, when the contracts of the day have begun. */
const afterMidnightMs = 5 * 60_000;
const lookPeriodMs = 60_000;
/** Between two portions, so that live traffic has at least half the time. */
const shortestPauseMs = 2;

export interface VisitPlanning extends Subscription {
  /** Resolves when the lifts that were to be planned at the start have been. */
  readonly planned: Promise<void>;
}

/** After these the lift of the visit needs its next one. */
const visitTypes: ReadonlySet<string> = new Set([
  'visit.submitted',
  'visit.enteredFromPaper',
  'visit.replanned',
  'visit.imported',
]);
/** The visit before is being sent back to its workers, and is then the lift's open one again. */
const isForRejected = ({ type, data }: StoredEvent): boolean =>
  type === 'visit.replanned' && visitEvents['visit.replanned'].parse(data).reason === 'rejected';
/** Rows whose change may concern any number of lifts. */
const wideKinds: ReadonlySet<string> = new Set(['contract', 'checkList']);
const everyLift = 'all';
const changedSchema = z.object({ id: z.number().int() });

/**
 * Keeps one visit of the cycle open for every lift that can be planned: looks at all lifts at the start and once a day, and at single
 * ones after whatever changes their next visit. It follows the log, so that a restart forgets nothing, and gives way to calls for help.
 */
export function planVisits(parts: DecisionParts & { readonly onError: (error: unknown) => void }): VisitPlanning {
  const { store, clock, onError } = parts;
  const closing = new AbortController();
  const until = closing.signal;

  const giveWay = (workedMs: number): Promise<void> =>
    new Promise((resolve) => {
      clock.after(Math.max(shortestPauseMs, workedMs), resolve);
    });

  /** Every lift that needs it, a portion after the other. A lift that stays as it is comes up once in a round. */
  async function planAll(): Promise<void> {
    let afterId = 0;
    for (let isMore = true; isMore && !until.aborted;) {
      const ids = await liftsToPlan(store.reads, afterId, liftsAtOnce);
      await planLifts(parts, ids, { giveWay, until });
      isMore = ids.length === liftsAtOnce;
      afterId = ids.at(-1) ?? afterId;
    }
  }

  async function liftOf(event: StoredEvent): Promise<number | undefined> {
    if (event.type === 'visit.imported') return visitEvents['visit.imported'].parse(event.data).elevatorId;
    const row = await store.rows
      .selectFrom('visits')
      .select('elevator_id')
      .where('id', '=', streamNumber(event.stream))
      .executeTakeFirst();
    return row?.elevator_id;
  }

  async function laneOf(event: StoredEvent): Promise<string | undefined> {
    if (isImported(event)) return undefined;
    if (event.type === 'elevator.changed') return String(changedSchema.parse(event.data).id);
    if (event.type === 'contract.started') return everyLift;
    if (event.type.endsWith('.changed') && wideKinds.has(parseStream(event.stream)?.kind ?? '')) return everyLift;
    if (!visitTypes.has(event.type) || isForRejected(event)) return undefined;
    const elevatorId = await liftOf(event);
    return elevatorId === undefined ? undefined : String(elevatorId);
  }

  async function onEvent(event: StoredEvent): Promise<void> {
    if (event.type === 'elevator.changed') return planLifts(parts, [changedSchema.parse(event.data).id]);
    if (event.type === 'contract.started')
      return planLifts(parts, contractEvents['contract.started'].parse(event.data).elevatorIds, { giveWay, until });
    if (!visitTypes.has(event.type)) return planAll();
    const elevatorId = await liftOf(event);
    if (elevatorId !== undefined)
      await planLifts(parts, [elevatorId], { hasNewHistory: event.type === 'visit.imported' });
  }

  const subscription = store.subscribeDurably({
    name: 'visit-planning',
    startFrom: 'now',
    laneOf,
    givesWay: true,
    onEvent,
    onError,
  });

  let plannedDay: string | undefined;
  async function look(): Promise<void> {
    const day = dayOf(clock.nowMs() - afterMidnightMs);
    if (day === plannedDay) return;
    try {
      await planAll();
      plannedDay = day;
    } catch (error) {
      if (!until.aborted) onError(error);
    }
  }
  let looking = look();
  const planned = looking;
  const stop = every(clock, lookPeriodMs, () => (looking = look()));
  return {
    planned,
    async close() {
      closing.abort();
      stop();
      await Promise.all([planned, looking]);
      await subscription.close();
    },
  };
}
