import type { FaultPhenomenon } from './exceptions.ts';

/**
 * The answer of each phenomenon that a person reports: true where it cannot run or must not (no drive, brake, safety chain), false
 * where it was seen to run on, null where it may do either.
 */
const byPhenomenon: Readonly<Record<Exclude<FaultPhenomenon, 'code'>, boolean | null>> = {
  doorOpening: null,
  doorClosing: null,
  notRunning: true,
  suddenStop: true,
  brake: true,
  levelling: false,
  safetyChain: true,
  emergencyCall: false,
  noise: false,
  vibration: false,
  doorPinch: null,
  button: false,
  smell: false,
  other: null,
};

/**
 * Our message codes of faults (GB/T 24476). With an open safety chain (01) or a door that does not close (02) the car cannot start; 04, 05, 06
 * and 08 report that the control has stopped it. After 03 it may go on to another floor, and after 07 it finds its position again on its own.
 */
const byCode: ReadonlyMap<string, boolean | null> = new Map([
  ['01', true],
  ['02', true],
  ['03', null],
  ['04', true],
  ['05', true],
  ['06', true],
  ['07', null],
  ['08', true],
]);

/** A fault as far as it tells whether the car stands. */
export interface StoppingFault {
  readonly phenomenon: FaultPhenomenon;
  /** Our message code; empty where no code says it. */
  readonly code: string;
  /** The word of the person who repaired it, which outweighs both; null or absent without one. */
  readonly stated?: boolean | null | undefined;
}

/** Returns true for a fault that stops the car, false for one with which it runs, and null where that is not known. */
export function stopsCar({ phenomenon, code, stated }: StoppingFault): boolean | null {
  if (stated !== undefined && stated !== null) return stated;
  return phenomenon === 'code' ? (byCode.get(code) ?? null) : byPhenomenon[phenomenon];
}

/** The answer in words; 未登记 where it is not known. */
export const stopsCarText = (answer: boolean | null): string => (answer === null ? '未登记' : answer ? '是' : '否');
