import type { PushEvent } from '../../src/contract/push.ts';
import type { Responsibility } from '../access/scope.ts';

/** What never changes about a call. */
export interface CallFacts {
  readonly orderId: number;
  readonly elevatorId: number;
  readonly tag: string;
  readonly addr: string;
  readonly trigger: string;
  readonly communityName: string;
  readonly fullArea: string;
  readonly raisedAtMs: number;
  readonly responsibility: Responsibility;
}

export function ringingEventOf(call: CallFacts, now: { readonly sosTel: string; readonly noticeLevel: number; readonly reminder: boolean }): PushEvent {
  const { orderId, elevatorId, tag, addr, trigger, communityName, fullArea, raisedAtMs } = call;
  return { kind: 'rescue.ringing', orderId, elevatorId, priority: 1, tag, addr, communityName, fullArea, trigger, raisedAtMs, ...now };
}
