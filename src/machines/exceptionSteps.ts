import type { ExceptionRow } from '../contract/entities/exception.ts';
import { faultLifecycle } from './faultLifecycle.ts';
import { incidentLifecycle } from './incidentLifecycle.ts';
import type { Viewer } from './lifecycle.ts';
import { scooterLifecycle } from './scooterLifecycle.ts';

/**
 * The steps that a person may take on an exception now, according to the machine state in its row, as on the server. A
 * row without one (a rescue order), or with one this page cannot read (from a newer server), offers what the server
 * listed.
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
