import type { Observable } from 'rxjs';
import type { OutputOf } from '../../../contract/endpoint.ts';
import type { userOptions } from '../../../contract/endpoints/access.ts';
import type { RescueStep } from '../../../contract/endpoints/rescue.ts';
import type { ElevatorDetail } from '../../../contract/entities/elevator.ts';
import type { FaultCause } from '../../../contract/entities/exception.ts';
import type { RescueOrderRow } from '../../../contract/entities/rescueOrder.ts';
import type { LoadState } from '../../../streams/loading/loadState.ts';
import type { StepFormFrame } from './StepForm.tsx';

export type UserOption = OutputOf<typeof userOptions>['list'][number];

export type DispatchData = Extract<RescueStep, { event: 'rescue.dispatched' }>['data'];

export type NoteData = Extract<RescueStep, { event: 'rescue.noted' }>['data'];

export interface TeamDispatch {
  /** The user's other calls that no one has been sent to, those of the same community first. */
  readonly siblings: readonly RescueOrderRow[];
  readonly dispatch: (rows: readonly RescueOrderRow[], data: DispatchData) => void;
  /** The user's other calls, which may get the same note. */
  readonly held: readonly RescueOrderRow[];
  readonly note: (rows: readonly RescueOrderRow[], data: NoteData) => void;
}

/** The context of the steps' forms. */
export interface StepFormContext {
  readonly row: RescueOrderRow;
  /** The user who is signed in. */
  readonly userId: number;
  readonly elevator: ElevatorDetail | null;
  /** As the car last reported; null when it never did. */
  readonly peopleInCar: number | null;
  /** The number of rounds of notices since the call; undefined while that is not read. */
  readonly noticeRounds?: number | undefined;
  /** By the server's clock. */
  readonly nowMs: number;
  /** The users to whom the order may be handed over. Loaded when shown. */
  readonly users$: Observable<LoadState<readonly UserOption[]>>;
  /** The catalogue of causes; empty for users who may not read it. Loaded when shown. */
  readonly causes$: Observable<LoadState<readonly FaultCause[]>>;
  /** Rejects with a CallError. */
  readonly submit: (step: RescueStep) => Promise<void>;
  /** The user's other calls, which the same team or the same note may go to: each with a result of its own. */
  readonly team?: TeamDispatch | undefined;
}

export interface StepFormProps {
  readonly frame: StepFormFrame;
  readonly context: StepFormContext;
}
