import { describe, expect, it } from 'vitest';
import { VirtualClock } from '../runtime/virtualClock.ts';
import { HelloLimits } from './helloLimits.ts';

const ip = '203.0.113.7';

describe('guessing the first frame', () => {
  it('of 100,000 guesses from one address in ten minutes about a hundred are looked at', async () => {
    const clock = new VirtualClock();
    const limits = new HelloLimits(clock, async () => false);
    let lookedAt = 0;
    for (let guess = 0; guess < 100_000; guess += 1) {
      if (await limits.isAllowed(ip, guess % 50)) {
        lookedAt += 1;
        limits.failed(ip, guess % 50);
      }
      if (guess % 1_000 === 999) await clock.advance(6_000);
    }
    expect(lookedAt).toBeLessThanOrEqual(10 + 10 * 10);
  }, 30_000);

  it('an old tab that knocks on and on shuts out neither another user nor another address', async () => {
    const limits = new HelloLimits(new VirtualClock(), async (userId) => userId === 2);
    for (let knock = 0; knock < 100; knock += 1) limits.failed(ip, 1);
    expect(await limits.isAllowed(ip, 1)).toBe(false);
    expect(await limits.isAllowed(ip, 3)).toBe(false);
    expect(await limits.isAllowed(ip, 2)).toBe(true);
    expect(await limits.isAllowed('203.0.113.8', 1)).toBe(true);
  });
});
