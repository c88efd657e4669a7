import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeMinute, encodeMinute, noMinute } from './minuteFrame.ts';

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
});
