import type { ActorKind, RescueOrderRow, TimelineEntry } from '../../contract/entities/rescueOrder.ts';
import type { RescueEventType } from '../../contract/events/rescue.ts';
import type { RescueStage } from '../../contract/labels.ts';
import { toDisplayTime } from '../../contract/time.ts';

/** Returns the place of the lift, as people say it: the community, then the address within it. */
export function placeOf({ community_name: community, addr }: Pick<RescueOrderRow, 'community_name' | 'addr'>): string {
  return addr.includes(community) ? addr : `${community} ${addr}`;
}

/** The name of the user who has the call; 李娜（电话） where it was taken by a key of the telephone. Empty while nobody has it. */
export function claimerName({
  accepted_by: claimer,
  accepted_via: via,
}: Pick<RescueOrderRow, 'accepted_by' | 'accepted_via'>): string {
  if (claimer === null) return '';
  return via === 'phone' ? `${claimer.name}（电话）` : claimer.name;
}

/**
 * The two parts of a place: the community, and where in it the lift stands. The community is empty where the address does not name
 * anything besides it.
 */
export function placeParts({ community_name: community, addr }: Pick<RescueOrderRow, 'community_name' | 'addr'>): {
  readonly community: string;
  readonly own: string;
} {
  const at = addr.indexOf(community);
  if (at === -1) return { community, own: addr };
  const end = at + community.length;
  const own = addr.slice(end).trim();
  return own === '' ? { community: '', own: addr } : { community: addr.slice(0, end), own };
}

export type ShownStepState = 'done' | 'current' | 'todo' | 'skipped';
export interface ShownStep {
  readonly stage: RescueStage;
  /** Chinese, two characters. */
  readonly label: string;
  /** ISO 8601; null when it has not happened. */
  readonly at: string | null;
  readonly state: ShownStepState;
}

/**
 * The way of an order through its lifecycle, as a stepper draws it. `current` is the step that is waited
 * for; a closed order has none, and what it left out is `skipped` (a false call was never dispatched).
 */
export function rescueSteps(row: RescueOrderRow): readonly ShownStep[] {
  const isFalse = row.stage === 'falseCall';
  const isClosed = isFalse || row.stage === 'completed';
  const isWaiting = row.stage === 'pending';
  const way: readonly Omit<ShownStep, 'state'>[] = [
    { stage: 'pending', label: '呼叫', at: row.created_at },
    // A claim that lapsed leaves the first answer's time behind, yet the order waits to be taken again.
    { stage: 'accepted', label: '受理', at: isWaiting ? null : row.answered_at },
    { stage: 'dispatched', label: '派出', at: row.dispatched_at },
    { stage: 'arrived', label: '到场', at: row.arrived_at },
    { stage: 'released', label: '脱困', at: row.released_at },
    {
      stage: isFalse ? 'falseCall' : 'completed',
      label: isFalse ? '误报' : '完成',
      at: isClosed ? (row.completed_at ?? row.updated_at) : null,
    },
  ];
  const last = way.findLastIndex(({ at }) => at !== null);
  return way.map((step, index) => {
    if (step.at !== null) return { ...step, state: 'done' };
    // Help that was sent before the claim lapsed is on its way, and still nobody has the call.
    if (index < last) return { ...step, state: isWaiting && step.stage === 'accepted' ? 'current' : 'skipped' };
    if (isWaiting && index === last + 1 && last > 0) return { ...step, state: 'todo' };
    return { ...step, state: index === last + 1 ? 'current' : 'todo' };
  });
}

/** A device's clock that is off by more than this is marked (design: decisions). */
const clockOffAfterMs = 2 * 60_000;

export type EventTone = 'neutral' | 'ok' | 'info' | 'medium' | 'high' | 'critical';

interface EventLook {
  readonly icon:
    | 'phone'
    | 'plus-circle'
    | 'user'
    | 'arrow-right-arrow-left'
    | 'undo'
    | 'send'
    | 'megaphone'
    | 'map-marker'
    | 'lock-open'
    | 'sign-out'
    | 'check-circle'
    | 'ban'
    | 'comment'
    | 'pencil'
    | 'eye-slash'
    | 'stopwatch'
    | 'circle';
  readonly tone: EventTone;
}

const eventLooks: Readonly<Record<RescueEventType, EventLook>> = {
  'rescue.raised': { icon: 'phone', tone: 'critical' },
  'rescue.joined': { icon: 'plus-circle', tone: 'high' },
  'rescue.accepted': { icon: 'user', tone: 'info' },
  'rescue.extended': { icon: 'stopwatch', tone: 'medium' },
  'rescue.handOverOffered': { icon: 'arrow-right-arrow-left', tone: 'neutral' },
  'rescue.handOverAccepted': { icon: 'arrow-right-arrow-left', tone: 'info' },
  'rescue.handOverDeclined': { icon: 'undo', tone: 'medium' },
  'rescue.handOverExpired': { icon: 'undo', tone: 'medium' },
  'rescue.handedOver': { icon: 'arrow-right-arrow-left', tone: 'info' },
  'rescue.claimLapsed': { icon: 'undo', tone: 'high' },
  'rescue.dispatched': { icon: 'send', tone: 'info' },
  'rescue.escalated': { icon: 'megaphone', tone: 'medium' },
  'rescue.informed': { icon: 'comment', tone: 'info' },
  'rescue.arrived': { icon: 'map-marker', tone: 'info' },
  'rescue.released': { icon: 'lock-open', tone: 'ok' },
  'rescue.selfReleased': { icon: 'sign-out', tone: 'ok' },
  'rescue.completed': { icon: 'check-circle', tone: 'ok' },
  'rescue.judgedFalse': { icon: 'ban', tone: 'neutral' },
  'rescue.corrected': { icon: 'pencil', tone: 'medium' },
  'rescue.noted': { icon: 'comment', tone: 'neutral' },
  'rescue.hidden': { icon: 'eye-slash', tone: 'neutral' },
  'rescue.deadlinePassed': { icon: 'stopwatch', tone: 'high' },
};

const isRescueEventType = (type: string): type is RescueEventType => type in eventLooks;

const actorIcons = {
  person: 'user',
  device: 'microchip',
  rules: 'sliders-h',
  clock: 'clock',
  system: 'cog',
} as const satisfies Record<ActorKind, string>;

/** Returns the actor of an event, with an icon: rules and the clock are not people and have no role. */
function shownActor({
  actor_name: name,
  actor_role: role,
  actor_kind: kind = role === '系统' ? 'system' : role === '设备' ? 'device' : 'person',
}: TimelineEntry): Pick<ShownEvent, 'actor' | 'actorIcon'> {
  const actorIcon = actorIcons[kind];
  if (kind === 'rules' || kind === 'clock' || kind === 'system') return { actor: `${name}（自动）`, actorIcon };
  return { actor: role === '' || role === name ? name : `${name} · ${role}`, actorIcon };
}

/** An event of an order's stream as a timeline draws it. */
export interface ShownEvent extends EventLook {
  readonly id: number;
  /** The server's clock: the order of the log. */
  readonly at: string;
  readonly actor: string;
  readonly actorIcon: (typeof actorIcons)[ActorKind];
  readonly title: string;
  readonly detail: string;
}

export function shownEvent(entry: TimelineEntry): ShownEvent {
  const { position, type, title, detail, at, received_at: receivedAt } = entry;
  const offMs = Math.abs(Date.parse(receivedAt) - Date.parse(at));
  const clockNote = offMs > clockOffAfterMs ? `上报方时间 ${toDisplayTime(at)}` : '';
  return {
    id: position,
    at: receivedAt,
    ...shownActor(entry),
    title,
    detail: [detail, clockNote].filter((text) => text !== '').join('；'),
    ...(isRescueEventType(type) ? eventLooks[type] : { icon: 'circle', tone: 'neutral' }),
  };
}
