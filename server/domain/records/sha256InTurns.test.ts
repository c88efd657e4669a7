import { createHash, randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { sha256InTurns } from './sha256InTurns.ts';

const sum = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

test.each([0, 1, 131_071, 131_072, 131_073, 1_000_000])(
  '%i bytes have the sum that they have in one go',
  async (size) => {
    const bytes = randomBytes(size);
    expect(await sha256InTurns(bytes)).toBe(sum(bytes));
  },
);

test('a part of a larger buffer is summed alone', async () => {
  const whole = randomBytes(300_000);
  expect(await sha256InTurns(whole.subarray(1_000, 290_000))).toBe(sum(whole.subarray(1_000, 290_000)));
});

test('other work has its turns while the sum of a file of 20 MB is made', async () => {
  let turns = 0;
  let isDone = false;
  const count = (): void => {
    turns += 1;
    if (!isDone) setImmediate(count);
  };
  setImmediate(count);
  await sha256InTurns(Buffer.alloc(20 * 1_048_576));
  isDone = true;
  expect(turns).toBeGreaterThanOrEqual(100);
});
