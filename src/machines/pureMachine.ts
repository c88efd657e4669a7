import { createActor, type ActorLogic, type ActorScope, type EventObject, type Snapshot } from 'xstate';

const nothing = () => undefined;

/**
 * The initial state and the transition of a machine that only assigns. XState's own `transition` makes an actor with its initial state for
 * each call, which costs more than the transition; a machine that never sends, spawns or emits needs one for all.
 */
export function pureMachine<State extends Snapshot<unknown>, Event extends EventObject>(
  machine: ActorLogic<State, Event>,
): { readonly initial: State; readonly next: (state: State, event: Event) => State } {
  const self = createActor(machine);
  const scope: ActorScope<State, Event> = {
    self,
    id: '',
    sessionId: '',
    logger: nothing,
    defer: nothing,
    emit: nothing,
    system: self.system,
    stopChild: nothing,
    actionExecutor: nothing,
  };
  return { initial: self.getSnapshot(), next: (state, event) => machine.transition(state, event, scope) };
}
