import { describe, expect, test } from 'vitest';
import {
  boundsOf,
  columnScale,
  dotRadius,
  fitBounds,
  keepWithin,
  maxScale,
  panBy,
  project,
  shiftBetween,
  unproject,
  zoomAt,
  type Camera,
} from './camera.ts';
import { planFlight } from './flight.ts';
import { noPadding } from './mapTypes.ts';
import { planeAt, toLngLat, toMetrePairs, toMetres } from './plane.ts';

const camera: Camera = {
  x: 200,
  y: -300,
  scale: 0.05,
  width: 1000,
  height: 800,
  padding: { top: 100, right: 300, bottom: 0, left: 100 },
};
const close = ([x, y]: readonly [number, number]): [number, number] => [
  Math.round(x * 1000) / 1000,
  Math.round(y * 1000) / 1000,
];

test('what is projected can be found again', () => {
  const [pixelX, pixelY] = project(camera, 1234, 4321);
  expect(close(unproject(camera, pixelX, pixelY))).toEqual([1234, 4321]);
});

test('the camera’s point is in the middle of the area not covered by panels', () => {
  expect(project(camera, 200, -300)).toEqual([400, 450]);
});

test('north is up and higher things stand higher', () => {
  expect(project(camera, 200, 700)[1]).toBeLessThan(450);
  expect(project(camera, 200, -300, 100)[1]).toBeLessThan(450);
});

test('zooming keeps what lies under the pointer, within the limits', () => {
  const before = unproject(camera, 700, 120);
  expect(close(unproject(zoomAt(camera, 3, 700, 120, 0.01), 700, 120))).toEqual(close(before));
  expect(zoomAt(camera, 1e6, 0, 0, 0.01).scale).toBe(maxScale);
  expect(zoomAt(camera, 1e-6, 0, 0, 0.01).scale).toBe(0.01);
});

test('a drag moves the ground with the hand', () => {
  const [pixelX, pixelY] = project(camera, 10, 20);
  expect(close(project(panBy(camera, 30, -12), 10, 20))).toEqual(close([pixelX + 30, pixelY - 12]));
});

test('a picture drawn for one camera, shifted and stretched, is the picture of another', () => {
  const drawn = camera;
  const shown = panBy(zoomAt(camera, 1.7, 320, 240, 0.001), 40, 9);
  const { x, y, scale } = shiftBetween(drawn, shown);
  const [drawnX, drawnY] = project(drawn, 5000, 900, 80);
  expect(close([drawnX * scale + x, drawnY * scale + y])).toEqual(close(project(shown, 5000, 900, 80)));
});

test('fitting shows all corners in the free part', () => {
  const bounds = { minX: -9000, minY: -4000, maxX: 11_000, maxY: 8000 };
  const fitted = fitBounds(camera, bounds);
  const [left, bottom] = project(fitted, bounds.minX, bounds.minY);
  const [right, top] = project(fitted, bounds.maxX, bounds.maxY);
  expect(left).toBeGreaterThanOrEqual(100);
  expect(right).toBeLessThanOrEqual(700);
  expect(top).toBeGreaterThanOrEqual(100);
  expect(bottom).toBeLessThanOrEqual(800);
});

test('the city can never be lost', () => {
  const kept = keepWithin({ ...camera, x: 1e9, y: -1e9 }, { minX: -1, minY: -2, maxX: 3, maxY: 4 });
  expect([kept.x, kept.y]).toEqual([3, -2]);
});

test('bounds of nothing are none', () => {
  expect(boundsOf([])).toBeNull();
  expect(boundsOf([1, 2, -3, 8])).toEqual({ minX: -3, minY: 2, maxX: 1, maxY: 8 });
});

test('longitude and latitude turn to metres and back', () => {
  const plane = planeAt([119.2, 30.1]);
  expect(toMetres(plane, 119.2, 30.1)).toEqual([0, 0]);
  const [x, y] = toMetres(plane, 119.3, 30.2);
  expect(x / 1000).toBeCloseTo(9.62, 1);
  expect(y / 1000).toBeCloseTo(11.12, 1);
  const [lng, lat] = toLngLat(plane, x, y);
  expect([lng, lat].map((degree) => degree.toFixed(6))).toEqual(['119.300000', '30.200000']);
  const [pairX = 0, pairY = 0] = toMetrePairs(plane, [119.3, 30.2]);
  expect([Math.abs(pairX - x), Math.abs(pairY - y)].every((offM) => offM < 0.01)).toBe(true);
});

test('buildings are drawn larger than life only from afar', () => {
  expect(columnScale(1)).toEqual({ footprint: 1, height: 1 });
  expect(columnScale(0.04)).toEqual({ footprint: 3, height: 6 });
  expect(dotRadius(0.04, 1000)).toBeGreaterThan(dotRadius(0.04, 100_000));
});

describe('a flight', () => {
  const from: Camera = { ...camera, padding: noPadding };
  const to: Camera = { ...from, x: 9000, y: 7000, scale: 1 };
  test('starts where it is and ends exactly where it was sent', () => {
    const flight = planFlight(from, to);
    expect(flight.at(0).x).toBeCloseTo(from.x);
    expect(flight.at(0).scale).toBeCloseTo(from.scale);
    expect(flight.at(1)).toEqual(to);
    expect(flight.at(0.9999).x).toBeCloseTo(to.x, 0);
  });
  test('between two near views rises so that both are seen', () => {
    const near = { ...from, scale: 1 };
    expect(planFlight(near, to).at(0.5).scale).toBeLessThan(0.6);
  });
  test('is never longer than it may be, and a pure zoom goes straight', () => {
    expect(planFlight(from, to, 900).durationMs).toBeLessThanOrEqual(900);
    const zoom = planFlight(from, { ...from, scale: 0.4 });
    expect(zoom.at(0.5).x).toBeCloseTo(from.x);
    expect(zoom.at(0.5).scale).toBeGreaterThan(0.05);
    expect(planFlight(from, from).at(0.3).scale).toBeCloseTo(from.scale);
  });
});
