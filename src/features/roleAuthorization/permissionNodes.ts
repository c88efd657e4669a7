import { permissionTypes, type PermissionTree } from '../../contract/entities/access.ts';
import type { CheckNode } from '../../ui/CheckTree/checkTree.ts';

/** No row has this id: what stands at the top of the tree without being in the menu. */
const otherActionsId = 0;

function toNode({ id, name, type, children }: PermissionTree): CheckNode {
  return {
    id,
    label: name,
    kind: type === permissionTypes.group ? 'group' : type === permissionTypes.page ? 'leaf' : 'detail',
    ...(children.length === 0 ? {} : { children: children.map(toNode) }),
  };
}

const isAction = ({ type }: PermissionTree): boolean => type === permissionTypes.action;

/** The permissions as boxes to check; actions that belong to no page are in a group of their own at the end. */
export function permissionNodes(tree: readonly PermissionTree[]): readonly CheckNode[] {
  const actions = tree.filter(isAction).map(toNode);
  return [
    ...tree.filter((node) => !isAction(node)).map(toNode),
    ...(actions.length === 0
      ? []
      : [{ id: otherActionsId, label: '操作', kind: 'group', children: actions } satisfies CheckNode]),
  ];
}

/** Only what a role holds, and the way to it. */
export function heldNodes(nodes: readonly CheckNode[], held: ReadonlySet<number>): readonly CheckNode[] {
  return nodes.flatMap((node) => {
    const children = heldNodes(node.children ?? [], held);
    return held.has(node.id) || children.length > 0 ? [{ ...node, children }] : [];
  });
}
