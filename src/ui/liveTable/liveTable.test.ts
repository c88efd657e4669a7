import { expect, test } from 'vitest';
import { rankTexts, sortRows } from './sortRows.ts';
import { placeAfterKey, rowsInSight, scrollToShow } from './tableWindow.ts';

test('rows are sorted by their values; equal ones keep their order and unknown ones are last either way', () => {
  const values = [3, Number.NaN, 1, 3, 2];
  const rows = Uint32Array.from(values.keys());
  const keyOf = (row: number): number => values[row] ?? Number.NaN;
  expect([...sortRows(rows, keyOf, false)]).toEqual([2, 4, 0, 3, 1]);
  expect([...sortRows(rows, keyOf, true)]).toEqual([0, 3, 4, 2, 1]);
  expect([...sortRows(Uint32Array.from([4, 0]), keyOf, false)]).toEqual([4, 0]);
});

test('texts are ranked as people in China read them, numbers by their size', () => {
  const ranks = rankTexts(['10 号梯', '2 号梯', '2 号梯']);
  expect(ranks[1]).toBe(ranks[2]);
  expect(ranks[0]).toBeGreaterThan(ranks[1] ?? 0);
});

test('only the rows in sight and a few more are drawn, whatever the number of rows', () => {
  expect(rowsInSight(0, 640, 32, 100_000)).toEqual({ first: 0, last: 24 });
  expect(rowsInSight(1_600_016, 640, 32, 100_000)).toEqual({ first: 49_996, last: 50_025 });
  expect(rowsInSight(0, 640, 32, 3)).toEqual({ first: 0, last: 3 });
});

const press = (key: string, place: number): number | null => placeAfterKey(key, place, 100, 20);

test('the keys reach every row', () => {
  expect(['ArrowDown', 'ArrowUp', 'PageDown', 'PageUp', 'Home', 'End', 'x'].map((key) => press(key, 50))).toEqual([
    51,
    49,
    70,
    30,
    0,
    99,
    null,
  ]);
  expect([press('ArrowDown', -1), press('ArrowDown', 99), press('ArrowUp', 0), placeAfterKey('End', 0, 0, 20)]).toEqual(
    [0, 99, 0, null],
  );
});

test('a row is brought into sight by the shortest way', () => {
  expect([scrollToShow(5, 0, 320, 32), scrollToShow(20, 0, 320, 32), scrollToShow(1, 320, 320, 32)]).toEqual([
    0, 352, 32,
  ]);
});
