import type { Principal } from '../access/principal.ts';
import { isInScope, type Scope } from '../access/scope.ts';
import type { Directory, ElevatorInfo } from '../domain/city/directory.ts';
import type { EventStore } from '../store/eventStore.ts';
import type { FleetReader } from '../ports/fleetReader.ts';
import { fullYearsAt, unknownAge } from './liftAge.ts';

export interface LiftCensusParts {
  readonly store: Pick<EventStore, 'head'>;
  readonly directory: Pick<Directory, 'generation' | 'elevators'>;
  readonly fleet: Pick<FleetReader, 'log' | 'placeOf' | 'statusAt' | 'hasCallAt'>;
}

/** Counts of some lifts. Scrapped ones are no part of the fleet and count only among the calls: theirs ring like any other. */
export interface LiftCounts {
  lifts: number;
  /** Lifts whose collector reports, then those whose collector does not. */
  online: number;
  offline: number;
  /** With an open rescue order. */
  calls: number;
  /** With an installation date; the sum of their ages, ms, and 0 of a lift that will be installed. */
  dated: number;
  ageMs: number;
}

/** The group by which lifts are counted: their area's community, their brand (0: none), their age in full years, or all together (0). */
export type LiftGroup = 'community' | 'brand' | 'years' | 'all';

export interface CountLifts {
  readonly group: LiftGroup;
  readonly nowMs: number;
  /** Only lifts of this brand. */
  readonly brandId?: number | undefined;
}

/** Each some hundred kilobytes with a hundred thousand lifts. */
const mostScopesKept = 100;
const noBrand = 0;

/** The base data of each lift, by column: a walk through a hundred thousand takes a millisecond, through as many objects twenty. */
class Columns {
  readonly community: Int32Array;
  readonly brand: Int32Array;
  /** Not a number where no date is registered. */
  readonly installAtMs: Float64Array;
  readonly isScrapped: Uint8Array;
  /** In the fleet's memory; -1 while it does not know the lift. */
  readonly place: Int32Array;

  constructor(length: number) {
    this.community = new Int32Array(length);
    this.brand = new Int32Array(length);
    this.installAtMs = new Float64Array(length);
    this.isScrapped = new Uint8Array(length);
    this.place = new Int32Array(length).fill(-1);
  }

  copyFrom(before: Columns): this {
    for (const column of ['community', 'brand', 'installAtMs', 'isScrapped', 'place'] as const)
      this[column].set(before[column].subarray(0, this[column].length));
    return this;
  }

  write(index: number, { responsible, installAtMs, isScrapped }: ElevatorInfo): void {
    this.community[index] = responsible.communityId;
    this.brand[index] = responsible.brandId ?? noBrand;
    this.installAtMs[index] = installAtMs ?? Number.NaN;
    this.isScrapped[index] = Number(isScrapped);
    this.place[index] = -1;
  }
}

/**
 * Counts the lifts that a caller may see, by what they are and how they are now: every figure of the fleet comes from here. Base data
 * come from the directory and are read again when they change; the state of each lift comes from the fleet in memory. An answer
 * includes everything that was committed before the question.
 */
export class LiftCensus {
  readonly #parts: LiftCensusParts;
  #generation: number | undefined;
  #lifts: ElevatorInfo[] = [];
  #columns = new Columns(0);
  readonly #brandNames = new Map<number, string>();
  /** By scope: the lifts in it, by index. */
  readonly #members = new Map<string, Uint32Array>();

  constructor(parts: LiftCensusParts) {
    this.#parts = parts;
  }

  /**
   * By the id or number that `group` names; a group without a lift and without a call is left out. Rejects when the log cannot be
   * followed.
   */
  async count({ scope }: Principal, what: CountLifts): Promise<ReadonlyMap<number, LiftCounts>> {
    const { store, fleet } = this.#parts;
    await fleet.log.until(await store.head());
    this.#read();
    return this.#countMembers(scope, what);
  }

  /** Returns the name of a brand that was counted. */
  brandName(brandId: number): string {
    return this.#brandNames.get(brandId) ?? '';
  }

  /** Most changes touch one lift, whose entry is another object then: only such lifts are written again. */
  #read(): void {
    const { directory } = this.#parts;
    if (directory.generation === this.#generation) return;
    this.#generation = directory.generation;
    this.#members.clear();
    const lifts = [...directory.elevators()];
    if (lifts.length !== this.#lifts.length) this.#columns = new Columns(lifts.length).copyFrom(this.#columns);
    for (const [index, lift] of lifts.entries()) {
      if (lift === this.#lifts[index]) continue;
      this.#columns.write(index, lift);
      const { brandId, brandName } = lift.responsible;
      if (brandId !== null) this.#brandNames.set(brandId, brandName);
    }
    this.#lifts = lifts;
  }

  /** Undefined for all. */
  #membersOf(scope: Scope): Uint32Array | undefined {
    if (scope.kind === 'all') return undefined;
    const key = JSON.stringify(scope);
    const known = this.#members.get(key);
    if (known !== undefined) return known;
    const found = new Uint32Array(this.#lifts.length);
    let length = 0;
    for (const [index, { responsible }] of this.#lifts.entries())
      if (isInScope(scope, responsible)) {
        found[length] = index;
        length += 1;
      }
    const members = found.slice(0, length);
    if (this.#members.size >= mostScopesKept) this.#members.clear();
    this.#members.set(key, members);
    return members;
  }

  #countMembers(scope: Scope, { group, nowMs, brandId }: CountLifts): ReadonlyMap<number, LiftCounts> {
    const { brand } = this.#columns;
    const members = this.#membersOf(scope);
    const groupOf = this.#groupOf(group, nowMs);
    const groups = new Map<number, LiftCounts>();
    const length = members?.length ?? this.#lifts.length;
    let known: { readonly id: number; readonly counts: LiftCounts } | undefined;
    for (let member = 0; member < length; member += 1) {
      const index = members?.[member] ?? member;
      if (brandId !== undefined && brand[index] !== brandId) continue;
      const id = groupOf(index);
      // Neighbours are often of one group.
      if (known?.id !== id) known = { id, counts: countsOf(groups, id) };
      this.#add(known.counts, index, nowMs);
    }
    for (const [id, { lifts, calls }] of groups) if (lifts === 0 && calls === 0) groups.delete(id);
    return groups;
  }

  #groupOf(group: LiftGroup, nowMs: number): (index: number) => number {
    const { community, brand, installAtMs } = this.#columns;
    if (group === 'all') return () => 0;
    if (group === 'community') return (index) => community[index] ?? 0;
    if (group === 'brand') return (index) => brand[index] ?? noBrand;
    const yearsOf = fullYearsAt(nowMs);
    return (index) => {
      const atMs = installAtMs[index] ?? Number.NaN;
      return Number.isNaN(atMs) ? unknownAge : yearsOf(atMs);
    };
  }

  #add(counts: LiftCounts, index: number, nowMs: number): void {
    const { fleet } = this.#parts;
    const { installAtMs, isScrapped } = this.#columns;
    const place = this.#placeOf(index);
    if (fleet.hasCallAt(place)) counts.calls += 1;
    if (isScrapped[index] === 1) return;
    counts.lifts += 1;
    const status = fleet.statusAt(place);
    if (status === 1) counts.online += 1;
    if (status === 2) counts.offline += 1;
    const atMs = installAtMs[index] ?? Number.NaN;
    if (Number.isNaN(atMs)) return;
    counts.dated += 1;
    counts.ageMs += Math.max(0, nowMs - atMs);
  }

  #placeOf(index: number): number {
    const { place } = this.#columns;
    const known = place[index] ?? -1;
    const lift = this.#lifts[index];
    if (known !== -1 || lift === undefined) return known;
    return (place[index] = this.#parts.fleet.placeOf(lift.id));
  }
}

function countsOf(groups: Map<number, LiftCounts>, id: number): LiftCounts {
  const known = groups.get(id) ?? { lifts: 0, online: 0, offline: 0, calls: 0, dated: 0, ageMs: 0 };
  groups.set(id, known);
  return known;
}
