import { expect, test } from 'vitest';
import { checkStateOf, toggled, type CheckNode } from './checkTree.ts';

const group: CheckNode = {
  id: 1,
  label: '报警中心',
  kind: 'group',
  children: [
    { id: 2, label: '救援呼叫', kind: 'leaf', children: [{ id: 3, label: '接听救援呼叫', kind: 'detail' }] },
    { id: 4, label: '救援历史', kind: 'leaf' },
  ],
};
const [page] = group.children ?? [];
const after = (node: CheckNode, ...checked: number[]) => [...toggled(node, new Set(checked))].toSorted((a, b) => a - b);

test('a group is checked, mixed or empty by what is below it', () => {
  expect([[], [3], [2, 4], [2, 3, 4]].map((ids) => checkStateOf(group, new Set(ids)))).toEqual([
    'none',
    'some',
    'some',
    'all',
  ]);
});

test('a press on a group takes the whole of it, and then nothing of it; the group itself is in no role', () => {
  expect(after(group, 9)).toEqual([2, 3, 4, 9]);
  expect(after(group, 3, 9)).toEqual([2, 3, 4, 9]);
  expect(after(group, 2, 3, 4, 9)).toEqual([9]);
});

test('a page is taken without the actions that stand below it', () => {
  if (page === undefined) throw new Error('the group has no page');
  expect(after(page, 3)).toEqual([2, 3]);
  expect(checkStateOf(page, new Set([3]))).toBe('none');
});
