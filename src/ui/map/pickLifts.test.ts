import { expect, test } from 'vitest';
import type { Camera } from './camera.ts';
import { buildLiftGrid } from './liftGrid.ts';
import type { LiftStyle } from './mapTypes.ts';
import { noPadding } from './mapTypes.ts';
import { pickLifts } from './pickLifts.ts';

const styles: readonly LiftStyle[] = [
  { label: '待机', tone: 'quiet', shape: 'dot' },
  { label: '停用', tone: 'medium', shape: 'diamond' },
  { label: '求救', tone: 'critical', shape: 'triangle' },
];
const [idle, stopped, calling] = [0, 1, 2] as const;

/** One pixel is ten metres; the point (0, 0) is at pixel (500, 400). */
const camera: Camera = { x: 0, y: 0, scale: 0.1, width: 1000, height: 800, padding: noPadding };

/** Lifts on one line from west to east, each with its pixels from the middle. */
function mapOf(...lifts: readonly (readonly [pixels: number, state: number])[]) {
  const metres = Float32Array.from(lifts.flatMap(([pixels]) => [pixels * 10, 0]));
  const mass = { count: lifts.length, metres, states: Uint8Array.from(lifts, ([, state]) => state) };
  return { grid: buildLiftGrid(metres, lifts.length), mass, styles, camera };
}
const pressAt = (map: ReturnType<typeof mapOf>, pixels: number) => pickLifts(map, 500 + pixels, 400);

test('a press on a red mark opens the call, however many idle lifts lie nearer', () => {
  const map = mapOf([-6, idle], [0, calling], [3, idle], [5, idle], [9, idle]);
  for (const pixels of [-6, -3, 0, 3, 5, 9]) expect(pressAt(map, pixels)).toEqual([1]);
});

test('a call has a larger reach than other lifts, and not the whole map', () => {
  const map = mapOf([0, calling], [60, idle]);
  expect(pressAt(map, 20)).toEqual([0]);
  expect(pressAt(map, 40)).toEqual([]);
  expect(pressAt(map, 52)).toEqual([1]);
});

test('several calls under one point are all named, the nearest first', () => {
  expect(pressAt(mapOf([12, calling], [2, calling], [4, idle], [40, calling]), 0)).toEqual([1, 0]);
});

test('a lift out of service is drawn above its neighbours and chosen before them', () => {
  const map = mapOf([0, stopped], [3, idle], [14, idle]);
  expect(pressAt(map, 2)[0]).toBe(0);
  expect(pressAt(map, 14)).toEqual([2]);
});

test('the lifts of one building that lie on each other are all named, a neighbour apart from them is not', () => {
  expect(pressAt(mapOf([0, idle], [0, idle], [1, idle], [9, idle]), 0)).toEqual([0, 1, 2]);
});

test('northwards the reach is the same on the picture', () => {
  const map = mapOf([0, calling]);
  expect(pickLifts(map, 500, 400 - 21)).toEqual([0]);
  expect(pickLifts(map, 500, 400 - 23)).toEqual([]);
});

test('where nothing lies nothing is chosen', () => {
  expect(pressAt(mapOf([0, idle]), 30)).toEqual([]);
});
