import type { ExceptionType } from '../contract/exceptions.ts';
import type { PushEvent } from '../contract/push.ts';
import { isRescuePush } from './rescuePush.ts';

/** Whether a push may change a list of exceptions of these types; type 1 are the rescue orders. */
export function changesExceptions(event: PushEvent, types: readonly ExceptionType[]): boolean {
  if (event.kind === 'exception.changed') return types.includes(event.type);
  // The picture of a scooter follows its alarm.
  if (event.kind === 'alarm.changed') return types.includes(2) && event.type === 'alarm.pictured';
  return types.includes(1) && isRescuePush(event);
}
