import { expect, test } from 'vitest';
import { groupCallMarks } from './groupCallMarks.ts';
import { placeCallLabels } from './placeCallLabels.ts';

const picture = { left: 0, top: 0, right: 1000, bottom: 600 };
const at = (x: number, y: number) => ({ x, y, width: 160, height: 40 });

test('a call’s label is to its right, or to the left at the right edge', () => {
  expect(placeCallLabels([at(100, 300), at(950, 100)], picture)).toEqual(['right', 'left']);
});

test('of two calls side by side both can be read', () => {
  expect(placeCallLabels([at(400, 300), at(430, 300)], picture)).toEqual(['left', 'right']);
});

test('the first call’s words win; those that fit nowhere are hidden and their mark stays', () => {
  const crowd = Array.from({ length: 12 }, (_, index) => at(500 + index, 300));
  const placed = placeCallLabels(crowd, picture);
  expect(placed[0]).not.toBe('hidden');
  expect(placed.filter((side) => side === 'hidden').length).toBeGreaterThan(6);
});

test('no words reach under a panel or over what points outside', () => {
  const free = { left: 300, top: 80, right: 700, bottom: 400 };
  expect(placeCallLabels([at(690, 200)], free)).toEqual(['left']);
  expect(placeCallLabels([at(500, 200)], free, [{ left: 560, top: 180, right: 586, bottom: 206 }])).toEqual(['left']);
});

test('calls from one building share the marker of the first, which shows their number', () => {
  const { leaders, sizes } = groupCallMarks([
    { x: 100, y: 100 },
    { x: 300, y: 100 },
    { x: 104, y: 108 },
    { x: 96, y: 97 },
  ]);
  expect(leaders).toEqual([0, 1, 0, 0]);
  expect(sizes).toEqual([3, 1, 0, 0]);
});
