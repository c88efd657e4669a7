import type { Telemetry } from '../../src/contract/device.ts';
import type { FleetReader, FleetWriter, LatestReport, RingSample } from '../ports/fleetReader.ts';
import { isOutdated } from './reportTimes.ts';
import { LogProgress } from './logProgress.ts';
import { OlderSamples, ringLength, ringSpanMs } from './olderSamples.ts';
import { grown, noSpeed, ReportColumns } from './reportColumns.ts';
import type { RealtimeColumns } from '../../src/contract/fleetColumns.ts';

/** The service mode of a lift that never reported. */
export const unknownServiceMode = 7;
const initialCapacity = 1_024;

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
  #now = new ReportColumns(initialCapacity);
  #ring = new ReportColumns(initialCapacity * ringLength);
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
    this.#now = new ReportColumns(capacity, this.#now);
    this.#ring = new ReportColumns(capacity * ringLength, this.#ring);
    this.#ringNext = grown(new Uint8Array(capacity), this.#ringNext);
    this.#ringCount = grown(new Uint8Array(capacity), this.#ringCount);
    this.#status = grown(new Uint8Array(capacity), this.#status);
    this.#call = grown(new Uint8Array(capacity), this.#call);
    this.#changedAt = grown(new Float64Array(capacity), this.#changedAt);
  }
}
