import {
  getNextTransitions,
  transition,
  type ActorLogic,
  type AnyMachineSnapshot,
  type EventObject,
  type NonReducibleUnknown,
} from 'xstate';
import { getShortestPaths } from 'xstate/graph';
import { stateKey } from './stateKey.ts';

/** A state value that a machine can be in, and the shortest way there. */
export interface ReachableState<S, E> {
  readonly key: string;
  readonly state: S;
  readonly events: readonly E[];
}

/** The delays that run in a state, named as XState names their events. */
const delaysIn = (state: AnyMachineSnapshot): readonly string[] => [
  ...new Set(
    getNextTransitions(state)
      .map(({ eventType }) => eventType)
      .filter((type) => type.startsWith('xstate.after.')),
  ),
];

/**
 * Every reachable state value of a machine, nearest first.
 * `eventsIn` gives the events worth trying in a state; delays of the chart are tried besides.
 * `keyOf` tells states apart that differ by more than their value.
 */
export function reachableStates<S extends AnyMachineSnapshot, E extends EventObject, Input extends NonReducibleUnknown>(
  machine: ActorLogic<S, E, Input>,
  eventsIn: (state: S) => readonly E[],
  {
    input,
    keyOf = (state) => stateKey(state.value),
  }: { readonly input?: Input; readonly keyOf?: (state: S) => string } = {},
): readonly ReachableState<S, E>[] {
  return getShortestPaths<ActorLogic<S, E, Input>>(machine, {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a machine takes its delays' events, which its type leaves out
    events: (state) => [...eventsIn(state), ...delaysIn(state).map((type) => ({ type }) as E)],
    serializeState: keyOf,
    ...(input === undefined ? {} : { input }),
  }).map((path) => {
    const events = path.steps.map((step) => step.event).filter((event) => event.type !== 'xstate.init');
    const key = keyOf(path.state);
    // The path's end may carry the context of another path to the same value: replay this path.
    const start = path.steps[0]?.state ?? path.state;
    const state = events.reduce<S>(
      (before, event) => transition<ActorLogic<S, E, Input>>(machine, before, event)[0],
      start,
    );
    if (keyOf(state) !== key) throw new Error(`${key} is not reached by ${events.map(({ type }) => type).join(', ')}`);
    return { key, state, events };
  });
}
