/** A node with a check box. A group has no state of its own: its box stands for what is below it. */
export interface CheckNode {
  readonly id: number;
  readonly label: string;
  /** Beside the label, in small letters. */
  readonly detail?: string;
  readonly kind: 'group' | 'leaf' | 'detail';
  readonly children?: readonly CheckNode[];
}

export type CheckState = 'all' | 'some' | 'none';

/** Everything in and below the node that can be checked. */
export function leavesOf({ id, kind, children = [] }: CheckNode): readonly number[] {
  return [...(kind === 'group' ? [] : [id]), ...children.flatMap(leavesOf)];
}

/** Returns how much is checked below a group. Any other node is checked or not, whatever stands below it. */
export function checkStateOf(node: CheckNode, checked: ReadonlySet<number>): CheckState {
  const ids = node.kind === 'group' ? leavesOf(node) : [node.id];
  const held = ids.filter((id) => checked.has(id)).length;
  if (held === 0) return 'none';
  return held === ids.length ? 'all' : 'some';
}

/** Returns the checked nodes after a press on the node's box: a group that is checked in part is checked whole first. */
export function toggled(node: CheckNode, checked: ReadonlySet<number>): ReadonlySet<number> {
  const ids = node.kind === 'group' ? leavesOf(node) : [node.id];
  const isWhole = checkStateOf(node, checked) === 'all';
  return isWhole ? new Set([...checked].filter((id) => !ids.includes(id))) : new Set([...checked, ...ids]);
}
