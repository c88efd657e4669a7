import { expect, test } from 'vitest';
import { buildLiftGrid } from './liftGrid.ts';

test('the lifts within reach are found, and none beyond it', () => {
  const grid = buildLiftGrid(Float32Array.from([0, 0, 100, 0, 100, 80, -900, 400]), 4);
  expect(grid.within(90, 10, 30)).toEqual([1]);
  expect(grid.within(101, 79, 5)).toEqual([2]);
  expect(grid.within(100, 40, 50).toSorted((a, b) => a - b)).toEqual([1, 2]);
  expect(grid.within(-890, 395, 30)).toEqual([3]);
  expect(grid.within(50, 40, 20)).toEqual([]);
  expect(grid.within(1e6, 1e6, 20)).toEqual([]);
});

test('it agrees with looking at every lift', () => {
  const count = 4000;
  const metres = Float32Array.from(
    { length: count * 2 },
    (_, at) => ((Math.imul(at + 1, 2_654_435_761) >>> 0) % 20_000) - 10_000,
  );
  const grid = buildLiftGrid(metres, count);
  for (let probe = 0; probe < 200; probe += 1) {
    const x = ((probe * 7919) % 20_000) - 10_000;
    const y = ((probe * 104_729) % 20_000) - 10_000;
    const seen = Array.from({ length: count }, (_, index) => index).filter(
      (index) => ((metres[index * 2] ?? 0) - x) ** 2 + ((metres[index * 2 + 1] ?? 0) - y) ** 2 <= 400 ** 2,
    );
    expect(grid.within(x, y, 400).toSorted((a, b) => a - b)).toEqual(seen);
  }
});

test('one lift, or none, is no special case', () => {
  expect(buildLiftGrid(Float32Array.from([5, 5]), 1).within(5, 6, 2)).toEqual([0]);
  expect(buildLiftGrid(new Float32Array(0), 0).within(0, 0, 1e9)).toEqual([]);
});
