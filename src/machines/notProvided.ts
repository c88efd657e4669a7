import { fromCallback, type CallbackActorLogic, type EventObject, type NonReducibleUnknown } from 'xstate';

/** A placeholder for an actor that `app` provides; running it without one is a fault that names itself. */
export function notProvided<Received extends EventObject, Input extends NonReducibleUnknown>(
  name: string,
): CallbackActorLogic<Received, Input> {
  return fromCallback<Received, Input>(() => {
    throw new Error(`${name} is not provided: app must .provide() it`);
  });
}
