import type { AlarmPriority } from './labels.ts';
import type { LapsedClaim, PushEvent } from './push.ts';

/** A call that rings at a console until someone answers it. */
export interface RingingCall {
  /** `rescue-<order id>`, or `alarm-<alarm id>` for an alarm that opened no order. */
  readonly key: string;
  readonly kind: 'rescue' | 'alarm';
  readonly orderId: number | null;
  readonly alarmId: number | null;
  readonly elevatorId: number;
  readonly priority: AlarmPriority;
  readonly title: string;
  readonly tag: string;
  readonly addr: string;
  readonly sosTel: string;
  readonly communityName: string;
  readonly fullArea: string;
  readonly raisedAtMs: number;
  /** Sent again because no one has answered; not a new call. */
  readonly isReminder: boolean;
  /** Someone had it, and the claim lapsed. */
  readonly lapsed?: LapsedClaim | undefined;
}

export const rescueCallKey = (orderId: number): string => `rescue-${orderId}`;
export const alarmCallKey = (alarmId: number): string => `alarm-${alarmId}`;

/** The call that a push rings; undefined for a push that rings none. */
export function ringingCallOf(event: PushEvent): RingingCall | undefined {
  if (event.kind === 'rescue.ringing') {
    return {
      key: rescueCallKey(event.orderId),
      kind: 'rescue',
      orderId: event.orderId,
      alarmId: null,
      elevatorId: event.elevatorId,
      priority: 1,
      title: '电梯困人求救',
      tag: event.tag,
      addr: event.addr,
      sosTel: event.sosTel,
      communityName: event.communityName,
      fullArea: event.fullArea,
      raisedAtMs: event.raisedAtMs,
      isReminder: event.reminder,
      ...(event.lapsed === undefined ? {} : { lapsed: event.lapsed }),
    };
  }
  if (event.kind === 'alarm.raised') {
    return {
      key: alarmCallKey(event.alarmId),
      kind: 'alarm',
      orderId: null,
      alarmId: event.alarmId,
      elevatorId: event.elevatorId,
      priority: event.priority === 1 ? 1 : event.priority === 2 ? 2 : 3,
      title: event.title,
      tag: event.tag,
      addr: event.addr,
      sosTel: '',
      communityName: '',
      fullArea: '',
      raisedAtMs: event.raisedAtMs,
      isReminder: false,
    };
  }
  return undefined;
}

/** The worst first, then the oldest; equal calls keep one order on every console. */
export const byUrgency = (a: RingingCall, b: RingingCall): number =>
  a.priority - b.priority || a.raisedAtMs - b.raisedAtMs || a.key.localeCompare(b.key);

/** The queue with a call added, or replaced where it is known already; a reminder of a known call changes nothing. */
export function withCall(queue: readonly RingingCall[], call: RingingCall): readonly RingingCall[] {
  const isKnown = queue.some(({ key }) => key === call.key);
  return isKnown && call.isReminder
    ? queue
    : [...queue.filter(({ key }) => key !== call.key), call].toSorted(byUrgency);
}

export const withoutCall = (queue: readonly RingingCall[], key: string): readonly RingingCall[] =>
  queue.filter((call) => call.key !== key);
