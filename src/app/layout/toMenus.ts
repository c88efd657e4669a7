import type { DrawerGroup, DrawerItem } from '../../ui/Drawer/Drawer.tsx';
import type { HeaderTab } from '../../ui/HeaderTabs/HeaderTabs.tsx';
import { iconNames, type IconName } from '../../ui/Icon/iconNames.ts';
import type { NavigationItem } from './toNavigation.ts';

type Counts = Readonly<Record<string, number>>;

/** The address of an entry that leads nowhere; choosing it is caught and explained. */
export const invalidLink = '#invalid';

const iconOf = (name: string): { icon?: IconName } => {
  const bare = name.replace(/^pi-/, '');
  const icon = iconNames.find((known) => known === bare);
  return icon === undefined ? {} : { icon };
};

const countOf = (item: NavigationItem, counts: Counts): number =>
  (counts[item.name] ?? 0) + item.children.reduce((sum, child) => sum + countOf(child, counts), 0);

/** The wall opens beside the back office (specification, section 2). */
const ownTab: ReadonlySet<string> = new Set(['DataBoard']);

export function toHeaderTabs(
  items: readonly NavigationItem[],
  active: NavigationItem | undefined,
  counts: Counts,
): HeaderTab[] {
  return items.map((item) => ({
    id: String(item.id),
    label: item.label,
    to: item.path ?? invalidLink,
    isActive: item.id === active?.id,
    count: countOf(item, counts),
    opensNewTab: ownTab.has(item.name),
    ...iconOf(item.icon),
  }));
}

const toDrawerItem = (item: NavigationItem, path: string, counts: Counts): DrawerItem => ({
  id: String(item.id),
  label: item.label,
  to: item.path ?? invalidLink,
  isActive: item.path === path,
  count: countOf(item, counts),
  ...iconOf(item.icon),
});

/** The pages of a section in one group, and each entry that groups pages as a group of its own. */
export function toDrawerGroups(section: NavigationItem, path: string, counts: Counts): DrawerGroup[] {
  const entries = section.children.length === 0 ? [section] : section.children;
  const pages = entries.filter((item) => item.children.length === 0);
  const groups = entries.filter((item) => item.children.length > 0);
  return [
    ...(pages.length === 0
      ? []
      : [{ id: `${section.id}-pages`, items: pages.map((item) => toDrawerItem(item, path, counts)) }]),
    ...groups.map((group) => ({
      id: String(group.id),
      label: group.label,
      items: group.children.map((item) => toDrawerItem(item, path, counts)),
    })),
  ];
}
