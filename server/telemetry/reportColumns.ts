import type { Telemetry } from '../../src/contract/device.ts';
import { doorStates } from '../../src/contract/labels.ts';
import type { RingSample } from '../ports/fleetReader.ts';

/** The value that stands for no speed in its column. */
export const noSpeed = -32_768;
const speedCmpsOf = ({ speed }: Telemetry): number => (speed === undefined ? noSpeed : Math.round(speed * 100));
const flagsOf = ({ service_mode, car_status, direction, door_zone }: Telemetry): number =>
  service_mode | (car_status << 3) | (direction << 4) | (Number(door_zone) << 6);

/** Columns of numbers, one slot a lift and a ring of slots for its past; grown by doubling. */
export class ReportColumns {
  readonly capacity: number;
  readonly atMs: Float64Array;
  readonly receivedAtMs: Float64Array;
  readonly floor: Int16Array;
  readonly speedCmps: Int16Array;
  /** Service mode (bits 0–2), car status (3), direction (4–5), door zone (6). */
  readonly flags: Uint8Array;
  readonly door: Uint8Array;
  readonly people: Uint8Array;

  constructor(capacity: number, from?: ReportColumns) {
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

  copy(from: ReportColumns, index: number, to: number): void {
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

/** Returns the larger array with the values of the smaller one. */
export function grown<A extends Float64Array | Int16Array | Uint8Array>(larger: A, from: A | undefined): A {
  if (from !== undefined) larger.set(from);
  return larger;
}
