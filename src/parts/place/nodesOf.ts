import type { RegionNode } from '../../contract/entities/region.ts';
import { flattenTree } from '../../ui/list/flattenTree.ts';

/** The regions, or the groups, of these trees, those above before those below. */
export const nodesOf = (tree: readonly RegionNode[], type: RegionNode['type']): readonly RegionNode[] =>
  flattenTree(
    tree,
    ({ id }) => id,
    ({ children }) => children,
  )
    .map(({ row }) => row)
    .filter((node) => node.type === type);
