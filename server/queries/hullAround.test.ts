import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { hullAround } from './hullAround.ts';

type Point = readonly [number, number];
const margin = 0.003;
const turn = (a: Point, b: Point, c: Point): number => (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);

test('nothing has no outline, and a single lift stands in a square', () => {
  expect(hullAround([])).toEqual([]);
  expect(hullAround([[120, 30]], 1)).toEqual([
    [119, 29],
    [121, 29],
    [121, 31],
    [119, 31],
    [119, 29],
  ]);
});

test('the outline is closed and convex, and every lift stands inside with the margin around it', () => {
  const place = fc.tuple(fc.double({ min: 119, max: 121, noNaN: true }), fc.double({ min: 29, max: 31, noNaN: true }));
  fc.assert(
    fc.property(fc.array(place, { minLength: 1, maxLength: 60 }), (points) => {
      const ring = hullAround(points, margin);
      expect(ring.at(-1)).toEqual(ring[0]);
      const sides = ring.slice(1).map((to, index): readonly [Point, Point] => [ring[index] ?? to, to]);
      for (const [lng, lat] of points) {
        for (const corner of [
          [lng - margin, lat - margin],
          [lng + margin, lat - margin],
          [lng - margin, lat + margin],
          [lng + margin, lat + margin],
        ] as const) {
          for (const [from, to] of sides) expect(turn(from, to, corner)).toBeGreaterThan(-1e-9);
        }
      }
    }),
  );
});
