import type { Permission } from '../permissions.ts';

/** A section of the menu, in the order of its `sort`; `key` is the first segment of its pages' paths (as the specification spells it). */
export const menuSections = [
  { key: 'base-data', title: '基础数据', icon: 'database', sort: 5 },
  { key: 'alarm-center', title: '报警中心', icon: 'bell', sort: 6 },
  { key: 'elebator-maintenance', title: '电梯维保', icon: 'wrench', sort: 7 },
  { key: 'report-statistics', title: '统计报表', icon: 'chart-bar', sort: 8 },
  { key: 'system-settings', title: '系统设置', icon: 'cog', sort: 9 },
] as const;
export type MenuSection = (typeof menuSections)[number]['key'];

export interface Route {
  /** The route's name in the specification: what a menu node's `path` holds. */
  readonly name: string;
  readonly path: string;
  /** Null for a page that is in the menu on its own. */
  readonly section: MenuSection | null;
  /** Stands over the page and in the browser's tab. */
  readonly title: string;
}

/** A page that exists: its place in the menu, and what a person needs to open it. */
export interface BuiltRoute extends Route {
  readonly menu: string;
  readonly icon: string;
  readonly sort: number;
  readonly permission: Permission;
  /** Opened from another page, never from the menu. */
  readonly isHidden?: true;
  /** The page whose entry in the menu is marked while this one is open. */
  readonly under?: string;
}
