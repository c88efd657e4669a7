import { expect, test } from 'vitest';
import { floorAt, isGliding, planGlide, type Glide } from './carGlide.ts';
import type { ShaftReport } from './shaftTypes.ts';

const report = (atMs: number, floor: number | null, speedMps: number | null = null): ShaftReport => ({
  atMs,
  floor,
  speedMps,
  isMoving: true,
  direction: 'up',
  door: 'closed',
  people: 1,
  isBetweenFloors: false,
});
const stand = (floor: number): Glide => ({ fromFloor: floor, toFloor: floor, startMs: 0, durationMs: 0 });
const plan = (current: Glide | null, previous: ShaftReport | null, next: ShaftReport, nowMs = next.atMs) =>
  planGlide({ current, previous, next, nowMs, floorHeightM: 3 });

test('the first report puts the car where it is', () => {
  expect(plan(null, null, report(5000, 7))).toEqual({ fromFloor: 7, toFloor: 7, startMs: 5000, durationMs: 0 });
});

test('a ride takes the time that the reported speed needs', () => {
  const glide = plan(stand(3), report(0, 3), report(5000, 5, 2));
  expect(glide).toEqual({ fromFloor: 3, toFloor: 5, startMs: 5000, durationMs: 3000 });
  expect(glide === null ? [] : [5000, 6500, 8000, 99_000].map((at) => floorAt(glide, at))).toEqual([3, 4, 5, 5]);
});

test('without a speed it takes the time between the reports', () => {
  expect(plan(stand(3), report(0, 3), report(2000, 4))).toMatchObject({ durationMs: 2000 });
});

test('the picture never falls behind by more than a report and never runs ahead of it', () => {
  expect(plan(stand(1), report(0, 1), report(1000, 9, 0.2))).toMatchObject({ toFloor: 9, durationMs: 1250 });
});

test('a new report during a ride goes on from where the car is drawn', () => {
  const current: Glide = { fromFloor: 3, toFloor: 4, startMs: 0, durationMs: 2000 };
  expect(plan(current, report(0, 4), report(1000, 5))).toMatchObject({ fromFloor: 3.5, toFloor: 5 });
});

test('after a silence, or when an old report arrives late, the car is placed directly and no ride is invented', () => {
  expect(plan(stand(3), report(0, 3), report(60_000, 20))).toMatchObject({ fromFloor: 20, durationMs: 0 });
  expect(plan(stand(3), report(9000, 3), report(8000, 4))).toMatchObject({ durationMs: 0 });
});

test('a report without a floor leaves the car where it was', () => {
  expect(plan(stand(3), report(0, 3), report(1000, null))).toEqual(stand(3));
  expect(plan(null, null, report(0, null))).toBeNull();
});

test('a ride is over when its time is', () => {
  const glide: Glide = { fromFloor: 1, toFloor: 2, startMs: 0, durationMs: 1000 };
  expect([isGliding(glide, 999), isGliding(glide, 1000)]).toEqual([true, false]);
});
