import { describe, expect, it } from 'vitest';
import { VirtualClock } from '../runtime/virtualClock.ts';
import { SlowBodies, type OpenBody } from './slowBodies.ts';

const limits = { graceMs: 5_000, bytesPerSecond: 8_192, mostOfAddress: 3 };

/** A body of which `bytes` have come; `state` says what became of it. */
const bodyFrom = (address = '10.0.0.1', isComplete = false) => {
  const state = { bytes: 0, isRefused: false };
  const body: OpenBody = {
    address,
    received: () => state.bytes,
    isComplete: () => isComplete,
    refuse: () => (state.isRefused = true),
  };
  return { state, body };
};

describe('a body that drips', () => {
  it('is ended after six seconds, however many there are', async () => {
    const clock = new VirtualClock();
    const slow = new SlowBodies(clock, { ...limits, mostOfAddress: 1_000 });
    const bodies = Array.from({ length: 800 }, () => bodyFrom());
    for (const { body } of bodies) slow.watch(body);
    for (let second = 0; second < 6; second += 1) {
      for (const { state } of bodies) state.bytes += 1;
      await clock.advance(1_000);
    }
    expect(bodies.filter(({ state }) => !state.isRefused)).toHaveLength(0);
  });

  it('passes over a slow line, as long as it moves', async () => {
    const clock = new VirtualClock();
    const slow = new SlowBodies(clock, limits);
    const upload = bodyFrom();
    slow.watch(upload.body);
    for (let second = 0; second < 300; second += 1) {
      upload.state.bytes += 10_000;
      await clock.advance(1_000);
    }
    expect(upload.state.isRefused).toBe(false);
    await clock.advance(120_000);
    expect(upload.state.isRefused).toBe(true);
  });
});

it('a pause of the server is not the sender’s delay', async () => {
  const clock = new VirtualClock();
  const slow = new SlowBodies(clock, limits);
  const waiting = bodyFrom();
  slow.watch(waiting.body);
  clock.step(60_000);
  await clock.advance(1_000);
  expect(waiting.state.isRefused).toBe(false);
});

it('of too many from one address the oldest goes, and no whole one', () => {
  const slow = new SlowBodies(new VirtualClock(), limits);
  const own = Array.from({ length: 4 }, () => bodyFrom());
  const whole = bodyFrom('10.0.0.1', true);
  const elsewhere = bodyFrom('10.0.0.2');
  for (const { body } of [elsewhere, whole, ...own.slice(0, 3)]) slow.watch(body);
  expect(own.map(({ state }) => state.isRefused)).toEqual([false, false, false, false]);
  const last = own[3];
  if (last !== undefined) slow.watch(last.body);
  expect(own.map(({ state }) => state.isRefused)).toEqual([true, false, false, false]);
  expect([whole, elsewhere].map(({ state }) => state.isRefused)).toEqual([false, false]);
});
