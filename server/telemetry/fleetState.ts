import type { Telemetry } from '../../src/contract/device.ts';
import type { RealtimeColumns } from '../../src/contract/endpoints/realtime.ts';
import { doorStates } from '../../src/contract/labels.ts';

/** The last report of one lift's device. */
export interface LatestReport {
  readonly deviceKey: string;
  readonly report: Telemetry;
  readonly receivedAtMs: number;
}

/** One report as kept in the ring: enough to draw the lift again. */
export interface RingSample {
  readonly receivedAtMs: number;
  readonly atMs: number;
  readonly serviceMode: number;
  readonly carStatus: number;
  readonly direction: number;
  readonly doorZone: boolean;
  readonly floor: number;
  /** Index into `doorStates`. */
  readonly door: number;
  readonly people: number;
  /** Null where not reported. */
  readonly speedCmps: number | null;
}

/** Five minutes at one report in five seconds (design: stack, telemetry). */
export const ringLength = 60;

const noSpeed = -32_768;
/** Of a lift that never reported. */
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

  write(index: number, report: Telemetry, receivedAtMs: number): void {
    this.atMs[index] = report.at;
    this.receivedAtMs[index] = receivedAtMs;
    this.floor[index] = report.floor;
    this.speedCmps[index] = report.speed === undefined ? noSpeed : Math.round(report.speed * 100);
    this.flags[index] = report.service_mode | (report.car_status << 3) | (report.direction << 4) | (Number(report.door_zone) << 6);
    this.door[index] = doorStates.indexOf(report.door);
    this.people[index] = report.people;
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

/** What a reader of changes gets of one lift. */
export interface FleetRow extends RingSample {
  readonly elevatorId: number;
  /** Device status index. */
  readonly status: number;
  readonly hasCall: boolean;
}

/**
 * The fleet as it is now, in memory: the last report, a five-minute ring and a number that rises with each visible change,
 * so that a reader asks only for what changed. Telemetry never enters the log.
 */
export class FleetState {
  readonly #slotOf = new Map<number, number>();
  readonly #elevatorIds: number[] = [];
  readonly #latest: (LatestReport | undefined)[] = [];
  #now = new Columns(initialCapacity);
  #ring = new Columns(initialCapacity * ringLength);
  #ringNext = new Uint8Array(initialCapacity);
  #ringCount = new Uint8Array(initialCapacity);
  #status = new Uint8Array(initialCapacity);
  #call = new Uint8Array(initialCapacity);
  #changedAt = new Float64Array(initialCapacity);
  #sequence = 0;
  readonly #onReport: ((elevatorId: number, latest: LatestReport) => void) | undefined;

  /** `onReport` is given every report, also those that come too late to count. */
  constructor({ onReport }: { readonly onReport?: ((elevatorId: number, latest: LatestReport) => void) | undefined } = {}) {
    this.#onReport = onReport;
  }

  /** Rises with each visible change of any lift. */
  get sequence(): number {
    return this.#sequence;
  }

  /** Keeps the newest by the device's own clock: a report that arrives out of order changes nothing. */
  put(elevatorId: number, latest: LatestReport): void {
    this.#onReport?.(elevatorId, latest);
    const slot = this.#slot(elevatorId);
    const known = this.#latest[slot];
    if (known !== undefined && isOutdated(latest, known)) return;
    const isVisible = known === undefined || isVisiblyDifferent(known.report, latest.report);
    this.#latest[slot] = latest;
    this.#now.write(slot, latest.report, latest.receivedAtMs);
    const next = this.#ringNext[slot] ?? 0;
    this.#ring.write(slot * ringLength + next, latest.report, latest.receivedAtMs);
    this.#ringNext[slot] = (next + 1) % ringLength;
    this.#ringCount[slot] = Math.min(ringLength, (this.#ringCount[slot] ?? 0) + 1);
    if (isVisible) this.#touch(slot);
  }

  get(elevatorId: number): LatestReport | undefined {
    const slot = this.#slotOf.get(elevatorId);
    return slot === undefined ? undefined : this.#latest[slot];
  }

  /** Device status index of a lift (online, offline …). */
  setStatus(elevatorId: number, status: number): void {
    const slot = this.#slot(elevatorId);
    if (this.#status[slot] === status) return;
    this.#status[slot] = status;
    this.#touch(slot);
  }

  /** Has the lift an open rescue order? */
  setCall(elevatorId: number, hasCall: boolean): void {
    const slot = this.#slot(elevatorId);
    if (this.#call[slot] === Number(hasCall)) return;
    this.#call[slot] = Number(hasCall);
    this.#touch(slot);
  }

  /** The lift's last minutes, oldest first. */
  ring(elevatorId: number): readonly RingSample[] {
    const slot = this.#slotOf.get(elevatorId);
    if (slot === undefined) return [];
    const count = this.#ringCount[slot] ?? 0;
    const next = this.#ringNext[slot] ?? 0;
    return Array.from({ length: count }, (_, age) => this.#ring.sample(slot * ringLength + ((next - count + age + ringLength) % ringLength)));
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
    return { ...this.#now.sample(slot), elevatorId: this.#elevatorIds[slot] ?? 0, status: this.#status[slot] ?? 0, hasCall: this.#call[slot] === 1 };
  }

  #touch(slot: number): void {
    this.#sequence += 1;
    this.#changedAt[slot] = this.#sequence;
  }

  #slot(elevatorId: number): number {
    const known = this.#slotOf.get(elevatorId);
    if (known !== undefined) return known;
    const slot = this.#elevatorIds.length;
    if (slot === this.#now.capacity) this.#grow(slot * 2);
    this.#elevatorIds.push(elevatorId);
    this.#latest.push(undefined);
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

/** A report that seems older is believed all the same when nothing newer came for this long: the device's clock was put back. */
const frozenAfterMs = 60_000;

const clockOffsetMs = ({ report, receivedAtMs }: LatestReport): number => Math.abs(receivedAtMs - report.at);

/** Arrived out of order, or sent from a device's buffer after a newer one. */
function isOutdated(next: LatestReport, known: LatestReport): boolean {
  if (next.deviceKey !== known.deviceKey || next.report.at >= known.report.at) return false;
  // A clock that was wrong and has been put right goes back in time, towards ours.
  const isClockPutRight = clockOffsetMs(next) < clockOffsetMs(known);
  return !isClockPutRight && next.receivedAtMs - known.receivedAtMs < frozenAfterMs;
}

function isVisiblyDifferent(a: Telemetry, b: Telemetry): boolean {
  return (
    a.floor !== b.floor || a.door !== b.door || a.people !== b.people || a.direction !== b.direction || a.car_status !== b.car_status ||
    a.service_mode !== b.service_mode || a.speed !== b.speed || a.door_zone !== b.door_zone
  );
}
