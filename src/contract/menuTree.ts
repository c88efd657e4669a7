import type { MenuNode } from './entities/session.ts';

/** A row of the menu as the server stores it and the permission screens list it. */
export interface MenuRow extends Omit<MenuNode, 'children'> {
  readonly parent_id: number | null;
}

/**
 * The menu of a role that holds these rows: shown nodes only, nested and sorted. A group is shown for its pages, and none is shown
 * empty; actions are in no menu.
 */
export function menuTree(rows: readonly MenuRow[], held: ReadonlySet<number>): readonly MenuNode[] {
  const shown = rows
    .filter(({ is_show: isShown, type }) => isShown && type < 2)
    .toSorted((a, b) => a.sort - b.sort || a.id - b.id);
  const childrenOf = (parentId: number | null): readonly MenuNode[] =>
    shown
      .filter((row) => row.parent_id === parentId)
      .flatMap(({ id, name, path, icon, sort, type }) => {
        const children = childrenOf(id);
        const isInMenu = type === 1 ? held.has(id) : children.length > 0;
        return isInMenu ? [{ id, name, path, icon, sort, is_show: true, type, children }] : [];
      });
  return childrenOf(null);
}
