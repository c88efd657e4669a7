import type { ActorLogic, ActorScope, EventObject, Snapshot } from 'xstate';

const nothing = () => undefined;

/**
 * `transition` of a machine that only assigns. XState's own makes an actor with its initial state for each call, which costs more than the
 * transition; a machine that never sends, spawns or emits needs one for all.
 */
export function pureTransitionOf<State extends Snapshot<unknown>, Event extends EventObject, Input>(
  machine: ActorLogic<State, Event, Input>,
  self: ActorScope<State, Event>['self'],
): (state: State, event: Event) => State {
  const scope = { self, id: '', sessionId: '', logger: nothing, defer: nothing, emit: nothing, system: self.system, stopChild: nothing, actionExecutor: nothing };
  return (state, event) => machine.transition(state, event, scope);
}
