import type { PushedFact, PushEvent } from '../../contract/push.ts';
import { changeOf } from '../../contract/streamChange.ts';

/** The content of a push about a rescue order. */
export interface RescuePush {
  readonly orderId: number;
  readonly elevatorId: number | null;
  /** For users who may see the order. */
  readonly fact: PushedFact | undefined;
}

/**
 * The rescue order that a push moves on; undefined for any other push. A reminder of a call that still rings changes
 * nothing, so it does not count.
 */
export function rescuePushOf(event: PushEvent): RescuePush | undefined {
  const change = changeOf(event);
  return change?.stream === 'rescue'
    ? { orderId: Number(change.id), elevatorId: change.elevatorId, fact: change.fact }
    : undefined;
}
