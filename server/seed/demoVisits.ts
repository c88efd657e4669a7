import * as z from 'zod';
import { dayOf } from '../../src/contract/time.ts';
import { liftStates } from '../../src/contract/entities/elevatorFields.ts';
import type { Directory } from '../domain/city/directory.ts';
import { readPlannedLifts, type PlannedLift } from '../domain/visits/planVisit.ts';
import type { Clock } from '../runtime/clock.ts';
import {
  run,
  UniqueConflictError,
  VersionConflictError,
  type AppendRequest,
  type EventStore,
} from '../store/eventStore.ts';
import { demoSeed, isOfflineInDemo } from './demoCity.ts';
import { planLiftVisits, wholeVisitDays } from './planLiftVisits.ts';
import { importedVisitStory, visitStory } from './visitStory.ts';
import { readVisitStaff } from './visitStoryPlace.ts';

const progressKey = 'demo.visits';
const progressSchema = z.object({
  /** The present of the first start: what was open then stays open. */
  anchorMs: z.number().int(),
  firstId: z.number().int(),
  /** A lift that was entered later has no past here. */
  lastLiftId: z.number().int(),
  isOpenWritten: z.boolean(),
  isWritten: z.boolean(),
});
type Progress = z.infer<typeof progressSchema>;

/** More than a lift can have in the days of the demo, with its open one and the imported one. */
const idsOfLift = 12;

interface Story {
  readonly plannedOn: string;
  /** The lift's next visit, which must be there when the server opens. */
  readonly isOpen: boolean;
  readonly write: () => AppendRequest;
}

export interface DemoVisitsParts {
  readonly store: EventStore;
  readonly clock: Clock;
  readonly directory: Directory;
}

/**
 * The maintenance of the demo's lifts as real events: sixty days of visits, the last one before them, and the one ahead. Ids follow from
 * the lift, and each story has a message id, so that a stop at any moment loses and repeats nothing.
 */
export class DemoVisits {
  readonly #store: EventStore;
  #progress: Progress;
  readonly #stories: readonly Story[];

  private constructor(store: EventStore, progress: Progress, stories: readonly Story[]) {
    this.#store = store;
    this.#progress = progress;
    this.#stories = stories;
  }

  /** Plans the past of the demo's lifts; on a store that has none it also reserves its ids. None for `days` of 0. */
  static async open(parts: DemoVisitsParts, days: number): Promise<DemoVisits> {
    const { store, clock } = parts;
    const kept = await store.rows
      .selectFrom('store_meta')
      .select('value')
      .where('key', '=', progressKey)
      .executeTakeFirst();
    const known = kept === undefined ? undefined : progressSchema.parse(JSON.parse(kept.value));
    if (known?.isWritten === true || days === 0)
      return new DemoVisits(
        store,
        known ?? { anchorMs: clock.nowMs(), firstId: 0, lastLiftId: 0, isOpenWritten: true, isWritten: true },
        [],
      );
    const progress = known ?? (await reserveIds(store, clock.nowMs()));
    return new DemoVisits(store, progress, await planStories(parts, progress, Math.min(days, wholeVisitDays)));
  }

  get isComplete(): boolean {
    return this.#progress.isWritten;
  }

  /** Each lift's next visit, unless it was written already. */
  async writeOpen(): Promise<void> {
    if (this.#progress.isOpenWritten) return;
    await Promise.all(this.#stories.filter(({ isOpen }) => isOpen).map((story) => this.#appendOpen(story.write())));
    await this.#keep({ ...this.#progress, isOpenWritten: true });
  }

  /** Returns the visits that are still to be written, the newest first; `finish` records that it is. */
  past(): (() => Promise<void>)[] {
    return this.#stories.filter(({ isOpen }) => !isOpen).map((story) => () => this.#append(story.write()));
  }

  finish(): Promise<void> {
    return this.#keep({ ...this.#progress, isWritten: true });
  }

  async #keep(progress: Progress): Promise<void> {
    await this.#store.write(function* (queries) {
      yield* run(
        queries
          .updateTable('store_meta')
          .set({ value: JSON.stringify(progress) })
          .where('key', '=', progressKey),
      );
    });
    this.#progress = progress;
  }

  /** Leaves out what was written before the last stop. */
  async #append(story: AppendRequest): Promise<void> {
    try {
      await this.#store.append(story);
    } catch (error) {
      if (!(error instanceof VersionConflictError)) throw error;
    }
  }

  /** A lift that has a visit open already keeps it, and this one is left out, too. */
  async #appendOpen(story: AppendRequest): Promise<void> {
    try {
      await this.#append(story);
    } catch (error) {
      if (!(error instanceof UniqueConflictError)) throw error;
    }
  }
}

async function reserveIds(store: EventStore, anchorMs: number): Promise<Progress> {
  return store.write(function* (queries) {
    const [row] = yield* run(queries.selectFrom('ids').select('next').where('kind', '=', 'visit'));
    const [last] = yield* run(queries.selectFrom('elevators').select(({ fn }) => fn.max('id').as('id')));
    const lastLiftId = last?.id ?? 0;
    const firstId = row?.next ?? 1;
    const next = firstId + (lastLiftId + 1) * idsOfLift;
    yield* run(
      queries
        .insertInto('ids')
        .values({ kind: 'visit', next })
        .onConflict((conflict) => conflict.column('kind').doUpdateSet({ next })),
    );
    const progress: Progress = { anchorMs, firstId, lastLiftId, isOpenWritten: false, isWritten: false };
    yield* run(queries.insertInto('store_meta').values({ key: progressKey, value: JSON.stringify(progress) }));
    return progress;
  });
}

async function planStories(
  { store, directory }: DemoVisitsParts,
  { anchorMs, firstId, lastLiftId }: Progress,
  days: number,
): Promise<readonly Story[]> {
  const [lifts, staff] = await Promise.all([
    readPlannedLifts(store.rows, { afterId: 0, limit: lastLiftId }),
    readVisitStaff(store.rows),
  ]);
  const stories = lifts
    .filter(({ id, state }) => id <= lastLiftId && state !== liftStates.scrapped)
    .flatMap((lift) => storiesOf(lift));
  return stories.toSorted((one, other) => other.plannedOn.localeCompare(one.plannedOn));

  function storiesOf(lift: PlannedLift): readonly Story[] {
    const { responsible } = lift.subject;
    const workers = staff.workersOf(responsible.maintenanceId, responsible.communityId);
    const elevator = directory.elevator(lift.id);
    if (workers.length < 2 || elevator === undefined) return [];
    const { imported, visits } = planLiftVisits(
      { id: lift.id, putIntoUseOn: lift.putIntoUseOn, isOffline: isOfflineInDemo(lift.id) },
      dayOf(anchorMs),
      days,
      demoSeed,
    );
    const stated = {
      lift,
      workers,
      officer: staff.officerOf(responsible.communityId),
      place: { lng: elevator.lng, lat: elevator.lat },
    };
    const idOf = (index: number): number => firstId + lift.id * idsOfLift + index;
    return [
      ...(imported === undefined
        ? []
        : [
            {
              plannedOn: imported.doneOn,
              isOpen: false,
              write: () => importedVisitStory(idOf(0), stated, imported, anchorMs),
            },
          ]),
      ...visits.flatMap((visit, index) => {
        const isOpen = visit.end === 'open' || visit.end === 'sentBack';
        // A lift out of use has none ahead.
        if (isOpen && lift.hindrance !== undefined) return [];
        return [
          {
            plannedOn: visit.plannedOn,
            isOpen,
            write: () => visitStory(idOf(index + 1), { ...stated, visit }, anchorMs),
          },
        ];
      }),
    ];
  }
}
