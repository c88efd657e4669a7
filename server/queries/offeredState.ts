import type { KeptState } from '../../src/contract/entities/keptState.ts';
import { keptStateOf } from '../../src/machines/advance.ts';
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

/** A row's members for its steps: the machine's JSON for clients that ask it themselves, and its answer for those that do not. */
export const offeredState = <E extends UnparsedEvent, S extends LifecycleState>(
  lifecycle: Lifecycle<E, S>,
  state: S,
  version: number,
  by: Principal,
): { readonly state: KeptState; readonly allowed_actions: E['type'][] } => ({
  state: keptStateOf(lifecycle, state, version),
  allowed_actions: stepsOffered(lifecycle, state, by),
});
