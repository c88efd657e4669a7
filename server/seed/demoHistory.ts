import * as z from 'zod';
import type { Clock } from '../runtime/clock.ts';
import type { Directory } from '../domain/directory.ts';
import { run, UniqueConflictError, VersionConflictError, type EventStore } from '../store/eventStore.ts';
import { demoSeed } from './demoCity.ts';
import { alarmStory, rescueStory } from './demoStories.ts';
import {
  dayMs,
  dayStartOf,
  planDay,
  type HistoryLift,
  type PlannedAlarm,
  type PlannedDay,
  type PlannedRescue,
} from './planDay.ts';

export const historyDays = 730;
/** Written before the server opens; the rest follows in the background. */
export const recentDays = 7;

const progressKey = 'demo.history';
const progressSchema = z.object({
  /** The present of the first start: the history ends there. */
  anchorMs: z.number().int(),
  /** Days before the anchor that are written. */
  writtenDays: z.number().int().min(0),
});
type Progress = z.infer<typeof progressSchema>;

/** Stories written between two pauses of the background work. */
const chunkSize = 4;
const shortestPauseMs = 10;

export interface DemoHistoryParts {
  readonly store: EventStore;
  readonly clock: Clock;
  readonly directory: Directory;
}

interface Numbered {
  readonly day: PlannedDay;
  readonly firstAlarmId: number;
  readonly firstRescueId: number;
}

/**
 * The city's past as real events, numbered from the oldest, written from the newest day back. What was written is known by
 * a progress row and by each story's message id, so that a stop at any moment loses and repeats nothing.
 */
export class DemoHistory {
  readonly #parts: DemoHistoryParts;
  readonly #days: readonly Numbered[];
  #progress: Progress;
  #isClosed = false;
  #work: Promise<void> = Promise.resolve();

  private constructor(parts: DemoHistoryParts, days: readonly Numbered[], progress: Progress) {
    this.#parts = parts;
    this.#days = days;
    this.#progress = progress;
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
      kept === undefined ? { anchorMs: clock.nowMs(), writtenDays: 0 } : progressSchema.parse(JSON.parse(kept.value));
    if (progress.writtenDays >= days) return new DemoHistory(parts, [], progress);
    const lifts = await readLifts(store);
    const numbered: Numbered[] = [];
    let firstAlarmId = 1;
    let firstRescueId = 1;
    for (let daysAgo = days - 1; daysAgo >= 0; daysAgo -= 1) {
      const day = planDay(lifts, dayStartOf(progress.anchorMs) - daysAgo * dayMs, progress.anchorMs, demoSeed);
      numbered[daysAgo] = { day, firstAlarmId, firstRescueId };
      firstAlarmId += day.alarms.length + day.rescues.filter(({ alarm }) => alarm !== undefined).length;
      firstRescueId += day.rescues.length;
    }
    if (kept === undefined) {
      await store.write(function* (queries) {
        yield* run(
          queries.insertInto('ids').values([
            { kind: 'alarm', next: firstAlarmId },
            { kind: 'rescue', next: firstRescueId },
          ]),
        );
        yield* run(queries.insertInto('store_meta').values({ key: progressKey, value: JSON.stringify(progress) }));
      });
    }
    return new DemoHistory(parts, numbered, progress);
  }

  get isComplete(): boolean {
    return this.#progress.writtenDays >= this.#days.length;
  }

  /** Writes the newest days immediately; nothing if they have been written already. */
  async writeRecent(days = recentDays): Promise<void> {
    while (this.#progress.writtenDays < Math.min(days, this.#days.length))
      await this.#writeDay(Number.POSITIVE_INFINITY);
  }

  /** The rest, in small pieces that leave most of the time to live traffic. */
  continueInBackground(onTrouble: (trouble: string, error: unknown) => void): void {
    this.#work = (async () => {
      while (!this.isComplete && !this.#isClosed) await this.#writeDay(chunkSize);
    })().catch((error: unknown) => {
      if (!this.#isClosed) onTrouble('演示城市的历史数据未能写完，下次启动时继续', error);
    });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#work;
  }

  async #writeDay(atOnce: number): Promise<void> {
    const { store } = this.#parts;
    const numbered = this.#days[this.#progress.writtenDays];
    if (numbered === undefined) return;
    const stories = this.#storiesOf(numbered);
    for (let from = 0; from < stories.length; from += atOnce) {
      if (this.#isClosed) return;
      const startedMs = performance.now();
      await Promise.all(stories.slice(from, from + atOnce).map((write) => write()));
      if (atOnce < stories.length) await this.#pause(Math.max(shortestPauseMs, 3 * (performance.now() - startedMs)));
    }
    const progress = { ...this.#progress, writtenDays: this.#progress.writtenDays + 1 };
    await store.write(function* (queries) {
      yield* run(
        queries
          .updateTable('store_meta')
          .set({ value: JSON.stringify(progress) })
          .where('key', '=', progressKey),
      );
    });
    this.#progress = progress;
  }

  #storiesOf({ day, firstAlarmId, firstRescueId }: Numbered): (() => Promise<void>)[] {
    let alarmId = firstAlarmId;
    let rescueId = firstRescueId;
    const alarms = day.alarms.map((alarm) => {
      const id = alarmId++;
      return () => this.#writeAlarm(id, alarm);
    });
    const rescues = day.rescues.map((rescue) => {
      const id = rescueId++;
      const ofAlarm = rescue.alarm === undefined ? undefined : alarmId++;
      return () => this.#writeRescue(id, rescue, ofAlarm);
    });
    return [...alarms, ...rescues];
  }

  async #writeAlarm(alarmId: number, alarm: PlannedAlarm): Promise<void> {
    const elevator = this.#parts.directory.elevator(alarm.elevatorId);
    if (elevator !== undefined) await this.#append(alarmStory(alarmId, alarm, elevator));
  }

  async #writeRescue(rescueId: number, rescue: PlannedRescue, alarmId: number | undefined): Promise<void> {
    const elevator = this.#parts.directory.elevator(rescue.elevatorId);
    if (elevator === undefined) return;
    const { alarm } = rescue;
    const position =
      alarm === undefined || alarmId === undefined
        ? undefined
        : await this.#append(alarmStory(alarmId, alarm, elevator, rescueId));
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

  #pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      this.#parts.clock.after(ms, resolve);
    });
  }
}

async function readLifts(store: EventStore): Promise<readonly HistoryLift[]> {
  const rows = await store.rows
    .selectFrom('elevators as e')
    .innerJoin('communities as c', 'c.id', 'e.community_id')
    .innerJoin('areas as a', 'a.id', 'c.area_id')
    .select(['e.id', 'e.install_at_ms', 'a.is_city'])
    .orderBy('e.id')
    .execute();
  return rows.flatMap((row) =>
    row.install_at_ms === null ? [] : [{ id: row.id, installAtMs: row.install_at_ms, isCity: row.is_city === 1 }],
  );
}
