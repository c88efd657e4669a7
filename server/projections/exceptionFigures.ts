import type { StatusIndex } from '../../src/contract/labels.ts';
import type { ExceptionContext } from '../../src/machines/exceptionContext.ts';
import { faultLifecycle, faultStageOf, isFaultActive, isFaultClosed } from '../../src/machines/faultLifecycle.ts';
import type { FaultSnapshot } from '../../src/machines/faultMachine.ts';
import {
  incidentLifecycle,
  incidentStageOf,
  isIncidentActive,
  isIncidentClosed,
} from '../../src/machines/incidentLifecycle.ts';
import type { IncidentSnapshot } from '../../src/machines/incidentMachine.ts';
import {
  isScooterActive,
  isScooterClosed,
  scooterLifecycle,
  scooterStageOf,
} from '../../src/machines/scooterLifecycle.ts';
import type { ScooterSnapshot } from '../../src/machines/scooterMachine.ts';

/** Facts about a row from the states of all three lifecycles. */
export interface ExceptionFigures {
  readonly status: StatusIndex;
  readonly stage: string;
  readonly isClosed: boolean;
  /** The device still reports it. */
  readonly isActive: boolean;
  readonly isFalse: boolean;
  readonly isDoorHeld: boolean;
  /** The person who took it on first. */
  readonly holder: ExceptionContext['closedBy'];
  /** The number of lifts of an incident of several lifts. */
  readonly childCount: number;
  readonly sweptCount: number;
  /** A fault stands until its device reports its end, or a person ends it; null while it stands, and of what is no fault. */
  readonly stoodUntilMs: number | null;
  readonly context: ExceptionContext;
}

const ofOneLift = { childCount: 0, sweptCount: 0 };

/** The end of a fault: the device's word that it is over, if given since the fault was last opened, or else a person's. */
function faultStoodUntil({ clearedAtMs, closedAtMs, limitFromMs }: ExceptionContext): number | null {
  const ends = [clearedAtMs, closedAtMs].filter((atMs) => atMs !== null).filter((atMs) => atMs >= limitFromMs);
  return ends.length === 0 ? null : Math.min(...ends);
}

export function faultFigures(state: FaultSnapshot): ExceptionFigures {
  const stage = faultStageOf(state) ?? '';
  return {
    ...ofOneLift,
    status: faultLifecycle.statusIndex(state),
    stage,
    isClosed: isFaultClosed(state),
    isActive: isFaultActive(state),
    isFalse: stage === 'falseReport',
    isDoorHeld: false,
    holder: state.context.acceptedBy,
    stoodUntilMs: faultStoodUntil(state.context),
    context: state.context,
  };
}

export function scooterFigures(state: ScooterSnapshot): ExceptionFigures {
  const stage = scooterStageOf(state) ?? '';
  return {
    ...ofOneLift,
    status: scooterLifecycle.statusIndex(state),
    stage,
    isClosed: isScooterClosed(state),
    isActive: isScooterActive(state),
    isFalse: stage === 'falseAlarm',
    isDoorHeld: state.context.isDoorHeld,
    holder: state.context.visitedBy ?? state.context.removedBy,
    stoodUntilMs: null,
    context: state.context,
  };
}

export function incidentFigures(state: IncidentSnapshot): ExceptionFigures {
  const { children, swept, checkedBy } = state.context;
  return {
    status: incidentLifecycle.statusIndex(state),
    stage: incidentStageOf(state) ?? '',
    isClosed: isIncidentClosed(state),
    isActive: isIncidentActive(state),
    isFalse: false,
    isDoorHeld: false,
    holder: checkedBy,
    stoodUntilMs: null,
    childCount: children.length,
    sweptCount: children.length === 0 ? 0 : swept.length,
    context: state.context,
  };
}
