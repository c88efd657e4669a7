import { afterEach, beforeEach, expect, test } from 'vitest';
import { openTestStore, type TestStore } from '../../tests/support/openTestStore.ts';
import { testSiteKey } from '../../tests/support/testAccess.ts';
import { projections } from '../lifecycleEntries.ts';
import { VirtualClock } from '../runtime/virtualClock.ts';
import { createPresenceCodes, type PresenceGuess } from './presenceCodes.ts';

const clock = new VirtualClock();
const liftId = 101;
let opened: TestStore;
let codes: ReturnType<typeof createPresenceCodes>;
beforeEach(async () => {
  opened = await openTestStore({ clock, projections });
  codes = createPresenceCodes({ siteKey: testSiteKey, clock });
});
afterEach(() => opened.dispose());

const judge = (code: string, at: number, more: Partial<PresenceGuess> = {}) =>
  opened.store.write((queries) =>
    codes.judgePresenceCode(queries, { elevatorId: liftId, code, at, toleranceMs: 0, guesser: 'worker', ...more }),
  );

test('a code counts for a minute, at its lift, and once', async () => {
  const at = clock.nowMs();
  const code = codes.codeAt(liftId, at);
  expect(code).toMatch(/^\d{6}$/);
  expect(codes.codeAt(liftId, at + 5_000)).not.toBe(code);
  expect(await judge(code, at + 5_000, { elevatorId: liftId + 1 })).toBe('wrong');
  expect(await judge(code, at + 65_000)).toBe('wrong');
  expect(await judge(code, at - 10_000)).toBe('wrong');
  expect(await judge(code, at + 54_000)).toBe('right');
  expect(await judge(code, at + 54_000)).toBe('used');
});

test('one that was entered offline is judged with the tolerance of its clock', async () => {
  const shownAt = clock.nowMs() - 9 * 60_000;
  expect(await judge(codes.codeAt(liftId, shownAt), clock.nowMs(), { toleranceMs: 600_000 })).toBe('right');
  const tooOld = clock.nowMs() - 12 * 60_000;
  expect(await judge(codes.codeAt(liftId, tooOld), clock.nowMs(), { toleranceMs: 600_000 })).toBe('wrong');
});

test('a code is not used up where what it belongs to was not kept', async () => {
  const at = clock.nowMs();
  const code = codes.codeAt(liftId, at);
  await expect(
    opened.store.write(function* (queries) {
      yield* codes.judgePresenceCode(queries, { elevatorId: liftId, code, at, toleranceMs: 0, guesser: 'worker' });
      throw new Error('the visit was refused');
    }),
  ).rejects.toThrow('the visit was refused');
  expect(await judge(code, at)).toBe('right');
});

test('who guesses pays for it alone', async () => {
  const at = clock.nowMs();
  const code = codes.codeAt(liftId, at);
  const wrong = code === '000000' ? '000001' : '000000';
  for (let guess = 0; guess < 10; guess += 1) await judge(wrong, at);
  expect(await judge(code, at)).toBe('wrong');
  expect(await judge(code, at, { guesser: 'another' })).toBe('right');
});
