import { expect, test } from 'vitest';
import { namedFloors, shaftRange, shaftShare, usualFloorLabel } from './shaftFloors.ts';

test('floors below ground read as B1, B2', () => {
  expect([-2, -1, 1, 33].map(usualFloorLabel)).toEqual(['B2', 'B1', '1', '33']);
});

test('the car is between the ends, and beyond them at the nearest', () => {
  expect([
    shaftShare(1, 1, 11),
    shaftShare(6, 1, 11),
    shaftShare(99, 1, 11),
    shaftShare(-3, 1, 11),
    shaftShare(4, 4, 4),
  ]).toEqual([0, 0.5, 1, 0, 0.5]);
});

test('a shaft goes from the lowest to the highest floor, and on to a car beyond them', () => {
  expect(shaftRange(-2, 26, 12)).toEqual({ low: -2, high: 26, isKnown: true });
  expect(shaftRange(1, 26, 28)).toEqual({ low: 1, high: 28, isKnown: true });
});

test('floors that are not recorded, or only one, make no shaft one floor high: the car stands in the middle', () => {
  for (const [min, max] of [
    [null, null],
    [1, 1],
  ] as const) {
    const { low, high, isKnown } = shaftRange(min, max, 12);
    expect({ low, high, isKnown, at: shaftShare(12, low, high) }).toEqual({
      low: 12,
      high: 12,
      isKnown: false,
      at: 0.5,
    });
  }
});

test('a low house names every floor, a tower the ends and round ones between', () => {
  expect(namedFloors(1, 6, 12)).toEqual([1, 2, 3, 4, 5, 6]);
  expect(namedFloors(-2, 33, 9)).toEqual([-2, 5, 10, 15, 20, 25, 30, 33]);
  expect(namedFloors(1, 88, 10)).toEqual([1, 10, 20, 30, 40, 50, 60, 70, 80, 88]);
  expect(namedFloors(3, 3, 9)).toEqual([3]);
});
