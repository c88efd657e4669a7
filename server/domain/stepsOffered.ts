import type { Lifecycle, LifecycleState, UnparsedEvent } from '../../src/machines/lifecycle.ts';
import { actorOf, type Principal } from '../access/principal.ts';

/** The steps that the caller may take on a record in this state. */
export const stepsOffered = <E extends UnparsedEvent, S extends LifecycleState>(
  lifecycle: Lifecycle<E, S>,
  state: S,
  by: Principal,
): E['type'][] => [
  ...lifecycle.offered(state, { actor: actorOf(by), can: (permission) => by.permissions.has(permission) }),
];
