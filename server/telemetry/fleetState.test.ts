import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Telemetry } from '../../src/contract/device.ts';
import { FleetState } from './fleetState.ts';
import { ringLength, ringSpanMs } from './olderSamples.ts';

const report = (at: number, more: Partial<Telemetry> = {}): Telemetry => ({
  at,
  service_mode: 1,
  car_status: 0,
  direction: 0,
  door_zone: true,
  floor: 1,
  door: 'closed',
  people: 0,
  ...more,
});
const put = (fleet: FleetState, elevatorId: number, at: number, more: Partial<Telemetry> = {}) =>
  fleet.put(elevatorId, { deviceKey: `COL${elevatorId}`, report: report(at, more), receivedAtMs: at + 20 });
const changedSince = (fleet: FleetState, sequence: number) => {
  const ids: number[] = [];
  fleet.visitChangedSince(sequence, (elevatorId) => ids.push(elevatorId));
  return ids;
};

describe('the fleet in memory', () => {
  it('returns to a reader only the lifts that changed since its last request', () => {
    const fleet = new FleetState();
    put(fleet, 1, 1_000);
    put(fleet, 2, 1_000);
    const cursor = fleet.sequence;
    put(fleet, 1, 2_000);
    expect(changedSince(fleet, cursor)).toEqual([]);
    put(fleet, 2, 2_000, { floor: 5 });
    fleet.setCall(7, true);
    expect(changedSince(fleet, cursor)).toEqual([2, 7]);
    expect(changedSince(fleet, 0)).toEqual([1, 2, 7]);
  });

  it('keeps the newest by the device clock when reports arrive out of order', () => {
    const fleet = new FleetState();
    put(fleet, 1, 2_000, { floor: 9 });
    put(fleet, 1, 1_000, { floor: 3 });
    expect(fleet.row(1)?.floor).toBe(9);
    expect(fleet.ring(1)).toHaveLength(1);
  });

  it('keeps what only some devices say, and forgets it with the next report that does not', () => {
    const fleet = new FleetState();
    put(fleet, 1, 1_000, { load: 320, codes: ['42'], hours: 8_760, runs: 91_000 });
    expect(fleet.get(1)?.report).toEqual(report(1_000, { load: 320, codes: ['42'], hours: 8_760, runs: 91_000 }));
    put(fleet, 1, 2_000);
    expect(fleet.get(1)?.report).toEqual(report(2_000));
    fleet.setStatus(2, 1);
    expect(fleet.get(2)).toBeUndefined();
  });

  it('remembers the last five minutes, oldest first, and no more', () => {
    const fleet = new FleetState();
    for (let step = 0; step < ringLength + 15; step += 1) put(fleet, 1, step * 5_000, { floor: step % 20 });
    const ring = fleet.ring(1);
    expect(ring).toHaveLength(ringLength);
    expect(ring[0]?.atMs).toBe(15 * 5_000);
    expect(ring.at(-1)?.atMs).toBe((ringLength + 14) * 5_000);
  });

  it.each([1, 2, 3])(
    'remembers five minutes of a lift that reports every %i s too, its last minute completely',
    (everySeconds) => {
      const fleet = new FleetState();
      const lastMs = 1_200_000;
      for (let atMs = 0; atMs <= lastMs; atMs += everySeconds * 1_000)
        put(fleet, 1, atMs, { floor: (atMs / 1_000) % 20 });
      const times = fleet.ring(1).map(({ atMs }) => atMs);
      expect(times).toEqual(times.toSorted((a, b) => a - b));
      expect(times.slice(-ringLength)).toEqual(
        Array.from({ length: ringLength }, (_, age) => lastMs - (ringLength - 1 - age) * everySeconds * 1_000),
      );
      expect(lastMs - (times[0] ?? lastMs)).toBeGreaterThan(ringSpanMs - 10_000);
      expect(lastMs - (times[0] ?? 0)).toBeLessThanOrEqual(ringSpanMs);
      const widest = Math.max(...times.slice(1).map((atMs, index) => atMs - (times[index] ?? 0)));
      expect(widest).toBeLessThanOrEqual(5_000 + everySeconds * 1_000);
      for (const { atMs, floor } of fleet.ring(1)) expect(floor).toBe((atMs / 1_000) % 20);
    },
  );

  it('returns every report as it was, and for more lifts than it started with', () => {
    fc.assert(
      fc.property(
        fc.record({
          service_mode: fc.integer({ min: 0, max: 7 }),
          car_status: fc.constantFrom(0 as const, 1 as const),
          direction: fc.constantFrom(0 as const, 1 as const, 2 as const),
          door_zone: fc.boolean(),
          floor: fc.integer({ min: -20, max: 300 }),
          door: fc.constantFrom('closed' as const, 'opening' as const, 'open' as const, 'closing' as const),
          people: fc.integer({ min: 0, max: 200 }),
          speed: fc.option(
            fc.integer({ min: -3000, max: 3000 }).map((cmps) => cmps / 100),
            { nil: undefined },
          ),
        }),
        ({ speed, ...said }) => {
          const fleet = new FleetState();
          for (let id = 1; id <= 1_500; id += 100) put(fleet, id, 1);
          put(fleet, 5_000, 1_000, speed === undefined ? said : { ...said, speed });
          expect(fleet.row(5_000)).toMatchObject({
            serviceMode: said.service_mode,
            carStatus: said.car_status,
            direction: said.direction,
            doorZone: said.door_zone,
            floor: said.floor,
            people: said.people,
            speedCmps: speed === undefined ? null : Math.round(speed * 100),
            atMs: 1_000,
          });
          expect(fleet.get(5_000)).toEqual({
            deviceKey: 'COL5000',
            receivedAtMs: 1_020,
            report: { at: 1_000, ...said, ...(speed === undefined ? {} : { speed }) },
          });
        },
      ),
      { numRuns: 200 },
    );
  });

  it('grows without forgetting', () => {
    const fleet = new FleetState();
    for (let id = 1; id <= 3_000; id += 1) put(fleet, id, id, { floor: id % 30 });
    expect(fleet.row(1)?.floor).toBe(1);
    expect(fleet.row(2_999)?.floor).toBe(2_999 % 30);
    expect(fleet.ring(1)).toHaveLength(1);
  });
});
