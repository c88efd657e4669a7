import { describe, expect, test } from 'vitest';
import { seededRandom } from '../runtime/random.ts';
import { LiftModel, type CarState } from './liftModel.ts';

/** 18:00 in the city, the busiest hour. */
const eveningMs = Date.UTC(2026, 5, 1, 10);
const nightMs = Date.UTC(2026, 5, 1, 19);

function watch(startMs: number, minutes: number, stepMs = 500): readonly CarState[] {
  const model = new LiftModel(seededRandom(7), { floorMin: -2, floorMax: 24 }, startMs);
  return Array.from({ length: (minutes * 60_000) / stepMs }, (_, step) => {
    model.advanceTo(startMs + step * stepMs);
    return model.state();
  });
}

const trips = (cars: readonly CarState[]): number => (cars.at(-1)?.runs ?? 0) - (cars[0]?.runs ?? 0);

describe('a simulated car', () => {
  test('never moves with its door open, never leaves its shaft, and there is no floor 0', () => {
    for (const car of watch(eveningMs, 60)) {
      if (car.isMoving) expect(car).toMatchObject({ door: 'closed', isInDoorZone: false });
      expect(car.floor).toBeGreaterThanOrEqual(-2);
      expect(car.floor).toBeLessThanOrEqual(24);
      expect(car.floor).not.toBe(0);
      expect(car.speedMps).toBeLessThanOrEqual(1.75);
    }
  });

  test('travels no faster than its speed allows', () => {
    const cars = watch(eveningMs, 60);
    for (const [index, car] of cars.entries()) {
      const before = cars[index - 1] ?? car;
      const floors = Math.abs(car.floor - before.floor) - (car.floor * before.floor < 0 ? 1 : 0);
      expect(floors).toBeLessThanOrEqual(1);
    }
  });

  test('stands at its floor with its door open while a camera holds it, and runs again when it lets go', () => {
    const model = new LiftModel(seededRandom(7), { floorMin: -2, floorMax: 24 }, eveningMs);
    model.holdDoor(true, eveningMs + 60_000);
    const { floor, runs } = model.state();
    for (let minute = 2; minute <= 30; minute += 1) {
      model.holdDoor(true, eveningMs + minute * 60_000);
      model.advanceTo(eveningMs + minute * 60_000);
      expect(model.state()).toMatchObject({ floor, runs, door: 'open', isMoving: false, isInDoorZone: true });
    }
    model.holdDoor(false, eveningMs + 30 * 60_000);
    model.advanceTo(eveningMs + 60 * 60_000);
    expect(model.state().runs).toBeGreaterThan(runs);
  });

  test('is busy in the evening and quiet at night', () => {
    expect(trips(watch(eveningMs, 180))).toBeGreaterThan(40);
    expect(trips(watch(nightMs, 180))).toBeLessThan(20);
  });

  test('stands still with its passengers until help comes, then opens and lets them out', () => {
    const model = new LiftModel(seededRandom(7), { floorMin: 1, floorMax: 24 }, eveningMs);
    model.getStuck(eveningMs + 60_000, 2);
    const { floor } = model.state();
    model.advanceTo(eveningMs + 600_000);
    expect(model.state()).toMatchObject({ floor, isStuck: true, isMoving: false, door: 'closed' });
    expect(model.state().people).toBeGreaterThanOrEqual(2);
    model.release(eveningMs + 600_000);
    model.advanceTo(eveningMs + 603_000);
    expect(model.state()).toMatchObject({ isStuck: false, door: 'open' });
    model.advanceTo(eveningMs + 613_000);
    expect(model.state().people).toBe(0);
  });

  test('stands where it is without power, and begins with an open door when it is back', () => {
    const model = new LiftModel(seededRandom(7), { floorMin: 1, floorMax: 24 }, eveningMs);
    model.halt(eveningMs + 60_000);
    const dark = model.state();
    model.advanceTo(eveningMs + 600_000);
    expect(model.state()).toEqual({ ...dark, isMoving: false, speedMps: 0, direction: 0 });
    model.resume(eveningMs + 600_000);
    model.advanceTo(eveningMs + 603_000);
    expect(model.state()).toMatchObject({ isMoving: false, door: 'open' });
    model.advanceTo(eveningMs + 1_200_000);
    expect(model.state().runs).toBeGreaterThan(dark.runs);
  });

  test('does the same again for the same seed', () => {
    expect(watch(eveningMs, 20)).toEqual(watch(eveningMs, 20));
  });
});
