import type { RescueOrderRow } from '../../contract/entities/rescueOrder.ts';
import type { RescueStep } from '../../contract/endpoints/rescue.ts';
import type { Actor } from '../../contract/events/storedEvent.ts';
import type { UserInfo } from '../../contract/entities/session.ts';
import type { RescueStage } from '../../contract/labels.ts';
import type { Permission } from '../../contract/permissions.ts';
import { rescueLifecycle } from '../../machines/rescueOrderLifecycle.ts';
import { rescueStateOfRow } from '../../machines/rescueStateOfRow.ts';
import type { IconName } from '../../ui/Icon/iconNames.ts';

/** The machine events that a dispatcher makes happen at the desk. */
export type DeskEvent = 'rescue.accepted' | RescueStep['event'];

export interface DeskAction {
  readonly event: DeskEvent;
  readonly label: string;
  /** Always the same digit, so that hands remember it. */
  readonly hotkey: string;
  readonly icon: IconName;
  readonly permission: Permission;
}

/** Every action of the desk in the order of a rescue; the digit is its place. */
export const deskActions: readonly DeskAction[] = [
  { event: 'rescue.accepted', label: '受理', hotkey: '1', icon: 'phone', permission: 'rescue.answer' },
  { event: 'rescue.dispatched', label: '派出', hotkey: '2', icon: 'send', permission: 'rescue.handle' },
  { event: 'rescue.arrived', label: '到场', hotkey: '3', icon: 'map-marker', permission: 'rescue.handle' },
  { event: 'rescue.released', label: '脱困', hotkey: '4', icon: 'lock-open', permission: 'rescue.handle' },
  { event: 'rescue.completed', label: '完成', hotkey: '5', icon: 'check-circle', permission: 'rescue.handle' },
  { event: 'rescue.escalated', label: '升级通知', hotkey: '6', icon: 'megaphone', permission: 'rescue.handle' },
  { event: 'rescue.selfReleased', label: '自行脱困', hotkey: '7', icon: 'sign-out', permission: 'rescue.handle' },
  { event: 'rescue.judgedFalse', label: '误报', hotkey: '8', icon: 'ban', permission: 'rescue.handle' },
  { event: 'rescue.handedOver', label: '转交', hotkey: '9', icon: 'arrow-right-arrow-left', permission: 'rescue.handle' },
  { event: 'rescue.noted', label: '备注', hotkey: '0', icon: 'comment', permission: 'rescue.handle' },
];

const nextOf: Readonly<Record<RescueStage, DeskEvent | null>> = {
  pending: 'rescue.accepted',
  accepted: 'rescue.dispatched',
  dispatched: 'rescue.arrived',
  arrived: 'rescue.released',
  released: 'rescue.completed',
  completed: null,
  falseCall: null,
};

/** Who looks at the desk, as far as the offer of actions depends on it. */
export interface Viewer {
  readonly actor: Actor;
  readonly can: (permission: Permission) => boolean;
}

export function viewerOf(user: UserInfo, can: (permission: Permission) => boolean): Viewer {
  return { actor: { kind: 'user', id: user.id, name: user.name, roleType: user.role_type }, can };
}

export interface DeskOffer {
  /** What the lifecycle allows now and this person may do, in the order of the digits. */
  readonly actions: readonly DeskAction[];
  /** The step that moves the rescue on; among `actions`, or null. */
  readonly next: DeskAction | null;
  /** Neither answering nor handling is this person's business. */
  readonly isReadOnly: boolean;
}

/** The row's own word (`allowed_actions`), never a second opinion of the view. */
export function deskOffer(row: RescueOrderRow, { can }: Pick<Viewer, 'can'>): DeskOffer {
  const actions = deskActions.filter(({ event, permission }) => row.allowed_actions.includes(event) && can(permission));
  return {
    actions,
    next: actions.find(({ event }) => event === nextOf[row.stage]) ?? null,
    isReadOnly: !can('rescue.answer') && !can('rescue.handle'),
  };
}

/** Between two server responses the same machine determines what may be done. */
export function allowedByMachine(row: RescueOrderRow, viewer: Viewer): string[] {
  const allowed: readonly string[] = rescueLifecycle.allowedActions(rescueStateOfRow(row), viewer.actor);
  return deskActions.filter(({ event, permission }) => allowed.includes(event) && viewer.can(permission)).map(({ event }) => event);
}
