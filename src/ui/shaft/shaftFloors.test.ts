import { expect, test } from 'vitest';
import { namedFloors, shaftShare, usualFloorLabel } from './shaftFloors.ts';

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
  ]).toEqual([0, 0.5, 1, 0, 0]);
});

test('a low house names every floor, a tower the ends and round ones between', () => {
  expect(namedFloors(1, 6, 12)).toEqual([1, 2, 3, 4, 5, 6]);
  expect(namedFloors(-2, 33, 9)).toEqual([-2, 5, 10, 15, 20, 25, 30, 33]);
  expect(namedFloors(1, 88, 10)).toEqual([1, 10, 20, 30, 40, 50, 60, 70, 80, 88]);
  expect(namedFloors(3, 3, 9)).toEqual([3]);
});
