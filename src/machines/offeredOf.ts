import type { KeptState } from '../contract/entities/keptState.ts';
import type { Lifecycle, LifecycleState, UnparsedEvent, Viewer } from './lifecycle.ts';

/**
 * The steps that a person may take on a record now, according to the machine state in its row, as on the server. Undefined for a
 * state that this page cannot read, because a newer server wrote it.
 */
export function offeredOf<E extends UnparsedEvent, S extends LifecycleState>(
  lifecycle: Lifecycle<E, S>,
  kept: KeptState,
  viewer: Viewer,
): readonly E['type'][] | undefined {
  try {
    return lifecycle.offered(lifecycle.fromJson(kept), viewer);
  } catch {
    return undefined;
  }
}
