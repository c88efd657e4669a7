import type { DoorState } from '../../src/contract/labels.ts';
import type { Random } from '../runtime/random.ts';
import { profileAt } from './dayProfile.ts';

const floorHeightM = 3;
const topSpeedMps = 1.75;
/** In inspection mode (GB/T 7588.1 allows 0.63 m/s). */
const inspectionSpeedMps = 0.5;
const accelerationMps2 = 0.6;
const personKg = 68;
const doorMoveMs = 2_200;
const mostPeople = 13;
const groundFloor = 1;

/** The activity of the car for a while. */
type Phase =
  | { readonly kind: 'idle'; readonly untilMs: number }
  | { readonly kind: 'opening' | 'closing'; readonly untilMs: number }
  | { readonly kind: 'dwelling'; readonly untilMs: number; readonly peopleAfter: number }
  | {
      readonly kind: 'moving';
      readonly fromMs: number;
      readonly untilMs: number;
      readonly from: number;
      readonly to: number;
    };

/** A leg still to come: where to, and who is in the car when its door closes there. */
interface Stop {
  readonly floor: number;
  readonly peopleAfter: number;
}

/** A car's report, before the wire's names. */
export interface CarState {
  readonly floor: number;
  readonly door: DoorState;
  readonly isMoving: boolean;
  readonly direction: 0 | 1 | 2;
  readonly isInDoorZone: boolean;
  readonly speedMps: number;
  readonly people: number;
  readonly loadKg: number;
  readonly isStuck: boolean;
  readonly runHours: number;
  readonly runs: number;
}

/** One car and its passengers, advanced in time by the caller. It starts idle at some floor. */
export class LiftModel {
  readonly #random: Random;
  readonly #floors: readonly number[];
  #phase: Phase;
  #stops: Stop[] = [];
  #floor: number;
  #people = 0;
  #nowMs: number;
  #stuckSinceMs: number | undefined;
  #isHalted = false;
  #isDoorHeld = false;
  #isServiced = false;
  #runs: number;
  #runMs: number;

  constructor(random: Random, range: { readonly floorMin: number; readonly floorMax: number }, nowMs: number) {
    this.#random = random;
    // There is no floor 0.
    this.#floors = Array.from(
      { length: range.floorMax - range.floorMin + 1 },
      (_, index) => range.floorMin + index,
    ).filter((floor) => floor !== 0);
    this.#floor = random.isTrue(0.5) ? groundFloor : this.#anyFloor();
    this.#nowMs = nowMs;
    this.#runs = random.between(20_000, 900_000);
    this.#runMs = this.#runs * 22_000;
    this.#phase = { kind: 'idle', untilMs: nowMs + this.#waitMs() * random.next() };
  }

  /** Workers run it in inspection mode. */
  get isServiced(): boolean {
    return this.#isServiced;
  }

  get isStuck(): boolean {
    return this.#stuckSinceMs !== undefined;
  }

  get stuckSinceMs(): number | undefined {
    return this.#stuckSinceMs;
  }

  /** Stops the car where it is, with someone in it. */
  getStuck(nowMs: number, people: number): void {
    this.advanceTo(nowMs);
    this.#stuckSinceMs ??= nowMs;
    this.#people = Math.max(this.#people, people);
  }

  /** Workers switch it to inspection mode, or back: it goes slowly from floor to floor, and its door opens at each. */
  service(isServiced: boolean, nowMs: number): void {
    this.advanceTo(nowMs);
    this.#isServiced = isServiced;
    if (isServiced && this.#phase.kind === 'idle') this.#phase = { kind: 'idle', untilMs: nowMs + this.#waitMs() };
  }

  /** Stands where it is: no power, or an open safety circuit. */
  halt(nowMs: number): void {
    this.advanceTo(nowMs);
    this.#isHalted = true;
  }

  /** Something holds its door open at the floor where it is, or lets go of it. A car that cannot move is held once it can. */
  holdDoor(isHeld: boolean, nowMs: number): void {
    if (isHeld === this.#isDoorHeld || (isHeld && (this.isStuck || this.#isHalted))) return;
    this.advanceTo(nowMs);
    this.#isDoorHeld = isHeld;
    if (isHeld) {
      this.#floor = this.#floorAt(nowMs);
      this.#stops = [{ floor: this.#floor, peopleAfter: this.#people }];
      this.#phase = { kind: 'dwelling', untilMs: Number.POSITIVE_INFINITY, peopleAfter: this.#people };
    } else if (this.#phase.untilMs === Number.POSITIVE_INFINITY)
      this.#phase = { kind: 'dwelling', untilMs: nowMs + doorMoveMs, peopleAfter: this.#people };
  }

  /** It moves again, beginning at its floor with an open door. */
  resume(nowMs: number): void {
    if (!this.#isHalted) return;
    this.#isHalted = false;
    if (!this.isStuck) this.#beginAfresh(nowMs);
  }

  /** Help has come: the car opens and empties, then runs on. */
  release(nowMs: number): void {
    if (this.#stuckSinceMs === undefined) return;
    this.#stuckSinceMs = undefined;
    if (!this.#isHalted) this.#beginAfresh(nowMs);
  }

  #beginAfresh(nowMs: number): void {
    this.#isDoorHeld = false;
    this.#nowMs = nowMs;
    this.#floor = this.#floorAt(nowMs);
    this.#stops = [];
    this.#phase = { kind: 'opening', untilMs: nowMs + doorMoveMs };
    this.#stops.push({ floor: this.#floor, peopleAfter: 0 });
  }

  advanceTo(nowMs: number): void {
    if (this.#stuckSinceMs !== undefined || this.#isHalted) return;
    while (this.#phase.untilMs <= nowMs) this.#next(this.#phase.untilMs);
    this.#nowMs = nowMs;
  }

  state(): CarState {
    const phase = this.#phase;
    const isStuck = this.isStuck;
    const isStill = isStuck || this.#isHalted;
    const isMoving = phase.kind === 'moving' && !isStill;
    return {
      floor: this.#floorAt(this.#nowMs),
      door: isStuck ? 'closed' : doorOf(phase),
      isMoving,
      direction: phase.kind !== 'moving' || isStill ? 0 : phase.to > phase.from ? 1 : 2,
      isInDoorZone: phase.kind !== 'moving',
      speedMps: isMoving ? this.#speedAt(phase) : 0,
      people: this.#people,
      loadKg: this.#people * personKg,
      isStuck,
      runHours: Math.round(this.#runMs / 360_000) / 10,
      runs: this.#runs,
    };
  }

  #next(atMs: number): void {
    const phase = this.#phase;
    const [stop] = this.#stops;
    switch (phase.kind) {
      case 'idle':
        this.#stops = this.#planTrip(atMs);
        this.#leave(atMs);
        return;
      case 'moving':
        this.#floor = phase.to;
        this.#runs += 1;
        this.#runMs += phase.untilMs - phase.fromMs;
        this.#phase = { kind: 'opening', untilMs: atMs + doorMoveMs };
        return;
      case 'opening':
        this.#phase = {
          kind: 'dwelling',
          untilMs: atMs + 3_000 + this.#random.next() * 6_000,
          peopleAfter: stop?.peopleAfter ?? 0,
        };
        return;
      case 'dwelling':
        this.#people = phase.peopleAfter;
        this.#stops.shift();
        this.#phase = { kind: 'closing', untilMs: atMs + doorMoveMs };
        return;
      case 'closing':
        this.#leave(atMs);
    }
  }

  /** Towards the next stop; a car that is there already opens its door. */
  #leave(atMs: number): void {
    const [stop] = this.#stops;
    if (stop === undefined) this.#phase = { kind: 'idle', untilMs: atMs + this.#waitMs() };
    else if (stop.floor === this.#floor) this.#phase = { kind: 'opening', untilMs: atMs + doorMoveMs };
    else
      this.#phase = {
        kind: 'moving',
        fromMs: atMs,
        untilMs: atMs + this.#travelMs(this.#floor, stop.floor),
        from: this.#floor,
        to: stop.floor,
      };
  }

  #planTrip(atMs: number): Stop[] {
    if (this.#isServiced) {
      const at = this.#floors.indexOf(this.#floor);
      const next = this.#floors[at + 1] ?? this.#floors[at - 1] ?? this.#floor;
      return [this.#floor, this.#random.isTrue(0.5) ? next : (this.#floors[at - 1] ?? next)].map((floor) => ({
        floor,
        peopleAfter: 0,
      }));
    }
    const random = this.#random;
    const { down, up } = profileAt(atMs);
    const people = Math.min(
      mostPeople,
      random.pickWeighted([
        [1, 62],
        [2, 24],
        [3, 9],
        [4, 4],
        [6, 1],
      ]),
    );
    const chance = random.next();
    const from = chance < down ? this.#anyFloor() : chance < down + up ? groundFloor : this.#anyFloor();
    const to = chance < down ? groundFloor : this.#anyFloor();
    if (from === to) return [{ floor: from, peopleAfter: 0 }];
    return [
      { floor: from, peopleAfter: people },
      { floor: to, peopleAfter: 0 },
    ];
  }

  #anyFloor(): number {
    return this.#floors[this.#random.between(0, this.#floors.length - 1)] ?? groundFloor;
  }

  #waitMs(): number {
    if (this.#isServiced) return 10_000 + this.#random.next() * 20_000;
    const { trips } = profileAt(this.#nowMs);
    return -Math.log(1 - this.#random.next()) * (3_600_000 / trips);
  }

  get #topMps(): number {
    return this.#isServiced ? inspectionSpeedMps : topSpeedMps;
  }

  #travelMs(from: number, to: number): number {
    const heightM = Math.abs(to - from) * floorHeightM;
    return 1_000 * (heightM / this.#topMps + this.#topMps / accelerationMps2);
  }

  #floorAt(nowMs: number): number {
    const phase = this.#phase;
    if (phase.kind !== 'moving') return this.#floor;
    const share = Math.min(1, Math.max(0, (nowMs - phase.fromMs) / (phase.untilMs - phase.fromMs)));
    const floor = Math.round(phase.from + (phase.to - phase.from) * share);
    return floor === 0 ? groundFloor : floor;
  }

  #speedAt(phase: Extract<Phase, { kind: 'moving' }>): number {
    const sinceMs = this.#nowMs - phase.fromMs;
    const leftMs = phase.untilMs - this.#nowMs;
    return Math.round(100 * Math.min(this.#topMps, (accelerationMps2 * Math.min(sinceMs, leftMs)) / 1_000)) / 100;
  }
}

function doorOf(phase: Phase): DoorState {
  switch (phase.kind) {
    case 'opening':
      return 'opening';
    case 'dwelling':
      return 'open';
    case 'closing':
      return 'closing';
    default:
      return 'closed';
  }
}
