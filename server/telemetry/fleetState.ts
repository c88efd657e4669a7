import type { Telemetry } from '../../src/contract/device.ts';
import { doorStates } from '../../src/contract/labels.ts';
import type { FleetReader, FleetWriter, LatestReport, RingSample } from '../ports/fleetReader.ts';
import { isOutdated } from './reportTimes.ts';
import { LogProgress } from './logProgress.ts';
import type { RealtimeColumns } from '../../src/contract/fleetColumns.ts';

/** Five minutes at one report in five seconds (design: stack, telemetry). */
export const ringLength = 60;
export const ringSpanMs = 300_000;
/** Older samples of a lift that reports more often are kept this far apart. */
const olderApartMs = ringSpanMs / ringLength;

const noSpeed = -32_768;
const speedCmpsOf = ({ speed }: Telemetry): number => (speed === undefined ? noSpeed : Math.round(speed * 100));
const flagsOf = ({ service_mode, car_status, direction, door_zone }: Telemetry): number =>
  service_mode | (car_status << 3) | (direction << 4) | (Number(door_zone) << 6);
/** The service mode of a lift that never reported. */
export const unknownServiceMode = 7;
const initialCapacity = 1_024;

/** Columns of numbers, one slot a lift and a ring of slots for its past; grown by doubling. */
class Columns {
  readonly capacity: number;
  readonly atMs: Float64Array;
  readonly receivedAtMs: Float64Array;
  readonly floor: Int16Array;
  readonly speedCmps: Int16Array;
  /** Service mode (bits 0–2), car status (3), direction (4–5), door zone (6). */
  readonly flags: Uint8Array;
  readonly door: Uint8Array;
  readonly people: Uint8Array;

  constructor(capacity: number, from?: Columns) {
    this.capacity = capacity;
    this.atMs = grown(new Float64Array(capacity), from?.atMs);
    this.receivedAtMs = grown(new Float64Array(capacity), from?.receivedAtMs);
    this.floor = grown(new Int16Array(capacity), from?.floor);
    this.speedCmps = grown(new Int16Array(capacity), from?.speedCmps);
    this.flags = grown(new Uint8Array(capacity), from?.flags);
    this.door = grown(new Uint8Array(capacity), from?.door);
    this.people = grown(new Uint8Array(capacity), from?.people);
  }

  /** Would this report look different from the stored one? Its times are not visible. */
  shows(index: number, report: Telemetry): boolean {
    return (
      this.floor[index] === report.floor &&
      this.flags[index] === flagsOf(report) &&
      this.people[index] === report.people &&
      doorStates[this.door[index] ?? 0] === report.door &&
      this.speedCmps[index] === speedCmpsOf(report)
    );
  }

  write(index: number, report: Telemetry, receivedAtMs: number): void {
    this.atMs[index] = report.at;
    this.receivedAtMs[index] = receivedAtMs;
    this.floor[index] = report.floor;
    this.speedCmps[index] = speedCmpsOf(report);
    this.flags[index] = flagsOf(report);
    this.door[index] = doorStates.indexOf(report.door);
    this.people[index] = report.people;
  }

  copy(from: Columns, index: number, to: number): void {
    for (const name of ['atMs', 'receivedAtMs', 'floor', 'speedCmps', 'flags', 'door', 'people'] as const)
      this[name][to] = from[name][index] ?? 0;
  }

  /** The stored report, without members that have no column; speed to the centimetre. */
  report(index: number): Telemetry {
    const flags = this.flags[index] ?? 0;
    const speed = this.speedCmps[index] ?? noSpeed;
    return {
      at: this.atMs[index] ?? 0,
      service_mode: flags & 7,
      car_status: (flags >> 3) % 2 === 1 ? 1 : 0,
      direction: ((flags >> 4) & 3) === 2 ? 2 : ((flags >> 4) & 3) === 1 ? 1 : 0,
      door_zone: (flags >> 6) % 2 === 1,
      floor: this.floor[index] ?? 0,
      door: doorStates[this.door[index] ?? 0] ?? 'closed',
      people: this.people[index] ?? 0,
      ...(speed === noSpeed ? {} : { speed: speed / 100 }),
    };
  }

  sample(index: number): RingSample {
    const flags = this.flags[index] ?? 0;
    const speed = this.speedCmps[index] ?? noSpeed;
    return {
      receivedAtMs: this.receivedAtMs[index] ?? 0,
      atMs: this.atMs[index] ?? 0,
      serviceMode: flags & 7,
      carStatus: (flags >> 3) & 1,
      direction: (flags >> 4) & 3,
      doorZone: (flags >> 6) % 2 === 1,
      floor: this.floor[index] ?? 0,
      door: this.door[index] ?? 0,
      people: this.people[index] ?? 0,
      speedCmps: speed === noSpeed ? null : speed,
    };
  }
}

function grown<A extends Float64Array | Int16Array | Uint8Array>(larger: A, from: A | undefined): A {
  if (from !== undefined) larger.set(from);
  return larger;
}

/** Samples of a fast lift that its ring no longer holds, thinned out; most lifts need none. */
class OlderSamples {
  readonly #columns = new Columns(ringLength);
  #next = 0;
  #count = 0;
  #lastMs = Number.NEGATIVE_INFINITY;

  take(from: Columns, index: number): void {
    const receivedAtMs = from.receivedAtMs[index] ?? 0;
    // A clock set back must not end the keeping.
    if (Math.abs(receivedAtMs - this.#lastMs) < olderApartMs) return;
    this.#lastMs = receivedAtMs;
    this.#columns.copy(from, index, this.#next);
    this.#next = (this.#next + 1) % ringLength;
    this.#count = Math.min(ringLength, this.#count + 1);
  }

  /** Oldest first. */
  samples(): RingSample[] {
    return Array.from({ length: this.#count }, (_, age) =>
      this.#columns.sample((this.#next - this.#count + age + ringLength) % ringLength),
    );
  }
}

type Extras = Pick<Telemetry, 'load' | 'codes' | 'hours' | 'runs'>;

function extrasOf({ load, codes, hours, runs }: Telemetry): Extras | undefined {
  if (load === undefined && codes === undefined && hours === undefined && runs === undefined) return undefined;
  return {
    ...(load === undefined ? {} : { load }),
    ...(codes === undefined ? {} : { codes }),
    ...(hours === undefined ? {} : { hours }),
    ...(runs === undefined ? {} : { runs }),
  };
}

/** A lift as a reader of changes gets it. */
export interface FleetRow extends RingSample {
  readonly elevatorId: number;
  /** Device status index. */
  readonly status: number;
  readonly hasCall: boolean;
}

/** Counts reports by lift: `place` is where the fleet keeps the lift. */
export interface ReportCounters {
  put(place: number, elevatorId: number, latest: LatestReport): void;
}

/**
 * The fleet as it is now, in memory: the last report, a five-minute ring and a number that rises with each visible change,
 * so that a reader asks only for what changed. Telemetry never enters the log.
 */
export class FleetState implements FleetReader, FleetWriter {
  readonly #slotOf = new Map<number, number>();
  readonly #elevatorIds: number[] = [];
  /** The device whose report the columns hold; undefined for a lift that never reported. */
  readonly #deviceKeys: (string | undefined)[] = [];
  /** Members that not every device sends are stored beside the columns. */
  readonly #extras: (Extras | undefined)[] = [];
  #now = new Columns(initialCapacity);
  #ring = new Columns(initialCapacity * ringLength);
  readonly #older = new Map<number, OlderSamples>();
  #ringNext = new Uint8Array(initialCapacity);
  #ringCount = new Uint8Array(initialCapacity);
  #status = new Uint8Array(initialCapacity);
  #call = new Uint8Array(initialCapacity);
  #changedAt = new Float64Array(initialCapacity);
  #sequence = 0;
  /** Up to where statuses and open calls follow the log. */
  readonly log = new LogProgress();
  readonly #onReport: ((elevatorId: number, latest: LatestReport) => void) | undefined;
  readonly #counters: ReportCounters | undefined;

  /** `onReport` gets every report, even those that come too late to count; `counters` those that are the newest of their lift. */
  constructor({
    onReport,
    counters,
  }: {
    readonly onReport?: ((elevatorId: number, latest: LatestReport) => void) | undefined;
    readonly counters?: ReportCounters | undefined;
  } = {}) {
    this.#onReport = onReport;
    this.#counters = counters;
  }

  /** Rises with each visible change of any lift. */
  get sequence(): number {
    return this.#sequence;
  }

  /** Keeps the newest by the device's own clock: a report that arrives out of order changes nothing. */
  put(elevatorId: number, latest: LatestReport): void {
    this.#onReport?.(elevatorId, latest);
    const slot = this.#slot(elevatorId);
    const now = this.#now;
    const isKnown = this.#deviceKeys[slot] !== undefined;
    if (isKnown && this.#isOutdated(slot, latest)) return;
    this.#counters?.put(slot, elevatorId, latest);
    const isVisible = !isKnown || !now.shows(slot, latest.report);
    this.#deviceKeys[slot] = latest.deviceKey;
    this.#extras[slot] = extrasOf(latest.report);
    now.write(slot, latest.report, latest.receivedAtMs);
    const next = this.#ringNext[slot] ?? 0;
    if (this.#ringCount[slot] === ringLength) this.#keepOlder(slot, slot * ringLength + next, latest.receivedAtMs);
    this.#ring.write(slot * ringLength + next, latest.report, latest.receivedAtMs);
    this.#ringNext[slot] = (next + 1) % ringLength;
    this.#ringCount[slot] = Math.min(ringLength, (this.#ringCount[slot] ?? 0) + 1);
    if (isVisible) this.#touch(slot);
  }

  get(elevatorId: number): LatestReport | undefined {
    const slot = this.#slotOf.get(elevatorId);
    const deviceKey = slot === undefined ? undefined : this.#deviceKeys[slot];
    if (slot === undefined || deviceKey === undefined) return undefined;
    return {
      deviceKey,
      report: { ...this.#now.report(slot), ...this.#extras[slot] },
      receivedAtMs: this.#now.receivedAtMs[slot] ?? 0,
    };
  }

  /** Device status index of a lift (online, offline …). */
  setStatus(elevatorId: number, status: number): void {
    const slot = this.#slot(elevatorId);
    if (this.#status[slot] === status) return;
    this.#status[slot] = status;
    this.#touch(slot);
  }

  /** Device status index; 0 of a lift that is not known. */
  statusOf(elevatorId: number): number {
    return this.statusAt(this.placeOf(elevatorId));
  }

  hasCall(elevatorId: number): boolean {
    return this.hasCallAt(this.placeOf(elevatorId));
  }

  /** Returns the place of a lift in memory, for readers of all lifts: a known lift keeps its place. -1 of a lift that is not known. */
  placeOf(elevatorId: number): number {
    return this.#slotOf.get(elevatorId) ?? -1;
  }

  /** As `statusOf`, by `placeOf`. */
  statusAt(place: number): number {
    return this.#status[place] ?? 0;
  }

  /** As `hasCall`, by `placeOf`. */
  hasCallAt(place: number): boolean {
    return this.#call[place] === 1;
  }

  /** Has the lift an open rescue order? */
  setCall(elevatorId: number, hasCall: boolean): void {
    const slot = this.#slot(elevatorId);
    if (this.#call[slot] === Number(hasCall)) return;
    this.#call[slot] = Number(hasCall);
    this.#touch(slot);
  }

  /**
   * The lift's last five minutes at least, oldest first; if it reports more often than every five seconds, its last
   * reports are complete.
   */
  ring(elevatorId: number): readonly RingSample[] {
    const slot = this.#slotOf.get(elevatorId);
    if (slot === undefined) return [];
    const count = this.#ringCount[slot] ?? 0;
    const next = this.#ringNext[slot] ?? 0;
    const ring = Array.from({ length: count }, (_, age) =>
      this.#ring.sample(slot * ringLength + ((next - count + age + ringLength) % ringLength)),
    );
    const fromMs = (ring.at(-1)?.receivedAtMs ?? 0) - ringSpanMs;
    const older =
      this.#older
        .get(slot)
        ?.samples()
        .filter(({ receivedAtMs }) => receivedAtMs >= fromMs && receivedAtMs < (ring[0]?.receivedAtMs ?? 0)) ?? [];
    return [...older, ...ring];
  }

  /** Names each lift that changed after `sequence` (0: every known lift). */
  visitChangedSince(sequence: number, visit: (elevatorId: number) => void): void {
    for (let slot = 0; slot < this.#elevatorIds.length; slot += 1) {
      if ((this.#changedAt[slot] ?? 0) > sequence) visit(this.#elevatorIds[slot] ?? 0);
    }
  }

  /** Puts a lift's present state at the end of each column; false for a lift that is not known. */
  appendTo(columns: RealtimeColumns, elevatorId: number): boolean {
    const slot = this.#slotOf.get(elevatorId);
    if (slot === undefined) return false;
    const now = this.#now;
    const flags = now.flags[slot] ?? 0;
    const seenMs = now.receivedAtMs[slot] ?? 0;
    const speed = now.speedCmps[slot] ?? noSpeed;
    columns.id.push(elevatorId);
    columns.status.push(this.#status[slot] ?? 0);
    columns.service_mode.push(seenMs === 0 ? unknownServiceMode : flags & 7);
    columns.car_status.push((flags >> 3) & 1);
    columns.direction.push((flags >> 4) & 3);
    columns.floor.push(seenMs === 0 ? 1 : (now.floor[slot] ?? 0));
    columns.door.push(now.door[slot] ?? 0);
    columns.people.push(now.people[slot] ?? 0);
    columns.speed.push(seenMs === 0 || speed === noSpeed ? null : speed);
    columns.call.push(this.#call[slot] ?? 0);
    columns.seen_ms.push(seenMs);
    return true;
  }

  row(elevatorId: number): FleetRow | undefined {
    const slot = this.#slotOf.get(elevatorId);
    return slot === undefined ? undefined : this.#row(slot);
  }

  #row(slot: number): FleetRow {
    return {
      ...this.#now.sample(slot),
      elevatorId: this.#elevatorIds[slot] ?? 0,
      status: this.#status[slot] ?? 0,
      hasCall: this.#call[slot] === 1,
    };
  }

  /** Before the ring forgets a sample that is younger than its span. */
  #keepOlder(slot: number, index: number, nowMs: number): void {
    // A little less is near enough: reports each five seconds come with some jitter.
    if (nowMs - (this.#ring.receivedAtMs[index] ?? 0) >= ringSpanMs * 0.9) return;
    const older = this.#older.get(slot) ?? new OlderSamples();
    this.#older.set(slot, older);
    older.take(this.#ring, index);
  }

  #touch(slot: number): void {
    this.#sequence += 1;
    this.#changedAt[slot] = this.#sequence;
  }

  /** Arrived out of order, or sent from a device's buffer after a newer one. */
  #isOutdated(slot: number, { deviceKey, report, receivedAtMs }: LatestReport): boolean {
    return (
      deviceKey === this.#deviceKeys[slot] &&
      isOutdated(report.at, receivedAtMs, this.#now.atMs[slot] ?? 0, this.#now.receivedAtMs[slot] ?? 0)
    );
  }

  #slot(elevatorId: number): number {
    const known = this.#slotOf.get(elevatorId);
    if (known !== undefined) return known;
    const slot = this.#elevatorIds.length;
    if (slot === this.#now.capacity) this.#grow(slot * 2);
    this.#elevatorIds.push(elevatorId);
    this.#deviceKeys.push(undefined);
    this.#extras.push(undefined);
    this.#slotOf.set(elevatorId, slot);
    return slot;
  }

  #grow(capacity: number): void {
    this.#now = new Columns(capacity, this.#now);
    this.#ring = new Columns(capacity * ringLength, this.#ring);
    this.#ringNext = grown(new Uint8Array(capacity), this.#ringNext);
    this.#ringCount = grown(new Uint8Array(capacity), this.#ringCount);
    this.#status = grown(new Uint8Array(capacity), this.#status);
    this.#call = grown(new Uint8Array(capacity), this.#call);
    this.#changedAt = grown(new Float64Array(capacity), this.#changedAt);
  }
}
