import { screenCatalogue } from '../../contract/screens.ts';
import type { MenuNode } from '../../contract/entities/session.ts';

/** One entry of the header or the drawer. `path` is null for a node whose link leads nowhere. */
export interface NavigationItem {
  readonly id: number;
  readonly name: string;
  readonly label: string;
  readonly icon: string;
  readonly path: string | null;
  readonly children: readonly NavigationItem[];
}

const shown = (nodes: readonly MenuNode[]): MenuNode[] =>
  nodes.filter((node) => node.is_show).toSorted((a, b) => a.sort - b.sort || a.id - b.id);

/**
 * The user's menu as links (specification, section 6): shown nodes only, by `sort`; a node's `path` is a route's name.
 * A node that only groups pages leads to its first page that exists.
 */
export function toNavigation(menu: readonly MenuNode[], pathOfName: ReadonlyMap<string, string>): NavigationItem[] {
  return shown(menu).map((node) => {
    const children = toNavigation(node.children, pathOfName);
    const firstChild = children.find((child) => child.path !== null);
    return {
      id: node.id,
      name: node.path,
      label: node.name,
      icon: node.icon,
      path: pathOfName.get(node.path) ?? firstChild?.path ?? null,
      children,
    };
  });
}

const contains = (item: NavigationItem, path: string): boolean =>
  item.path === path || item.children.some((child) => contains(child, path));

/** The top entry whose page, or whose child's page, is open. */
export function activeSection(items: readonly NavigationItem[], path: string): NavigationItem | undefined {
  return (
    items.find((item) => item.path === path) ??
    items.find((item) => contains(item, path)) ??
    items.find((item) => firstSegment(item.path ?? '/') === firstSegment(path) && firstSegment(path) !== '')
  );
}

const firstSegment = (path: string): string => path.split('/')[1] ?? '';

const overviewSegments = screenCatalogue
  .filter(({ section }) => section === null)
  .map(({ path }) => firstSegment(path));

/**
 * Returns the frame of a page (specification, section 2): overviews have the header always and no drawer; DataBoard has neither; every other
 * page has the drawer, and a header that leaves when scrolled down and returns when scrolled up.
 */
export function frameOf(path: string): { header: 'fixed' | 'reveal' | 'none'; hasDrawer: boolean } {
  const segment = firstSegment(path);
  if (segment === 'data-board') return { header: 'none', hasDrawer: false };
  return overviewSegments.includes(segment)
    ? { header: 'fixed', hasDrawer: false }
    : { header: 'reveal', hasDrawer: true };
}
