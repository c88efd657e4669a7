import { describe, expect, it } from 'vitest';
import { VirtualClock } from '../runtime/virtualClock.ts';
import { HelloLimits } from './helloLimits.ts';

const ip = '203.0.113.7';

describe('wrong first frames', () => {
  it('of 10,000 from one address in ten minutes about a hundred get a precise answer', async () => {
    const clock = new VirtualClock();
    const limits = new HelloLimits(clock, async () => false);
    let refused = 0;
    for (let guess = 0; guess < 10_000; guess += 1) {
      if ((await limits.wrong(ip, guess % 50)) === 'refused') refused += 1;
      if (guess % 1_000 === 999) await clock.advance(60_000);
    }
    expect(refused).toBeGreaterThanOrEqual(10);
    expect(refused).toBeLessThanOrEqual(10 + 10 * 10);
  });

  it('an old tab still learns that its session has ended when someone else at its address has used up the budget', async () => {
    const limits = new HelloLimits(new VirtualClock(), async (userId) => userId === 2);
    for (let knock = 0; knock < 100; knock += 1) await limits.wrong(ip, 1);
    expect(await limits.wrong(ip, 1)).toBe('tooManyTries');
    expect(await limits.wrong(ip, 3)).toBe('tooManyTries');
    expect(await limits.wrong(ip, undefined)).toBe('tooManyTries');
    expect(await limits.wrong(ip, 2)).toBe('refused');
    expect(await limits.wrong('203.0.113.8', 1)).toBe('refused');
  });

  it('are counted by elapsed time, so a clock that is set back locks no one out', async () => {
    const clock = new VirtualClock();
    const limits = new HelloLimits(clock, async () => false);
    for (let knock = 0; knock < 20; knock += 1) await limits.wrong(ip, 1);
    clock.step(-7_200_000);
    await clock.advance(60_000);
    expect(await limits.wrong(ip, 1)).toBe('refused');
  });
});
