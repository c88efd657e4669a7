import type { RescueOrderRow } from '../../contract/entities/rescueOrder.ts';
import type { RescueStep } from '../../contract/endpoints/rescue.ts';
import { rescueSteps } from '../../contract/events/rescue.ts';
import type { RescueStage } from '../../contract/labels.ts';
import type { Permission } from '../../contract/permissions.ts';
import type { Viewer } from '../../machines/lifecycle.ts';
import type { IconName } from '../../ui/Icon/iconNames.ts';

/** Steps that are filled in; the others are taken at the press. */
export type FormEvent = Exclude<DeskEvent, 'rescue.accepted' | PressEvent>;

/** The machine events that a dispatcher makes happen at the desk; a closed record is corrected where it is read. */
export type DeskEvent = Exclude<'rescue.accepted' | RescueStep['event'], 'rescue.handedOver' | 'rescue.corrected'>;

export interface DeskAction {
  readonly event: DeskEvent;
  readonly label: string;
  /** Always the same digit or letter, so that hands remember it. */
  readonly hotkey: string;
  readonly icon: IconName;
  readonly permission: Permission;
}

/** The name of a step and who may take it stand with the lifecycle's steps. */
function deskAction(event: DeskEvent, hotkey: string, icon: IconName): DeskAction {
  const { label, by } = rescueSteps[event];
  return { event, label, hotkey, icon, permission: by };
}

/** Every action of the desk in the order of a rescue, the digit being its place; then what only some calls ask for, by a letter. */
export const deskActions: readonly DeskAction[] = [
  deskAction('rescue.accepted', '1', 'phone'),
  deskAction('rescue.dispatched', '2', 'send'),
  deskAction('rescue.arrived', '3', 'map-marker'),
  deskAction('rescue.released', '4', 'lock-open'),
  deskAction('rescue.completed', '5', 'check-circle'),
  deskAction('rescue.escalated', '6', 'megaphone'),
  deskAction('rescue.selfReleased', '7', 'sign-out'),
  deskAction('rescue.judgedFalse', '8', 'ban'),
  deskAction('rescue.handOverOffered', '9', 'arrow-right-arrow-left'),
  deskAction('rescue.noted', '0', 'comment'),
  deskAction('rescue.extended', 'e', 'stopwatch'),
  deskAction('rescue.handOverAccepted', 'y', 'check'),
  deskAction('rescue.handOverDeclined', 'x', 'times'),
];

/** Steps with nothing to fill in: they are sent at the press. */
export type PressEvent = Extract<DeskEvent, 'rescue.extended' | 'rescue.handOverAccepted' | 'rescue.handOverDeclined'>;
export const isPress = (event: DeskEvent): event is PressEvent =>
  event === 'rescue.extended' || event === 'rescue.handOverAccepted' || event === 'rescue.handOverDeclined';

/** The desk's messages once the server has stored such a step. */
export const pressedText: Readonly<Record<PressEvent, string>> = {
  'rescue.extended': '受理已延长 5 分钟',
  'rescue.handOverAccepted': '已接收，该救援由您负责',
  'rescue.handOverDeclined': '已拒绝，该救援仍由转交人负责',
};

const nextOf: Readonly<Record<RescueStage, DeskEvent | null>> = {
  pending: 'rescue.accepted',
  accepted: 'rescue.dispatched',
  dispatched: 'rescue.arrived',
  arrived: 'rescue.released',
  released: 'rescue.completed',
  completed: null,
  falseCall: null,
};

export interface DeskOffer {
  /** The steps that the lifecycle allows now and this person may take, in the order of the digits. */
  readonly actions: readonly DeskAction[];
  /** The step that moves the rescue on; among `actions`, or null. */
  readonly next: DeskAction | null;
  /** Neither answering nor handling is this person's business. */
  readonly isReadOnly: boolean;
}

/**
 * Returns the steps that the machine allows for the row (`allowed_actions`: by the server, or by the page after a push), never a second
 * opinion of the view.
 */
export function deskOffer(row: RescueOrderRow, { can }: Pick<Viewer, 'can'>): DeskOffer {
  const actions = deskActions.filter(({ event, permission }) => row.allowed_actions.includes(event) && can(permission));
  return {
    actions,
    next: actions.find(({ event }) => event === nextOf[row.stage]) ?? null,
    isReadOnly: !can('rescue.answer') && !can('rescue.handle'),
  };
}
