import { expect, test } from 'vitest';
import { stopsCar } from './stopsCar.ts';

test('a code or a phenomenon says whether the car stands, or leaves it open', () => {
  expect(['01', '03', '04', '07', 'X9'].map((code) => stopsCar({ phenomenon: 'code', code }))).toEqual([
    true,
    null,
    true,
    null,
    null,
  ]);
  expect(
    (['notRunning', 'levelling', 'doorClosing', 'other'] as const).map((phenomenon) =>
      stopsCar({ phenomenon, code: '' }),
    ),
  ).toEqual([true, false, null, null]);
});

test('the person who repaired it knows better, both ways; without a word of theirs nothing changes', () => {
  expect(stopsCar({ phenomenon: 'code', code: '04', stated: false })).toBe(false);
  expect(stopsCar({ phenomenon: 'other', code: '', stated: true })).toBe(true);
  expect(stopsCar({ phenomenon: 'notRunning', code: '', stated: null })).toBe(true);
});
