import type { StateValue } from 'xstate';

/** A state value as one word: `rescuing.accepted`, `handling.completed+condition.cleared+display.shown`. */
export function stateKey(value: StateValue): string {
  if (typeof value === 'string') return value;
  return Object.entries(value)
    .map(([name, child]) => (child === undefined ? name : `${name}.${stateKey(child)}`))
    .join('+');
}
