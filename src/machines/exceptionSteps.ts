import type { ExceptionRow } from '../contract/entities/exception.ts';
import { faultLifecycle } from './faultLifecycle.ts';
import { incidentLifecycle } from './incidentLifecycle.ts';
import type { Viewer } from './lifecycle.ts';
import { scooterLifecycle } from './scooterLifecycle.ts';

/**
 * The steps that a person may take on an exception now: asked of the machine that the row carries, as the server asks it. A row without one (a
 * rescue order), or with one that this page cannot read (a newer server's), offers what the server said.
 */
export function offeredSteps(
  { type, state, allowed_actions: allowed }: Pick<ExceptionRow, 'type' | 'state' | 'allowed_actions'>,
  viewer: Viewer,
): readonly string[] {
  if (state === null || type === 1) return allowed;
  try {
    switch (type) {
      case 2:
        return scooterLifecycle.offered(scooterLifecycle.fromJson(state), viewer);
      case 3:
        return faultLifecycle.offered(faultLifecycle.fromJson(state), viewer);
      case 4:
        return incidentLifecycle.offered(incidentLifecycle.fromJson(state), viewer);
    }
  } catch {
    return allowed;
  }
}
