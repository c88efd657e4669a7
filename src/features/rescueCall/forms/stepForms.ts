import type { Observable } from 'rxjs';
import type { OutputOf } from '../../../contract/endpoint.ts';
import type { userOptions } from '../../../contract/endpoints/access.ts';
import type { RescueStep } from '../../../contract/endpoints/rescue.ts';
import type { ElevatorDetail } from '../../../contract/entities/elevator.ts';
import type { RescueOrderRow } from '../../../contract/entities/rescueOrder.ts';
import type { LoadState } from '../../../streams/loadState.ts';
import type { StepFormFrame } from './StepForm.tsx';

export type UserOption = OutputOf<typeof userOptions>['list'][number];

export type DispatchData = Extract<RescueStep, { event: 'rescue.dispatched' }>['data'];

export interface TeamDispatch {
  readonly siblings: readonly RescueOrderRow[];
  readonly dispatch: (rows: readonly RescueOrderRow[], data: DispatchData) => void;
}

/** What the forms of the steps know. */
export interface StepFormContext {
  readonly row: RescueOrderRow;
  /** Who is signed in. */
  readonly userId: number;
  readonly elevator: ElevatorDetail | null;
  /** As the car last reported; null when it never did. */
  readonly peopleInCar: number | null;
  /** By the server's clock. */
  readonly nowMs: number;
  /** To whom the order may be handed over. Loaded when shown. */
  readonly users$: Observable<LoadState<readonly UserOption[]>>;
  /** Rejects with a CallError. */
  readonly submit: (step: RescueStep) => Promise<void>;
  /** Claimed calls of the same community to which the same team may be sent, and how: each with a result of its own. */
  readonly team?: TeamDispatch | undefined;
}

export interface StepFormProps {
  readonly frame: StepFormFrame;
  readonly context: StepFormContext;
}
