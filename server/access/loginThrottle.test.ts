import { describe, expect, it } from 'vitest';
import { VirtualClock } from '../runtime/virtualClock.ts';
import { createLoginThrottle, type LoginThrottle } from './loginThrottle.ts';

const setUp = (known: Readonly<Record<string, readonly string[]>> = {}) => {
  const clock = new VirtualClock();
  return { clock, throttle: createLoginThrottle({ clock, knownAddresses: async (account) => known[account] ?? [] }) };
};
const isAdmitted = async (throttle: LoginThrottle, account: string, ip: string) =>
  (await throttle.admit({ account, ip })).admitted;

describe('back-off on guessing', () => {
  it('of 10,000 tries from 100 addresses in an hour at most 60 are evaluated, whatever their rhythm', async () => {
    const { clock, throttle } = setUp();
    let evaluated = 0;
    for (let attempt = 0; attempt < 10_000; attempt += 1) {
      if (await isAdmitted(throttle, 'dispatcher1', `203.0.113.${attempt % 100}`)) evaluated += 1;
      if (attempt % 100 === 99) await clock.advance(36_000);
    }
    expect(evaluated).toBeLessThanOrEqual(60);
    expect(evaluated).toBeGreaterThan(40);
  });

  it('under that attack the dispatcher gets in at once from an address that logged in before', async () => {
    const { throttle } = setUp({ dispatcher1: ['10.0.0.5'] });
    for (let attempt = 0; attempt < 10_000; attempt += 1)
      await throttle.admit({ account: 'dispatcher1', ip: `203.0.113.${attempt % 100}` });
    expect(await isAdmitted(throttle, 'dispatcher1', '10.0.0.5')).toBe(true);
    expect(await isAdmitted(throttle, 'dispatcher1', '10.0.0.6')).toBe(false);
  });

  it('a browser that logged in before gets in at once while an attacker at its very address is throttled', async () => {
    const { throttle } = setUp({ dispatcher1: ['10.0.0.5'] });
    for (let attempt = 0; attempt < 100; attempt += 1) await throttle.admit({ account: 'dispatcher1', ip: '10.0.0.5' });
    expect(await isAdmitted(throttle, 'dispatcher1', '10.0.0.5')).toBe(false);
    expect((await throttle.admit({ account: 'dispatcher1', ip: '10.0.0.5', browser: 'desk' })).admitted).toBe(true);
    for (let slip = 0; slip < 20; slip += 1)
      await throttle.admit({ account: 'dispatcher1', ip: '10.0.0.5', browser: 'stolen' });
    expect((await throttle.admit({ account: 'dispatcher1', ip: '10.0.0.5', browser: 'stolen' })).admitted).toBe(false);
    expect((await throttle.admit({ account: 'dispatcher1', ip: '10.0.0.5', browser: 'desk' })).admitted).toBe(true);
  });

  it('even ten slips of the known user leave only a short wait', async () => {
    const { clock, throttle } = setUp({ dispatcher1: ['10.0.0.5'] });
    for (let slip = 0; slip < 10; slip += 1) expect(await isAdmitted(throttle, 'dispatcher1', '10.0.0.5')).toBe(true);
    const refused = await throttle.admit({ account: 'dispatcher1', ip: '10.0.0.5' });
    expect(refused).toEqual({ admitted: false, retryAfterMs: 30_000 });
    await clock.advance(30_000);
    expect(await isAdmitted(throttle, 'dispatcher1', '10.0.0.5')).toBe(true);
  });

  it('an address is known after its first success, and successes cost nothing', async () => {
    const { throttle } = setUp();
    for (let login = 0; login < 100; login += 1) {
      const admission = await throttle.admit({ account: 'dispatcher1', ip: '10.0.0.5' });
      if (!admission.admitted) throw new Error(`login ${login} was refused`);
      admission.succeeded();
    }
  });

  it('one address that tries many accounts is slowed down', async () => {
    const { throttle } = setUp();
    let evaluated = 0;
    for (let account = 0; account < 1_000; account += 1)
      if (await isAdmitted(throttle, `user${account}`, '203.0.113.9')) evaluated += 1;
    expect(evaluated).toBe(30);
    expect(await isAdmitted(throttle, 'user1', '10.0.0.5')).toBe(true);
  });

  it('strangers together cannot keep the hashing busy', async () => {
    const { clock, throttle } = setUp();
    let evaluated = 0;
    for (let second = 0; second < 60; second += 1) {
      for (let attempt = 0; attempt < 100; attempt += 1)
        if (await isAdmitted(throttle, `a${second}-${attempt}`, `203.0.${second}.${attempt}`)) evaluated += 1;
      await clock.advance(1_000);
    }
    expect(evaluated).toBeLessThanOrEqual(50 + 10 * 60);
  });

  it('a failed look-up of known addresses is retried', async () => {
    const clock = new VirtualClock();
    let fails = true;
    const throttle = createLoginThrottle({
      clock,
      knownAddresses: async () => {
        if (fails) throw new Error('store is away');
        return ['10.0.0.5'];
      },
    });
    await expect(throttle.admit({ account: 'a', ip: '10.0.0.5' })).rejects.toThrow('store is away');
    fails = false;
    expect(await isAdmitted(throttle, 'a', '10.0.0.5')).toBe(true);
  });
});
