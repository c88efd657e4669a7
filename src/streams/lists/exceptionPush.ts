import { exceptionPrefixOf, isKeptExceptionType, type ExceptionType } from '../../contract/exceptions.ts';
import type { PushEvent } from '../../contract/push.ts';
import { changeOf } from '../../contract/streamChange.ts';

/** Returns true if a push may change a list of exceptions of these types; a rescue among them is an order. */
export function changesExceptions(event: PushEvent, types: readonly ExceptionType[]): boolean {
  const change = changeOf(event);
  if (change === undefined) return false;
  // The picture of a scooter follows its alarm.
  if (change.type === 'alarm.pictured') return types.includes(2);
  return types.some((type) => change.stream === (isKeptExceptionType(type) ? exceptionPrefixOf[type] : 'rescue'));
}
