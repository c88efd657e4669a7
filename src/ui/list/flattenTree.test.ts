import { expect, test } from 'vitest';
import { flattenTree } from './flattenTree.ts';

interface Node {
  readonly id: number;
  readonly children: readonly Node[];
}
const tree: readonly Node[] = [
  {
    id: 1,
    children: [
      { id: 2, children: [{ id: 3, children: [] }] },
      { id: 4, children: [] },
    ],
  },
  { id: 5, children: [] },
];
const linesOf = (folded: readonly number[]) =>
  flattenTree(
    tree,
    ({ id }) => id,
    ({ children }) => children,
    new Set(folded),
  ).map(({ row, level, isParent }) => [row.id, level, isParent]);

test('a tree is drawn from top to bottom, each line with its level', () => {
  expect(linesOf([])).toEqual([
    [1, 1, true],
    [2, 2, true],
    [3, 3, false],
    [4, 2, false],
    [5, 1, false],
  ]);
});

test('what is below a folded line is not drawn, and the line is still a parent', () => {
  expect(linesOf([2])).toEqual([
    [1, 1, true],
    [2, 2, true],
    [4, 2, false],
    [5, 1, false],
  ]);
});
