import { setImmediate as nextTurn } from 'node:timers/promises';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FleetState } from './fleetState.ts';
import { decodeMinute, encodeMinute, noMinute, sampleFleet } from './minuteFrame.ts';

describe('a minute of the fleet', () => {
  it('comes back as it was stored, for the requested lifts', async () => {
    const lift = fc.record({
      id: fc.integer({ min: 1, max: 4_000_000_000 }),
      status: fc.integer({ min: 0, max: 3 }),
      service_mode: fc.integer({ min: 0, max: 7 }),
      floor: fc.integer({ min: -20, max: 300 }),
      door: fc.integer({ min: 0, max: 3 }),
      direction: fc.integer({ min: 0, max: 2 }),
      people: fc.integer({ min: 0, max: 200 }),
      call: fc.integer({ min: 0, max: 1 }),
    });
    const columns = ['id', 'status', 'service_mode', 'floor', 'door', 'direction', 'people', 'call'] as const;
    await fc.assert(
      fc.asyncProperty(fc.array(lift, { maxLength: 40 }), async (lifts) => {
        const of = (kept: typeof lifts) =>
          Object.fromEntries(columns.map((name) => [name, kept.map((one) => one[name])]));
        const minute = { ...noMinute(), ...of(lifts) };
        const frame = await decodeMinute(60_000, await encodeMinute(minute), (id) => id % 2 === 0);
        expect(frame).toEqual({ at_ms: 60_000, ...of(lifts.filter(({ id }) => id % 2 === 0)) });
      }),
      { numRuns: 50 },
    );
  });

  it('says when a row is damaged', async () => {
    const text = await encodeMinute({
      id: [1],
      status: [1],
      service_mode: [1],
      floor: [1],
      door: [0],
      direction: [0],
      people: [0],
      call: [0],
    });
    await expect(decodeMinute(0, text.slice(0, 20), () => true)).rejects.toThrow();
    await expect(decodeMinute(0, Buffer.from('nonsense').toString('base64'), () => true)).rejects.toThrow();
  });

  it('has every lift of a large city, and others get their turn while it is taken', async () => {
    const fleet = new FleetState();
    const ids = Array.from({ length: 12_000 }, (_, index) => index + 1);
    for (const id of ids)
      fleet.put(id, {
        deviceKey: `COL${id}`,
        receivedAtMs: 60_000,
        report: {
          at: 60_000,
          service_mode: 1,
          car_status: 0,
          direction: 0,
          door_zone: true,
          floor: id % 40,
          door: 'open',
          people: id % 9,
        },
      });
    const order: string[] = [];
    const sampling = sampleFleet(fleet).finally(() => order.push('sampled'));
    const others = nextTurn().then(() => order.push('others'));
    const { id, floor, people } = await sampling;
    await others;
    expect(order).toEqual(['others', 'sampled']);
    expect(id).toEqual(ids);
    expect(floor).toEqual(ids.map((one) => one % 40));
    expect(people).toEqual(ids.map((one) => one % 9));
  });
});
