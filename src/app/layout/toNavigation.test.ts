import { expect, test } from 'vitest';
import type { MenuNode } from '../../contract/entities/session.ts';
import { activeSection, frameOf, toNavigation } from './toNavigation.ts';

const node = (id: number, path: string, more: Partial<MenuNode> = {}): MenuNode => ({
  id,
  name: `菜单${id}`,
  path,
  icon: 'home',
  sort: id,
  is_show: true,
  type: 1,
  children: [],
  ...more,
});
const paths = new Map([
  ['DataScreening', '/'],
  ['RescueCall', '/alarm-center'],
  ['RescueCallHistory', '/alarm-center/rescue-call-history'],
]);

test('the menu shows only nodes with is_show, sorted by sort', () => {
  const items = toNavigation(
    [
      node(1, 'RescueCall', { sort: 9 }),
      node(2, 'DataScreening', { sort: 1 }),
      node(3, 'RescueCallHistory', { is_show: false }),
    ],
    paths,
  );
  expect(items.map((item) => [item.label, item.path])).toEqual([
    ['菜单2', '/'],
    ['菜单1', '/alarm-center'],
  ]);
});

test('a node that names no route leads nowhere', () => {
  expect(toNavigation([node(1, 'NoSuchScreen')], paths)[0]?.path).toBeNull();
});

test('a group leads to its first page that exists', () => {
  const group = node(1, 'alarm-center', {
    type: 0,
    children: [node(2, 'NoSuchScreen', { sort: 1 }), node(3, 'RescueCallHistory', { sort: 2 })],
  });
  expect(toNavigation([group], paths)[0]?.path).toBe('/alarm-center/rescue-call-history');
});

test('the section of an open page is the top entry that holds it, also for a page outside the menu', () => {
  const items = toNavigation(
    [node(1, 'DataScreening'), node(2, 'group', { children: [node(3, 'RescueCall'), node(4, 'RescueCallHistory')] })],
    paths,
  );
  expect(activeSection(items, '/alarm-center/rescue-call-history')?.id).toBe(2);
  expect(activeSection(items, '/alarm-center/rescue-call-history/318')?.id).toBe(2);
  expect(activeSection(items, '/')?.id).toBe(1);
  expect(activeSection(items, '/nowhere')).toBeUndefined();
});

test.each([
  ['/', 'fixed', false],
  ['/elevator-screening', 'fixed', false],
  ['/intelligent-diagnosis', 'fixed', false],
  ['/data-board', 'none', false],
  ['/alarm-center', 'reveal', true],
  ['/alarm-center/rescue-call-history', 'reveal', true],
])('%s has a %s header; drawer: %s', (path, header, hasDrawer) => {
  expect(frameOf(path)).toEqual({ header, hasDrawer });
});
