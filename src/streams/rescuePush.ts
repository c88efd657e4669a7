import type { PushEvent } from '../contract/push.ts';

/** A push about a rescue order. */
export type RescuePush = Extract<PushEvent, { kind: `rescue.${string}` }>;

/** A reminder of a call that still rings changes nothing, so it does not count. */
export function isRescuePush(event: PushEvent): event is RescuePush {
  return event.kind.startsWith('rescue.') && !(event.kind === 'rescue.ringing' && event.reminder);
}
