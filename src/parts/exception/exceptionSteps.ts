import type { ExceptionStep } from '../../contract/endpoints/exception.ts';
import type { ExceptionRow } from '../../contract/entities/exception.ts';
import { faultSteps } from '../../contract/events/fault.ts';
import { incidentSteps } from '../../contract/events/incident.ts';
import { scooterSteps } from '../../contract/events/scooter.ts';
import type { IconName } from '../../ui/Icon/iconNames.ts';

export type StepEvent = ExceptionStep['event'];
/** Cars are confirmed individually in a list of their own. */
export type ActionEvent = Exclude<StepEvent, 'incident.swept' | 'incident.unswept'>;

export interface StepAction {
  readonly event: ActionEvent;
  /** The lifecycle's own name of the step. */
  readonly label: string;
  readonly icon: IconName;
  /** Cannot be undone. */
  readonly isDangerous: boolean;
}

const labels = { ...faultSteps, ...scooterSteps, ...incidentSteps };
const action = (event: ActionEvent, icon: IconName, isDangerous = false): StepAction => ({
  event,
  label: labels[event].label,
  icon,
  isDangerous,
});

/** Every step a person can take, in the order of the work. */
export const stepActions: readonly StepAction[] = [
  action('fault.accepted', 'check'),
  action('fault.arrived', 'map-marker'),
  action('fault.repaired', 'wrench'),
  action('fault.confirmed', 'check-circle'),
  action('fault.reopened', 'undo'),
  action('fault.judgedFalse', 'ban'),
  action('scooter.visited', 'map-marker'),
  action('scooter.removed', 'sign-out'),
  action('scooter.released', 'check-circle'),
  action('scooter.remotelyReleased', 'lock-open', true),
  action('scooter.judgedFalse', 'ban'),
  action('incident.checked', 'eye'),
  action('incident.closed', 'check-circle'),
];

const nextOf: Readonly<Record<string, ActionEvent>> = {
  'fault pending': 'fault.accepted',
  'fault accepted': 'fault.arrived',
  'fault onSite': 'fault.repaired',
  'fault repaired': 'fault.confirmed',
  'scooter detected': 'scooter.visited',
  'scooter doorHeld': 'scooter.visited',
  'scooter personOnSite': 'scooter.removed',
  'scooter removed': 'scooter.released',
  'incident opened': 'incident.checked',
  'incident checking': 'incident.closed',
};
const prefixOf = { 1: 'rescue', 2: 'scooter', 3: 'fault', 4: 'incident' } as const;

export interface Offer {
  readonly actions: readonly StepAction[];
  /** The step that moves it on; among `actions`, or null. */
  readonly next: StepAction | null;
}

/** The steps the lifecycle allows now; a view decides nothing itself. */
export function offerOf(row: Pick<ExceptionRow, 'type' | 'stage'>, allowed: readonly string[]): Offer {
  const actions = stepActions.filter(({ event }) => allowed.includes(event));
  const next = nextOf[`${prefixOf[row.type]} ${row.stage}`];
  return { actions, next: actions.find(({ event }) => event === next) ?? null };
}

/** Steps without required input, which are sent immediately. */
export type PressEvent = Extract<
  ActionEvent,
  'fault.accepted' | 'fault.arrived' | 'scooter.visited' | 'incident.checked'
>;
export const isPress = (event: ActionEvent): event is PressEvent =>
  event === 'fault.accepted' ||
  event === 'fault.arrived' ||
  event === 'scooter.visited' ||
  event === 'incident.checked';
export type FormEvent = Exclude<ActionEvent, PressEvent>;
