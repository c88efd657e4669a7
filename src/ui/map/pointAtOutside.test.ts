import { expect, test } from 'vitest';
import { directionWord, isInside, pointAtOutside } from './pointAtOutside.ts';

/** The free part of a wall between its panels. */
const free = { left: 450, top: 80, right: 1_000, bottom: 720 };

test('a call behind a panel or beyond the picture is pointed at from the edge of the free part, on the way to it', () => {
  const [right, above, farLeft] =
    pointAtOutside(
      [
        { x: 1_500, y: 382 },
        { x: 725, y: -900 },
        { x: -4_000, y: 382 },
      ],
      free,
      36,
    ) ?? [];
  expect(right).toMatchObject({ x: 974, y: 382, angleDeg: 0, size: 1 });
  expect(above).toMatchObject({ x: 725, y: 106, angleDeg: -90, size: 1 });
  expect(farLeft).toMatchObject({ x: 476, y: 382, angleDeg: 180, size: 1 });
  for (const point of [right, above, farLeft]) expect(point !== undefined && isInside(point, free)).toBe(true);
});

test('calls in one direction share a pointer, which shows their number; none is lost', () => {
  const points =
    pointAtOutside(
      [
        { x: 1_500, y: 382 },
        { x: 1_900, y: 390 },
        { x: 720, y: 5_000 },
        { x: 1_600, y: 370 },
      ],
      free,
    ) ?? [];
  expect(points.map(({ size }) => size)).toEqual([3, 0, 1, 0]);
});

test('a pointer downwards stays above the legend, however many lines that has', () => {
  for (const footHeight of [0, 48, 90]) {
    const [below] = pointAtOutside([{ x: 725, y: 5_000 }], free, footHeight) ?? [];
    expect(below?.y).toBe(free.bottom - footHeight - 26);
  }
});

test('the way is named as on a map with north above', () => {
  expect([0, 90, 180, -180, -90, -45, 135, -135, 45].map(directionWord)).toEqual([
    '东',
    '南',
    '西',
    '西',
    '北',
    '东北',
    '西南',
    '西北',
    '东南',
  ]);
});

test('where panels leave no room nothing is pointed at', () => {
  expect(pointAtOutside([{ x: 0, y: 0 }], { left: 100, top: 100, right: 140, bottom: 140 })).toBeNull();
});
