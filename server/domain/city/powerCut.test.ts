import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { darkCauses, powerCutOf, type PowerSignal } from './powerCut.ts';

const limits = { lifts: 3, withinMs: 120_000 };

/** Signals of lifts, in the order of the log: `[lift, seconds, cause]`, over where the cause begins with `-`. */
const signals = (...said: readonly (readonly [lift: number, seconds: number, cause?: string])[]): PowerSignal[] =>
  said.map(([elevatorId, seconds, text = '41'], index) => ({
    position: index + 1,
    elevatorId,
    cause: darkCauses.find((cause) => text.endsWith(cause)) ?? '41',
    isOver: text.startsWith('-'),
    atMs: seconds * 1_000,
  }));

test('the third lift of a community within two minutes makes it a power cut, by whatever cause each of them is known', () => {
  expect(powerCutOf(signals([1, 0], [2, 60, '46']), limits)).toBeUndefined();
  expect(powerCutOf(signals([1, 0], [2, 60, '46'], [3, 120, 'offline']), limits)).toEqual({
    position: 3,
    atMs: 120_000,
    elevatorIds: [1, 2, 3],
    isReported: true,
  });
});

test('lifts that lose their power one after the other are no power cut', () => {
  expect(powerCutOf(signals([1, 0], [2, 60], [3, 121]), limits)).toBeUndefined();
});

test('one lift that says it three times is no power cut, nor is one whose collector dies later the third', () => {
  expect(powerCutOf(signals([1, 0], [1, 10, '46'], [1, 20, 'offline']), limits)).toBeUndefined();
  expect(powerCutOf(signals([1, 0], [2, 170], [1, 171, 'offline'], [3, 172]), limits)).toBeUndefined();
});

test('a lift that has its power back does not count, but its collector must be there too', () => {
  expect(powerCutOf(signals([1, 0], [2, 1], [1, 2, '-41'], [3, 3]), limits)).toBeUndefined();
  expect(powerCutOf(signals([1, 0], [1, 1, 'offline'], [2, 1], [1, 2, '-41'], [3, 3]), limits)).toMatchObject({
    elevatorIds: [1, 2, 3],
  });
});

test('those that follow belong to it, those that have their power back do not, and all back is the end of it', () => {
  const cut = signals([1, 0], [2, 1], [3, 2], [4, 900], [2, 901, '-41']);
  expect(powerCutOf(cut, limits)).toMatchObject({ position: 3, elevatorIds: [1, 3, 4] });
  const over = [
    ...cut,
    ...signals([1, 902, '-41'], [3, 903, '-41'], [4, 904, '-41']).map((signal) => ({
      ...signal,
      position: signal.position + 5,
    })),
  ];
  expect(powerCutOf(over, limits)).toBeUndefined();
});

test('collectors that fall silent together are told apart from lifts that report it', () => {
  expect(powerCutOf(signals([1, 0, 'offline'], [2, 0, 'offline'], [3, 0, 'offline']), limits)?.isReported).toBe(false);
});

const anySignals = fc
  .array(
    fc.record({
      elevatorId: fc.integer({ min: 1, max: 6 }),
      cause: fc.constantFrom(...darkCauses),
      isOver: fc.boolean(),
      laterMs: fc.integer({ min: 0, max: 90_000 }),
    }),
    { maxLength: 30 },
  )
  .map((said) => {
    let atMs = 0;
    return said.map(({ laterMs, ...signal }, index): PowerSignal => {
      atMs += laterMs;
      return { ...signal, position: index + 1, atMs };
    });
  });

test('the same events give the same power cut, in whatever order and however often they are handed over', () => {
  fc.assert(
    fc.property(
      anySignals.chain((said) =>
        fc.tuple(fc.constant(said), fc.shuffledSubarray([...said, ...said], { minLength: said.length * 2 })),
      ),
      ([said, shuffled]) => {
        expect(powerCutOf(shuffled, limits)).toEqual(powerCutOf(said, limits));
      },
    ),
  );
});

test('a power cut keeps its name while events follow, until no lift is without power', () => {
  fc.assert(
    fc.property(anySignals, (said) => {
      let name: number | undefined;
      for (let length = 1; length <= said.length; length += 1) {
        const cut = powerCutOf(said.slice(0, length), limits);
        if (cut !== undefined && name !== undefined) expect(cut.position).toBe(name);
        // It begins with the newest event or not at all.
        if (cut !== undefined && name === undefined) expect(cut.position).toBe(length);
        name = cut?.position;
      }
    }),
  );
});

test('no power cut begins with fewer lifts than the limit', () => {
  fc.assert(
    fc.property(anySignals, (said) => {
      const cut = powerCutOf(said, limits);
      if (cut === undefined) return;
      const began = powerCutOf(
        said.filter(({ position }) => position <= cut.position),
        limits,
      );
      expect(began?.elevatorIds.length).toBeGreaterThanOrEqual(limits.lifts);
    }),
  );
});
