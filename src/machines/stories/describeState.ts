import type { AnyStateMachine, StateValue } from 'xstate';

type Node = AnyStateMachine['root'];

function descriptionsUnder(node: Node, value: StateValue): readonly string[] {
  const children = typeof value === 'string' ? [[value, undefined] as const] : Object.entries(value);
  return children.flatMap(([name, child]) => {
    const next = node.states[name];
    if (next === undefined) return [];
    const own = next.description === undefined ? [] : [next.description];
    return [...own, ...(child === undefined ? [] : descriptionsUnder(next, child))];
  });
}

/** Returns the meanings of the states of a value, from the outermost inwards, as the chart describes them. */
export const describeState = (machine: AnyStateMachine, value: StateValue): readonly string[] =>
  descriptionsUnder(machine.root, value);
