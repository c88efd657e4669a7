import type { KeptState } from '../contract/entities/keptState.ts';
import type { PushedFact } from '../contract/push.ts';
import type { Lifecycle, LifecycleState, UnparsedEvent } from './lifecycle.ts';

export interface Advanced<S> {
  readonly state: S;
  readonly kept: KeptState;
}

/**
 * The state that a row carries, moved on by the fact of a push. Undefined where the fact is not the stream's next one
 * (known already, or one before it was missed), and where a newer server wrote what this page cannot read: the row is
 * loaded again in any case.
 */
export function advance<E extends UnparsedEvent, S extends LifecycleState>(
  lifecycle: Lifecycle<E, S>,
  kept: KeptState,
  fact: PushedFact,
): Advanced<S> | undefined {
  if (fact.version !== kept.version + 1) return undefined;
  try {
    const state = lifecycle.apply(lifecycle.fromJson(kept), lifecycle.parseEvent(fact));
    return { state, kept: keptStateOf(lifecycle, state, fact.version) };
  } catch {
    return undefined;
  }
}

/** A state as a row carries it; `version`: how many events of the stream it has seen. */
export const keptStateOf = <E extends UnparsedEvent, S extends LifecycleState>(
  lifecycle: Lifecycle<E, S>,
  state: S,
  version: number,
): KeptState => ({
  version,
  ...lifecycle.toJson(state),
});
