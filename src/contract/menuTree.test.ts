import { expect, test } from 'vitest';
import type { MenuNode } from './entities/session.ts';
import { menuTree, type MenuRow } from './menuTree.ts';

const row = (id: number, over: Partial<MenuRow> = {}): MenuRow => ({
  id,
  parent_id: null,
  name: `项 ${id}`,
  path: '',
  icon: '',
  sort: id,
  is_show: true,
  type: 1,
  ...over,
});
const outline = (nodes: readonly MenuNode[]): unknown[] =>
  nodes.map(({ id, children }) => (children.length === 0 ? id : [id, outline(children)]));

const rows = [
  row(1, { type: 0, sort: 9 }),
  row(2, { parent_id: 1, sort: 2 }),
  row(3, { parent_id: 1, sort: 1 }),
  row(4, { parent_id: 1, type: 2 }),
  row(5, { type: 0 }),
  row(6, { parent_id: 5, type: 0 }),
  row(7, { parent_id: 6 }),
  row(8),
];

test('a role sees the pages that it holds, in the groups that lead to them, by their order', () => {
  expect(outline(menuTree(rows, new Set([2, 3, 4, 7, 8])))).toEqual([[5, [[6, [7]]]], 8, [1, [3, 2]]]);
});

test('a group without a page that the role holds is not shown, even to a role that holds the group', () => {
  expect(outline(menuTree(rows, new Set([1, 4, 5, 6, 8])))).toEqual([8]);
});

test('what is hidden takes everything below it out of the menu', () => {
  const hidden = rows.map((one) => (one.id === 5 ? { ...one, is_show: false } : one));
  expect(outline(menuTree(hidden, new Set([7, 8])))).toEqual([8]);
});
