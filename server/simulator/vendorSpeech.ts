import type { AlarmKind, DoorState } from '../../src/contract/labels.ts';
import { doorStates } from '../../src/contract/labels.ts';
import { toDisplayTime } from '../../src/contract/time.ts';
import { henganCodes, henganDirections, henganDoors, henganKinds, henganModes } from '../gateway/vendors/hengan.ts';
import { lanqiCodes, lanqiKinds } from '../gateway/vendors/lanqi.ts';

/** A report before anybody's encoding; `atMs` by the device's clock. */
export interface SpokenReport {
  readonly atMs: number;
  readonly serviceMode: number;
  readonly isMoving: boolean;
  readonly direction: 0 | 1 | 2;
  readonly isInDoorZone: boolean;
  readonly floor: number;
  readonly door: DoorState;
  readonly people: number;
  readonly speedMps: number;
  readonly loadKg: number;
  readonly codes: readonly string[];
  readonly runHours: number;
  readonly runs: number;
}

export interface SpokenEvent {
  readonly id: string;
  readonly atMs: number;
  readonly kind: AlarmKind;
  readonly isCleared: boolean;
}

export interface Speech {
  readonly report: (report: SpokenReport) => object;
  readonly event: (event: SpokenEvent) => object;
}

function keyOf(table: Readonly<Record<string, unknown>>, value: unknown): string {
  const entry = Object.entries(table).find(([, candidate]) => candidate === value);
  if (entry === undefined) throw new Error(`${String(value)} is not in the vendor's table`);
  return entry[0];
}
const ownCode = (table: Readonly<Record<string, string>>, code: string): string =>
  Object.entries(table).find(([, ours]) => ours === code)?.[0] ?? code;

const lanqiSpeech: Speech = {
  report: (report) => ({
    t: Math.floor(report.atMs / 1_000),
    sm: report.serviceMode,
    run: report.isMoving ? 1 : 0,
    dir: report.direction,
    dz: report.isInDoorZone ? 1 : 0,
    fl: report.floor,
    dr: doorStates.indexOf(report.door),
    pn: report.people,
    v: Math.round(report.speedMps * 1_000),
    kg: report.loadKg,
    err: report.codes.map((code) => Number(ownCode(lanqiCodes, code))),
    hrs: report.runHours,
    cnt: report.runs,
  }),
  event: ({ id, atMs, kind, isCleared }) => ({
    id,
    t: Math.floor(atMs / 1_000),
    type: Number(keyOf(lanqiKinds, kind)),
    on: isCleared ? 0 : 1,
  }),
};

const henganSpeech: Speech = {
  report: (report) => ({
    time: toDisplayTime(report.atMs),
    serviceMode: keyOf(henganModes, report.serviceMode),
    carStatus: report.isMoving ? 2 : 1,
    direction: keyOf(henganDirections, report.direction),
    doorZone: report.isInDoorZone ? 2 : 1,
    floor: report.floor,
    door: keyOf(henganDoors, report.door),
    passengers: report.people,
    speedMps: report.speedMps,
    loadKg: report.loadKg,
    codes: report.codes.map((code) => ownCode(henganCodes, code)),
  }),
  event: ({ id, atMs, kind, isCleared }) => ({
    id,
    time: toDisplayTime(atMs),
    alarm: keyOf(henganKinds, kind),
    holds: isCleared ? 1 : 2,
  }),
};

const speeches: Readonly<Record<string, Speech>> = { lanqi: lanqiSpeech, hengan: henganSpeech };

/** Returns the form of a vendor's messages; undefined for those that speak our own form. */
export const speechOf = (vendor: string | undefined): Speech | undefined =>
  vendor === undefined ? undefined : speeches[vendor];
