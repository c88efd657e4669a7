import { expect, test } from 'vitest';
import { buildLiftGrid } from './liftGrid.ts';

test('the nearest lift within reach is found, and none beyond it', () => {
  const grid = buildLiftGrid(Float32Array.from([0, 0, 100, 0, 100, 80, -900, 400]), 4);
  expect(grid.nearest(90, 10, 30)).toBe(1);
  expect(grid.nearest(101, 79, 5)).toBe(2);
  expect(grid.nearest(-890, 395, 30)).toBe(3);
  expect(grid.nearest(50, 40, 20)).toBe(-1);
  expect(grid.nearest(1e6, 1e6, 20)).toBe(-1);
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
    let best = -1;
    let bestSquare = 400 ** 2;
    for (let index = 0; index < count; index += 1) {
      const square = ((metres[index * 2] ?? 0) - x) ** 2 + ((metres[index * 2 + 1] ?? 0) - y) ** 2;
      if (square < bestSquare) {
        best = index;
        bestSquare = square;
      }
    }
    expect(grid.nearest(x, y, 400)).toBe(best);
  }
});

test('one lift, or none, is no special case', () => {
  expect(buildLiftGrid(Float32Array.from([5, 5]), 1).nearest(5, 6, 2)).toBe(0);
  expect(buildLiftGrid(new Float32Array(0), 0).nearest(0, 0, 1e9)).toBe(-1);
});
