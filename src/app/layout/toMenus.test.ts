import { expect, test } from 'vitest';
import { menuPathOf, screenNamed } from '../../contract/screens.ts';
import { toDrawerGroups, toHeaderTabs } from './toMenus.ts';
import type { NavigationItem } from './toNavigation.ts';

const item = (
  id: number,
  name: string,
  path: string | null,
  children: readonly NavigationItem[] = [],
): NavigationItem => ({ id, name, label: `菜单${id}`, icon: 'pi-bell', path, children });
const calls = item(3, 'RescueCall', '/alarm-center');
const history = item(4, 'RescueCallHistory', '/alarm-center/rescue-call-history');
const section = item(2, 'alarm-center', '/alarm-center', [calls, history]);

test('a top entry carries the count of what waits below it, and an icon only where the theme has it', () => {
  const tabs = toHeaderTabs(
    [item(1, 'DataScreening', '/'), section, { ...item(5, 'x', null), icon: 'no-such' }],
    section,
    { RescueCall: 2 },
  );
  expect(tabs).toMatchObject([
    { to: '/', isActive: false, count: 0, icon: 'bell' },
    { isActive: true, count: 2 },
    { to: '#invalid' },
  ]);
  expect(tabs[2]).not.toHaveProperty('icon');
});

test('the drawer lists the pages of the section, and groups within it under their own names', () => {
  const groups = toDrawerGroups(
    { ...section, children: [calls, item(6, 'group', null, [history])] },
    '/alarm-center',
    {},
  );
  expect(groups.map(({ label, items }) => [label, items.map(({ label, isActive }) => [label, isActive])])).toEqual([
    [undefined, [['菜单3', true]]],
    ['菜单6', [['菜单4', false]]],
  ]);
});

test('a section that is a single page lists itself', () => {
  expect(toDrawerGroups(item(1, 'X', '/x'), '/x', {})).toMatchObject([{ items: [{ to: '/x', isActive: true }] }]);
});

test('a page that is reached from another one marks the entry of that one', () => {
  const path = screenNamed('FaultStatisticsBrand').path;
  expect(menuPathOf(path)).toBe(screenNamed('FaultStatisticsRegion').path);
  expect(menuPathOf('/alarm-center')).toBe('/alarm-center');
});
