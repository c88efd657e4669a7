import type { LatestReport } from '../ports/fleetReader.ts';

export const hourMs = 3_600_000;
const minuteMs = 60_000;
export const minutesOfHour = 60;
/** † A report speaks for the time until the next one, but for no longer than this: silence is no evidence. */
const reportHoldsMs = 60_000;
/** Of the service mode of GB/T 24476: inspection. */
const inspectionMode = 2;
/** A device's own counter that jumps further between two reports was reset or replaced. */
const mostRunsBetween = 200;
const initialCapacity = 1_024;
const halfOfMinutes = 30;

const isInspection = 1;
const isDoorOpen = 2;
const isRunning = 4;

/** The reports of one lift in one hour of the clock, counted. */
export interface LiftHour {
  readonly reportedSeconds: number;
  readonly inspectionSeconds: number;
  readonly doorCycles: number;
  readonly runs: number;
  /** Minutes 0 to 29 and 30 to 59, a bit each: the reports reach over the middle of the minute. */
  readonly reportedMinutes: readonly [number, number];
  /** Likewise: the lift was in inspection mode in the middle of the minute. */
  readonly inspectionMinutes: readonly [number, number];
}

export const isMinuteIn = (minutes: readonly [number, number], minute: number): boolean =>
  (((minute < halfOfMinutes ? minutes[0] : minutes[1]) >>> (minute % halfOfMinutes)) & 1) === 1;

const or = (a: readonly [number, number], b: readonly [number, number]): [number, number] => [a[0] | b[0], a[1] | b[1]];

/** Two parts of one lift's hour, which do not overlap: before and after a restart. */
const togetherHours = (one: LiftHour, other: LiftHour): LiftHour => ({
  reportedSeconds: one.reportedSeconds + other.reportedSeconds,
  inspectionSeconds: one.inspectionSeconds + other.inspectionSeconds,
  doorCycles: one.doorCycles + other.doorCycles,
  runs: one.runs + other.runs,
  reportedMinutes: or(one.reportedMinutes, other.reportedMinutes),
  inspectionMinutes: or(one.inspectionMinutes, other.inspectionMinutes),
});

/** The counters of an hour, one slot a lift. */
class Columns {
  readonly reportedMs: Uint32Array;
  readonly inspectionMs: Uint32Array;
  readonly doorCycles: Uint16Array;
  readonly runs: Uint16Array;
  readonly reported: readonly [Uint32Array, Uint32Array];
  readonly inspection: readonly [Uint32Array, Uint32Array];

  constructor(capacity: number, from?: Columns) {
    const wide = (old?: Uint32Array): Uint32Array => grown(new Uint32Array(capacity), old);
    this.reportedMs = wide(from?.reportedMs);
    this.inspectionMs = wide(from?.inspectionMs);
    this.doorCycles = grown(new Uint16Array(capacity), from?.doorCycles);
    this.runs = grown(new Uint16Array(capacity), from?.runs);
    this.reported = [wide(from?.reported[0]), wide(from?.reported[1])];
    this.inspection = [wide(from?.inspection[0]), wide(from?.inspection[1])];
  }

  hour(place: number): LiftHour | undefined {
    const reportedMs = this.reportedMs[place] ?? 0;
    if (reportedMs === 0) return undefined;
    return {
      reportedSeconds: Math.round(reportedMs / 1_000),
      inspectionSeconds: Math.round((this.inspectionMs[place] ?? 0) / 1_000),
      doorCycles: this.doorCycles[place] ?? 0,
      runs: this.runs[place] ?? 0,
      reportedMinutes: [this.reported[0][place] ?? 0, this.reported[1][place] ?? 0],
      inspectionMinutes: [this.inspection[0][place] ?? 0, this.inspection[1][place] ?? 0],
    };
  }
}

function grown<A extends Float64Array | Uint32Array | Uint16Array | Uint8Array>(larger: A, from: A | undefined): A {
  if (from !== undefined) larger.set(from);
  return larger;
}

/** An hour that is over, until it has been written. */
export interface FinishedHour {
  readonly atMs: number;
  readonly liftNum: number;
  /** The n-th lift and its hour; undefined where nothing was heard of it. */
  readonly at: (index: number) => readonly [elevatorId: number, hour: LiftHour] | undefined;
}

/**
 * Counts for each lift and hour of our clock how long its reports say that it was in inspection mode, how often its door opened and its
 * car ran, and for how long nothing was heard. The hour under way is in memory; a process that dies loses it, and that time is then one
 * without reports, which speaks against nobody.
 */
export class HourCounters {
  #capacity = initialCapacity;
  #elevatorIds = new Uint32Array(initialCapacity);
  readonly #placeOf = new Map<number, number>();
  #liftNum = 0;
  /** The time of the newest report, and up to when time is counted; 0 of a lift that has not been heard. */
  #heardMs = new Float64Array(initialCapacity);
  #settledMs = new Float64Array(initialCapacity);
  #flags = new Uint8Array(initialCapacity);
  /** The device's own count of runs plus one; 0 where it sends none. */
  #ownRuns = new Float64Array(initialCapacity);
  #now = new Columns(initialCapacity);
  #startMs: number;
  #endMs: number;
  /** The part of the hour under way that an earlier process wrote as it ended. */
  #before: ReadonlyMap<number, LiftHour> = new Map();
  #finished: readonly FinishedHour[] = [];

  constructor(nowMs: number) {
    this.#startMs = Math.floor(nowMs / hourMs) * hourMs;
    this.#endMs = this.#startMs + hourMs;
  }

  /** The hour under way. */
  get startMs(): number {
    return this.#startMs;
  }

  /** Hours that are over and not written yet, oldest first. */
  get finished(): readonly FinishedHour[] {
    return this.#finished;
  }

  /** The newest report of a lift, which the fleet keeps at this place; reports out of order do not come here. */
  put(place: number, elevatorId: number, { report, receivedAtMs }: LatestReport): void {
    if (receivedAtMs >= this.#endMs) this.turnTo(receivedAtMs);
    if (place >= this.#capacity) this.#grow(place);
    if (this.#elevatorIds[place] !== elevatorId) this.#know(place, elevatorId);
    const isKnown = (this.#heardMs[place] ?? 0) > 0;
    const before = this.#flags[place] ?? 0;
    const flags =
      (report.service_mode === inspectionMode ? isInspection : 0) |
      (report.door === 'closed' ? 0 : isDoorOpen) |
      (report.car_status === 1 ? isRunning : 0);
    if (isKnown) {
      this.#settle(place, receivedAtMs);
      const begun = flags & ~before;
      if ((begun & isDoorOpen) !== 0) this.#count(this.#now.doorCycles, place, 1);
      const ownBefore = this.#ownRuns[place] ?? 0;
      const own = report.runs === undefined || ownBefore === 0 ? Number.NaN : report.runs + 1 - ownBefore;
      if (own >= 0 && own <= mostRunsBetween) this.#count(this.#now.runs, place, own);
      else if ((begun & isRunning) !== 0) this.#count(this.#now.runs, place, 1);
    }
    this.#flags[place] = flags;
    this.#ownRuns[place] = report.runs === undefined ? 0 : report.runs + 1;
    this.#heardMs[place] = receivedAtMs;
    if (receivedAtMs > (this.#settledMs[place] ?? 0)) this.#settledMs[place] = receivedAtMs;
  }

  /** The hour that began then, if it is in memory: the one under way as it stands now, or one that waits to be written. */
  hourOf(elevatorId: number, startMs: number, nowMs: number): LiftHour | undefined {
    const place = this.#placeOf.get(elevatorId);
    if (startMs !== this.#startMs) {
      if (place === undefined) return undefined;
      const found = this.#finished.find(({ atMs }) => atMs === startMs)?.at(place);
      // A lift that was heard first after that hour has its place behind those of the hour.
      return found?.[0] === elevatorId ? found[1] : undefined;
    }
    if (place !== undefined) this.#settle(place, nowMs);
    return this.#withBefore(elevatorId, place === undefined ? undefined : this.#now.hour(place));
  }

  /** Adds the part of the hour under way that an earlier process kept. */
  continueWith(kept: ReadonlyMap<number, LiftHour>): void {
    this.#before = kept;
  }

  /** Ends the hours before this moment. */
  turnTo(nowMs: number): void {
    if (nowMs < this.#endMs) return;
    this.#finish();
    this.#startMs = Math.floor(nowMs / hourMs) * hourMs;
    this.#endMs = this.#startMs + hourMs;
    this.#before = new Map();
    this.#now = new Columns(this.#capacity);
  }

  /** The hour under way as it stands at the end of the process. */
  endingAt(nowMs: number): FinishedHour {
    for (let place = 0; place < this.#liftNum; place += 1) this.#settle(place, nowMs);
    return this.#hour();
  }

  written(atMs: number): void {
    this.#finished = this.#finished.filter((hour) => hour.atMs !== atMs);
  }

  #finish(): void {
    for (let place = 0; place < this.#liftNum; place += 1) this.#settle(place, this.#endMs);
    this.#finished = [...this.#finished, this.#hour()];
  }

  /** The columns of the hour stay with it: those of the next one are new. */
  #hour(): FinishedHour {
    const [columns, before] = [this.#now, this.#before];
    const known = this.#elevatorIds.slice(0, this.#liftNum);
    // Lifts of the earlier part that have not been heard since come after the others.
    const only = [...before].filter(([elevatorId]) => !this.#placeOf.has(elevatorId));
    return {
      atMs: this.#startMs,
      liftNum: known.length + only.length,
      at(index) {
        const elevatorId = known[index];
        if (elevatorId === undefined) return only[index - known.length];
        const [hour, earlier] = [columns.hour(index), before.get(elevatorId)];
        const whole = hour === undefined || earlier === undefined ? (hour ?? earlier) : togetherHours(earlier, hour);
        return whole === undefined ? undefined : [elevatorId, whole];
      },
    };
  }

  #withBefore(elevatorId: number, hour: LiftHour | undefined): LiftHour | undefined {
    const earlier = this.#before.get(elevatorId);
    return hour === undefined || earlier === undefined ? (hour ?? earlier) : togetherHours(earlier, hour);
  }

  #count(counts: Uint16Array, place: number, by: number): void {
    counts[place] = Math.min(65_535, (counts[place] ?? 0) + by);
  }

  /** Counts the time since the last look by the newest report, as far as that speaks for it. */
  #settle(place: number, toMs: number): void {
    const fromMs = Math.max(this.#settledMs[place] ?? 0, this.#startMs);
    const untilMs = Math.min(toMs, (this.#heardMs[place] ?? 0) + reportHoldsMs, this.#endMs);
    if (untilMs <= fromMs) return;
    const now = this.#now;
    const inInspection = ((this.#flags[place] ?? 0) & isInspection) !== 0;
    now.reportedMs[place] = (now.reportedMs[place] ?? 0) + untilMs - fromMs;
    if (inInspection) now.inspectionMs[place] = (now.inspectionMs[place] ?? 0) + untilMs - fromMs;
    this.#settledMs[place] = untilMs;
    // At most one, because no report speaks for longer than a minute.
    const minute = this.#middlesBefore(untilMs) - 1;
    if (minute < this.#middlesBefore(fromMs)) return;
    const half = minute < halfOfMinutes ? 0 : 1;
    const bit = 1 << (minute % halfOfMinutes);
    now.reported[half][place] = (now.reported[half][place] ?? 0) | bit;
    if (inInspection) now.inspection[half][place] = (now.inspection[half][place] ?? 0) | bit;
  }

  /** Counts the minutes of the hour that have their middle before this moment. */
  #middlesBefore(atMs: number): number {
    return Math.max(0, Math.min(minutesOfHour, Math.ceil((atMs - this.#startMs - minuteMs / 2) / minuteMs)));
  }

  #know(place: number, elevatorId: number): void {
    this.#elevatorIds[place] = elevatorId;
    this.#placeOf.set(elevatorId, place);
    this.#liftNum = Math.max(this.#liftNum, place + 1);
  }

  #grow(place: number): void {
    while (this.#capacity <= place) this.#capacity *= 2;
    const capacity = this.#capacity;
    this.#elevatorIds = grown(new Uint32Array(capacity), this.#elevatorIds);
    this.#heardMs = grown(new Float64Array(capacity), this.#heardMs);
    this.#settledMs = grown(new Float64Array(capacity), this.#settledMs);
    this.#flags = grown(new Uint8Array(capacity), this.#flags);
    this.#ownRuns = grown(new Float64Array(capacity), this.#ownRuns);
    this.#now = new Columns(capacity, this.#now);
  }
}
