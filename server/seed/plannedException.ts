import type { ExceptionSource, IncidentKind, FaultPhenomenon } from '../../src/contract/exceptions.ts';
import type { FaultEvent } from '../../src/contract/events/fault.ts';
import type { IncidentEvent } from '../../src/contract/events/incident.ts';
import type { ScooterEvent } from '../../src/contract/events/scooter.ts';
import type { Random } from '../runtime/random.ts';

export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;

/** The author of a step: the dispatcher on duty, someone of the responsible company, or a part of the system. */
export type StepBy = 'desk' | 'property' | 'maintenance' | 'device' | 'rules' | 'clock';

export interface PlannedStep {
  readonly type: (FaultEvent | ScooterEvent | IncidentEvent)['type'];
  readonly atMs: number;
  readonly by: StepBy;
  readonly data: object;
}

/** The opening, without the facts that the store knows of the lift. */
export interface PlannedOpening {
  readonly source: ExceptionSource;
  /** Our message code; empty where no code says it. */
  readonly code: string;
  readonly level: 1 | 2 | 3;
  readonly by: StepBy;
  readonly note?: string;
}

interface Planned {
  readonly elevatorId: number;
  readonly raisedAtMs: number;
  readonly opening: PlannedOpening;
  /** In order of time, after the opening. */
  readonly steps: readonly PlannedStep[];
}
export interface PlannedFault extends Planned {
  readonly prefix: 'fault';
  readonly phenomenon: FaultPhenomenon;
}
export interface PlannedScooter extends Planned {
  readonly prefix: 'scooter';
  readonly isDoorHeld: boolean;
  /** The index of the alarm that opened it among the alarms of its day. */
  readonly alarmIndex: number;
}
export interface PlannedIncident extends Planned {
  readonly prefix: 'incident';
  readonly kind: IncidentKind;
  /** The lifts of an incident of several. */
  readonly childIds: readonly number[];
}
export type PlannedException = PlannedFault | PlannedScooter | PlannedIncident;

export const endOf = ({ raisedAtMs, steps }: Planned): number => steps.at(-1)?.atMs ?? raisedAtMs;

/** In order of time, with whole milliseconds, each after the one before. */
export function inOrder(raisedAtMs: number, steps: readonly (PlannedStep | false)[]): readonly PlannedStep[] {
  let last = Math.floor(raisedAtMs);
  return steps
    .filter((step) => step !== false)
    .toSorted((a, b) => a.atMs - b.atMs)
    .map((step) => {
      last = Math.max(last + 1, Math.floor(step.atMs));
      return { ...step, atMs: last };
    });
}

/** The moment at which a limit was missed, where what it waits for came later. */
export function missedLimit(
  prefix: PlannedException['prefix'],
  fromMs: number,
  limitMinutes: number,
  handledAtMs: number,
): PlannedStep | false {
  const dueAtMs = fromMs + limitMinutes * minuteMs;
  return (
    dueAtMs < handledAtMs && { type: `${prefix}.deadlinePassed`, atMs: dueAtMs, by: 'clock', data: { kind: 'handle' } }
  );
}

/** A duration around this many minutes, as they spread in practice. */
export const aboutMs = (random: Random, medianMinutes: number, spread: number): number =>
  random.logNormal(medianMinutes, spread) * minuteMs;
