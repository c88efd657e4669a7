import type { ExceptionRow } from '../contract/entities/exception.ts';
import { exceptionLifecycleOf } from './exceptionLifecycles.ts';
import type { Viewer } from './lifecycle.ts';
import { offeredOf } from './offeredOf.ts';

/**
 * The steps that a person may take on an exception now: those of its lifecycle, or for a row without a readable state (a rescue
 * order, a newer server) those that the server listed.
 */
export function offeredSteps(
  { type, state, allowed_actions: allowed }: Pick<ExceptionRow, 'type' | 'state' | 'allowed_actions'>,
  viewer: Viewer,
): readonly string[] {
  const lifecycle = exceptionLifecycleOf(type);
  return (lifecycle === undefined || state === null ? undefined : offeredOf(lifecycle, state, viewer)) ?? allowed;
}
