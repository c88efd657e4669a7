import type { VisitStep } from '../../contract/endpoints/visit.ts';
import type { VisitRow } from '../../contract/entities/visit.ts';
import { visitSteps } from '../../contract/events/visit.ts';
import { offeredOf } from '../../machines/offeredOf.ts';
import type { Viewer } from '../../machines/lifecycle.ts';
import { visitLifecycle } from '../../machines/visitLifecycle.ts';
import type { IconName } from '../../ui/Icon/iconNames.ts';

/** The steps that people take at a desk. Check-in, record and signature of the workers are made on their telephones. */
export type DeskStep = Exclude<VisitStep['event'], 'visit.checkedIn' | 'visit.submitted' | 'visit.cosigned'>;

export interface StepAction {
  readonly event: DeskStep;
  /** The lifecycle's own name of the step. */
  readonly label: string;
  readonly icon: IconName;
}

const action = (event: DeskStep, icon: IconName): StepAction => ({ event, label: visitSteps[event].label, icon });

/** In the order of the work. */
const stepActions: readonly StepAction[] = [
  action('visit.countersigned', 'pencil'),
  action('visit.rejected', 'undo'),
  action('visit.assigned', 'users'),
  action('visit.enteredFromPaper', 'file-edit'),
  action('visit.replanned', 'replay'),
  action('visit.brokenOff', 'ban'),
  action('visit.amended', 'comment'),
];

/** The steps that the lifecycle offers this user now. */
export function offeredActions(row: VisitRow, viewer: Viewer): readonly StepAction[] {
  const offered: readonly string[] = offeredOf(visitLifecycle, row.state, viewer) ?? row.allowed_actions;
  return stepActions.filter(({ event }) => offered.includes(event));
}

export const labelOf = (event: DeskStep): string => visitSteps[event].label;
