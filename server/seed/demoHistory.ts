import * as z from 'zod';
import type { Clock } from '../runtime/clock.ts';
import type { Directory } from '../domain/city/directory.ts';
import type { OnTrouble } from '../runtime/troubleLog.ts';
import { run, UniqueConflictError, VersionConflictError, type EventStore } from '../store/eventStore.ts';
import { demoSeed } from './demoCity.ts';
import { alarmStory, rescueStory } from './demoStories.ts';
import { DemoVisits } from './demoVisits.ts';
import { exceptionStories } from './exceptionHistory.ts';
import { pronenessOf } from './ownRates.ts';
import { planExceptions, type ExceptionLift } from './planExceptions.ts';
import { endOf, type PlannedException } from './plannedException.ts';
import { dayMs, dayStartOf, planDay, type PlannedAlarm, type PlannedDay, type PlannedRescue } from './planDay.ts';

export const historyDays = 730;
/** Written before the server opens; the rest follows in the background. */
const recentDays = 7;

const progressKey = 'demo.history';
const progressSchema = z.object({
  /** The present of the first start: the history ends there. */
  anchorMs: z.number().int(),
  /** Days before the anchor that are written. */
  writtenDays: z.number().int().min(0),
  /** Companies and brands have rates of their own; absent of a store whose past was planned before they had. */
  hasOwnRates: z.literal(true).optional(),
  /** Faults, scooters and incidents; absent of a store that was made before there were any. */
  exceptions: z.object({ firstId: z.number().int(), writtenDays: z.number().int().min(0) }).optional(),
});
type Progress = z.infer<typeof progressSchema>;

/** Stories written between two pauses of the background work: a few milliseconds, which a call may have to wait. */
const chunkSize = 8;
const shortestPauseMs = 2;
const longestPauseMs = 250;
/** A pause that ends this much late shows that live traffic keeps the process busy: the next one is twice as long. */
const lateMs = 20;

export interface DemoHistoryParts {
  readonly store: EventStore;
  readonly clock: Clock;
  readonly directory: Directory;
}

interface Numbered {
  readonly day: PlannedDay;
  readonly firstAlarmId: number;
  readonly firstRescueId: number;
  readonly exceptions: readonly PlannedException[];
  readonly firstExceptionId: number;
}

/**
 * The city's past as real events, numbered from the oldest, written from the newest day back. A progress row and each story's
 * message id record what was written, so that a stop at any moment loses and repeats nothing.
 */
export class DemoHistory {
  readonly #parts: DemoHistoryParts;
  readonly #days: readonly Numbered[];
  readonly #exceptions: Exceptions;
  readonly #visits: DemoVisits;
  #progress: Progress;
  #isClosed = false;
  #pauseMs = shortestPauseMs;
  #work: Promise<void> = Promise.resolve();

  private constructor(
    parts: DemoHistoryParts,
    days: readonly Numbered[],
    progress: Progress,
    { exceptions, visits }: { readonly exceptions: Exceptions; readonly visits: DemoVisits },
  ) {
    this.#parts = parts;
    this.#visits = visits;
    this.#days = days;
    this.#progress = progress;
    this.#exceptions = exceptions;
  }

  /** Plans the past; on a new store it also reserves its ids, before anything else takes one. */
  static async open(parts: DemoHistoryParts, days = historyDays): Promise<DemoHistory> {
    const { store, clock } = parts;
    const kept = await store.rows
      .selectFrom('store_meta')
      .select('value')
      .where('key', '=', progressKey)
      .executeTakeFirst();
    const progress: Progress =
      kept === undefined
        ? { anchorMs: clock.nowMs(), writtenDays: 0, hasOwnRates: true }
        : progressSchema.parse(JSON.parse(kept.value));
    const stories = { exceptions: await exceptionStories(parts), visits: await DemoVisits.open(parts, days) };
    if (Math.min(progress.writtenDays, progress.exceptions?.writtenDays ?? 0) >= days)
      return new DemoHistory(parts, [], progress, stories);
    const planned = planDays(await readLifts(store, progress.hasOwnRates === true), progress.anchorMs, days);
    const reserved = progress.exceptions === undefined ? await reserveIds(store, planned, progress) : progress;
    return new DemoHistory(parts, numbered(planned, reserved), reserved, stories);
  }

  get isComplete(): boolean {
    return this.#wholeDays >= this.#days.length && this.#visits.isComplete;
  }

  /** Days of which everything is written. */
  get #wholeDays(): number {
    const { writtenDays, exceptions } = this.#progress;
    return Math.min(writtenDays, exceptions?.writtenDays ?? 0);
  }

  /** Writes the newest days and the visits ahead immediately; nothing if they have been written already. */
  async writeRecent(days = recentDays): Promise<void> {
    await this.#visits.writeOpen();
    while (this.#wholeDays < Math.min(days, this.#days.length)) await this.#writeDay(Number.POSITIVE_INFINITY);
  }

  /**
   * The rest, in small pieces that leave as much time to live traffic. After each day `onProgress` gets the share that is written,
   * above 0 and up to 1; it is not called where all is written already.
   */
  continueInBackground(onTrouble: OnTrouble, onProgress: (share: number) => void = () => undefined): void {
    this.#work = (async () => {
      // The visits first: they are what planning goes by.
      if (!this.#visits.isComplete && (await this.#writeStories(this.#visits.past(), chunkSize)))
        await this.#visits.finish();
      while (!this.isComplete && !this.#isClosed) {
        await this.#writeDay(chunkSize);
        onProgress(this.#wholeDays / this.#days.length);
      }
    })().catch((error: unknown) => {
      if (!this.#isClosed) onTrouble('演示城市的历史数据未能写完，下次启动时继续', error);
    });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#work;
  }

  /** The newest incomplete day: first its alarms and rescues, then the records that belong to them. */
  async #writeDay(atOnce: number): Promise<void> {
    const { writtenDays, exceptions } = this.#progress;
    if (exceptions === undefined) return;
    const isLater = exceptions.writtenDays < writtenDays;
    const day = this.#days[this.#wholeDays];
    if (day === undefined) return;
    if (!(await this.#writeStories(isLater ? this.#exceptionStoriesOf(day) : this.#storiesOf(day), atOnce))) return;
    const progress: Progress = isLater
      ? { ...this.#progress, exceptions: { ...exceptions, writtenDays: exceptions.writtenDays + 1 } }
      : { ...this.#progress, writtenDays: writtenDays + 1 };
    await this.#parts.store.write(function* (queries) {
      yield* run(
        queries
          .updateTable('store_meta')
          .set({ value: JSON.stringify(progress) })
          .where('key', '=', progressKey),
      );
    });
    this.#progress = progress;
  }

  /** False when it was closed before the end. */
  async #writeStories(stories: readonly (() => Promise<void>)[], atOnce: number): Promise<boolean> {
    for (let from = 0; from < stories.length; from += atOnce) {
      if (this.#isClosed) return false;
      const startedMs = performance.now();
      await Promise.all(stories.slice(from, from + atOnce).map((write) => write()));
      if (atOnce < stories.length) await this.#giveWay(performance.now() - startedMs);
    }
    return true;
  }

  #exceptionStoriesOf({ exceptions, firstExceptionId, firstAlarmId }: Numbered): (() => Promise<void>)[] {
    return exceptions.map((planned, index) => async () => {
      const alarmId = planned.prefix === 'scooter' ? firstAlarmId + planned.alarmIndex : null;
      const story = await this.#exceptions.storyOf(firstExceptionId + index, planned, alarmId);
      if (story !== undefined) await this.#append(story);
    });
  }

  #storiesOf({ day, firstAlarmId, firstRescueId, exceptions, firstExceptionId }: Numbered): (() => Promise<void>)[] {
    let alarmId = firstAlarmId;
    let rescueId = firstRescueId;
    const scooters = new Map(
      exceptions.flatMap((planned, index) =>
        planned.prefix === 'scooter'
          ? [[planned.alarmIndex, { exceptionId: firstExceptionId + index, endedAtMs: endOf(planned) }] as const]
          : [],
      ),
    );
    const alarms = day.alarms.map((alarm, index) => {
      const id = alarmId++;
      return () => this.#writeAlarm(id, alarm, scooters.get(index));
    });
    const rescues = day.rescues.map((rescue) => {
      const id = rescueId++;
      const ofAlarm = rescue.alarm === undefined ? undefined : alarmId++;
      return () => this.#writeRescue(id, rescue, ofAlarm);
    });
    return [...alarms, ...rescues];
  }

  async #writeAlarm(alarmId: number, alarm: PlannedAlarm, scooter: ClosingScooter | undefined): Promise<void> {
    const elevator = this.#parts.directory.elevator(alarm.elevatorId);
    if (elevator === undefined) return;
    await this.#append(
      scooter === undefined
        ? alarmStory(alarmId, alarm, elevator)
        : alarmStory(alarmId, closedWith(alarm, scooter), elevator, { scooterId: scooter.exceptionId }),
    );
  }

  async #writeRescue(rescueId: number, rescue: PlannedRescue, alarmId: number | undefined): Promise<void> {
    const elevator = this.#parts.directory.elevator(rescue.elevatorId);
    if (elevator === undefined) return;
    const { alarm } = rescue;
    const position =
      alarm === undefined || alarmId === undefined
        ? undefined
        : await this.#append(alarmStory(alarmId, alarm, elevator, { rescueOrderId: rescueId }));
    await this.#append(
      rescueStory(
        rescueId,
        rescue,
        elevator,
        position === undefined || alarmId === undefined ? undefined : { alarmId, position },
      ),
    );
  }

  /** The first event's position; undefined when the lift has something open now, which leaves this story out. */
  async #append(story: Parameters<EventStore['append']>[0]): Promise<number | undefined> {
    try {
      const { events } = await this.#parts.store.append(story);
      return events[0]?.position;
    } catch (error) {
      if (error instanceof UniqueConflictError || error instanceof VersionConflictError) return undefined;
      throw error;
    }
  }

  /** As long as the work took at least. */
  async #giveWay(workedMs: number): Promise<void> {
    const pauseMs = Math.max(this.#pauseMs, workedMs);
    const startedMs = performance.now();
    await new Promise<void>((resolve) => {
      this.#parts.clock.after(pauseMs, resolve);
    });
    const isLate = performance.now() - startedMs > pauseMs + lateMs;
    this.#pauseMs = isLate ? Math.min(2 * pauseMs, longestPauseMs) : shortestPauseMs;
  }
}

type Exceptions = Awaited<ReturnType<typeof exceptionStories>>;
type PlannedDays = readonly { readonly day: PlannedDay; readonly exceptions: readonly PlannedException[] }[];

/** The past from today back. */
const planDays = (lifts: readonly ExceptionLift[], anchorMs: number, days: number): PlannedDays =>
  Array.from({ length: days }, (_, daysAgo) => {
    const startMs = dayStartOf(anchorMs) - daysAgo * dayMs;
    const day = planDay(lifts, startMs, anchorMs, demoSeed);
    return { day, exceptions: planExceptions(lifts, day, startMs, anchorMs, demoSeed) };
  });

const alarmCount = ({ alarms, rescues }: PlannedDay): number =>
  alarms.length + rescues.filter(({ alarm }) => alarm !== undefined).length;

/** Numbers every record from the oldest day. */
function numbered(planned: PlannedDays, { exceptions }: Progress): readonly Numbered[] {
  let [firstAlarmId, firstRescueId, firstExceptionId] = [1, 1, exceptions?.firstId ?? 1];
  return planned
    .toReversed()
    .map((one): Numbered => {
      const first = { firstAlarmId, firstRescueId, firstExceptionId };
      firstAlarmId += alarmCount(one.day);
      firstRescueId += one.day.rescues.length;
      firstExceptionId += one.exceptions.length;
      return { ...one, ...first };
    })
    .toReversed();
}

/**
 * The ids of the whole past, before anything else takes one: exceptions have them from the counter of the orders. A store whose alarms
 * and orders have theirs already gets those of the exceptions next.
 */
async function reserveIds(store: EventStore, planned: PlannedDays, progress: Progress): Promise<Progress> {
  const sum = (count: (day: PlannedDays[number]) => number) => planned.reduce((total, day) => total + count(day), 0);
  const rescues = sum(({ day }) => day.rescues.length);
  const exceptions = sum((day) => day.exceptions.length);
  return store.write(function* (queries) {
    const [row] = yield* run(queries.selectFrom('ids').select('next').where('kind', '=', 'rescue'));
    const firstId = row?.next ?? rescues + 1;
    const ids = [
      { kind: 'rescue', next: firstId + exceptions },
      ...(row === undefined ? [{ kind: 'alarm', next: sum(({ day }) => alarmCount(day)) + 1 }] : []),
    ];
    for (const { kind, next } of ids)
      yield* run(
        queries
          .insertInto('ids')
          .values({ kind, next })
          .onConflict((conflict) => conflict.column('kind').doUpdateSet({ next })),
      );
    const reserved: Progress = { ...progress, exceptions: { firstId, writtenDays: 0 } };
    const value = JSON.stringify(reserved);
    yield* run(
      queries
        .insertInto('store_meta')
        .values({ key: progressKey, value })
        .onConflict((conflict) => conflict.column('key').doUpdateSet({ value })),
    );
    return reserved;
  });
}

interface ClosingScooter {
  readonly exceptionId: number;
  readonly endedAtMs: number;
}

/** The alarm as the end of its scooter closes it. */
function closedWith(alarm: PlannedAlarm, { endedAtMs }: ClosingScooter): PlannedAlarm {
  const closedAtMs = endedAtMs + 20;
  return {
    ...alarm,
    closedAtMs,
    clearedAtMs: alarm.clearedAtMs !== null && alarm.clearedAtMs < closedAtMs ? alarm.clearedAtMs : null,
    repeatsAtMs: alarm.repeatsAtMs.filter((ms) => ms < Math.min(closedAtMs, alarm.clearedAtMs ?? closedAtMs)),
  };
}

async function readLifts(store: EventStore, hasOwnRates: boolean): Promise<readonly ExceptionLift[]> {
  const rows = await store.rows
    .selectFrom('elevators as e')
    .innerJoin('communities as c', 'c.id', 'e.community_id')
    .innerJoin('areas as a', 'a.id', 'c.area_id')
    .select(['e.id', 'e.install_at_ms', 'e.community_id', 'e.maintenance_id', 'e.brand_id', 'a.is_city'])
    .orderBy('e.id')
    .execute();
  const proneness = hasOwnRates
    ? pronenessOf(
        rows.map((row) => ({ maintenanceId: row.maintenance_id, brandId: row.brand_id })),
        demoSeed,
      )
    : [];
  return rows.flatMap((row, index) =>
    row.install_at_ms === null
      ? []
      : [
          {
            id: row.id,
            installAtMs: row.install_at_ms,
            communityId: row.community_id,
            isCity: row.is_city === 1,
            proneness: proneness[index] ?? 1,
          },
        ],
  );
}
