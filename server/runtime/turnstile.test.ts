import { expect, it } from 'vitest';
import { Turnstile } from './turnstile.ts';

it('admits a limited number at a time, the rest in their order, and continues after a failure', async () => {
  const turnstile = new Turnstile(2);
  const entered: number[] = [];
  const leave: ((error?: Error) => void)[] = [];
  const passing = [0, 1, 2, 3, 4].map((who) =>
    turnstile.pass(() => {
      entered.push(who);
      return new Promise<number>((resolve, reject) => {
        leave[who] = (error) => (error === undefined ? resolve(who) : reject(error));
      });
    }),
  );
  expect(entered).toEqual([0, 1]);
  leave[1]?.(new Error('failed'));
  await expect(passing[1]).rejects.toThrow('failed');
  await expect.poll(() => entered).toEqual([0, 1, 2]);
  leave[0]?.();
  leave[2]?.();
  await expect.poll(() => entered).toEqual([0, 1, 2, 3, 4]);
  leave[3]?.();
  leave[4]?.();
  expect(await Promise.all([passing[0], passing[2], passing[3], passing[4]])).toEqual([0, 2, 3, 4]);
  expect(await turnstile.pass(() => Promise.resolve('free again'))).toBe('free again');
});

it('lets urgent ones go first, even one that became urgent while waiting', async () => {
  const turnstile = new Turnstile(1);
  const entered: string[] = [];
  const leave: (() => void)[] = [];
  const first = turnstile.pass(
    () =>
      new Promise<void>((resolve) => {
        leave.push(resolve);
      }),
  );
  let isLaterUrgent = false;
  const waiting = ['plain', 'later', 'urgent'].map((who) =>
    turnstile.pass(
      async () => {
        entered.push(who);
      },
      () => who === 'urgent' || (who === 'later' && isLaterUrgent),
    ),
  );
  isLaterUrgent = true;
  for (const leaveFirst of leave) leaveFirst();
  await Promise.all([first, ...waiting]);
  expect(entered).toEqual(['later', 'urgent', 'plain']);
});

it('admits fewer at a time while each takes long, never fewer than it must, and more again when each is quick', async () => {
  let nowMs = 0;
  const turnstile = new Turnstile(16, { least: 4, nowMs: () => nowMs });
  const passAll = async (tookMs: number, count: number) => {
    for (let left = count; left > 0; left -= 1)
      await turnstile.pass(async () => {
        nowMs += tookMs;
      });
  };
  await passAll(20, 100);
  expect(turnstile.places).toBe(16);
  await passAll(500, 40);
  expect(turnstile.places).toBeLessThan(16);
  await passAll(500, 400);
  expect(turnstile.places).toBe(4);
  await passAll(1, 400);
  expect(turnstile.places).toBe(16);
});
