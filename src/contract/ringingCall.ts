import { byCallOrder, scannedRank, type CallPlace } from './callOrder.ts';
import { priorityIndexOf, rescueTriggers, type AlarmPriority, type RescueTrigger } from './labels.ts';
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
  /** A rule has it ring, whatever its priority. */
  readonly isRung?: true | undefined;
  /** Someone had it, and the claim lapsed. */
  readonly lapsed?: LapsedClaim | undefined;
  /** The trigger of a rescue. */
  readonly trigger?: RescueTrigger | undefined;
  /** Called by the code in the car, and nothing else says the same: it queues below calls of devices and telephones. */
  readonly isOnlyScanned?: boolean | undefined;
  /** The notice level reached: 0 is not at all. */
  readonly noticeLevel?: number | undefined;
  /** From the call to the answer, and to the arrival of help, in ms. */
  readonly limits?: { readonly respondMs: number; readonly arriveMs: number } | undefined;
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
      trigger: rescueTriggers.find((trigger) => trigger === event.trigger),
      isOnlyScanned: event.onlyScanned === true,
      noticeLevel: event.noticeLevel,
      limits: event.limits,
    };
  }
  if (event.kind === 'alarm.raised') {
    return {
      key: alarmCallKey(event.alarmId),
      kind: 'alarm',
      orderId: null,
      alarmId: event.alarmId,
      elevatorId: event.elevatorId,
      priority: priorityIndexOf(event.priority),
      title: event.title,
      tag: event.tag,
      addr: event.addr,
      sosTel: '',
      communityName: '',
      fullArea: '',
      raisedAtMs: event.raisedAtMs,
      isReminder: false,
      isRung: event.rung,
    };
  }
  return undefined;
}

const rankOf = ({ isOnlyScanned = false }: RingingCall): 0 | 1 => scannedRank(isOnlyScanned);

const placeOf = (call: RingingCall): CallPlace => ({
  severity: 2 * call.priority + rankOf(call),
  sinceMs: call.raisedAtMs,
  id: call.orderId ?? call.alarmId ?? 0,
});

/** Equal calls keep one order on every console. */
const byUrgency = (a: RingingCall, b: RingingCall): number =>
  byCallOrder(placeOf(a), placeOf(b)) || a.key.localeCompare(b.key);

/**
 * The queue with a call added, or replaced where it is known already; a reminder of a known call tells only how far the
 * notice has gone, and whether something else has confirmed it.
 */
export function withCall(queue: readonly RingingCall[], call: RingingCall): readonly RingingCall[] {
  const known = queue.find(({ key }) => key === call.key);
  if (known === undefined || !call.isReminder)
    return [...queue.filter(({ key }) => key !== call.key), call].toSorted(byUrgency);
  const { noticeLevel, isOnlyScanned } = call;
  return known.noticeLevel === noticeLevel && rankOf(known) === rankOf(call)
    ? queue
    : queue
        .map((other) => (other.key === call.key ? { ...other, noticeLevel, isOnlyScanned } : other))
        .toSorted(byUrgency);
}

export const withoutCall = (queue: readonly RingingCall[], key: string): readonly RingingCall[] =>
  queue.filter((call) => call.key !== key);
