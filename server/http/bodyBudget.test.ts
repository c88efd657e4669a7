import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { VirtualClock } from '../runtime/virtualClock.ts';
import { BodyBudget } from './bodyBudget.ts';
import { HttpFailure } from './failure.ts';

const mostBytes = 1_048_576;
const requestWith = (headers: Readonly<Record<string, string>>) =>
  Object.assign(new IncomingMessage(new Socket()), { headers });
const announcing = (bytes: number) => requestWith({ 'content-length': String(bytes) });

describe('the bytes of an account’s bodies', () => {
  it('are let in up to two of the largest at once, then as the time passes', async () => {
    const clock = new VirtualClock();
    const budget = new BodyBudget(clock);
    const admit = (userId: number) => budget.admit(userId, announcing(mostBytes), mostBytes);
    admit(1);
    admit(1);
    expect(() => admit(1)).toThrow(HttpFailure);
    admit(2);
    await clock.advance(8_000);
    admit(1);
  });

  it('of small bodies, as a call for help has, are free', () => {
    const budget = new BodyBudget(new VirtualClock());
    for (let call = 0; call < 10_000; call += 1) budget.admit(1, announcing(16_384), mostBytes);
    budget.admit(1, announcing(mostBytes), mostBytes);
  });

  it('that nobody announced are charged in full, and what did not come is refunded', () => {
    const budget = new BodyBudget(new VirtualClock());
    const admit = () => budget.admit(1, requestWith({ 'transfer-encoding': 'chunked' }), mostBytes);
    for (let call = 0; call < 20; call += 1) admit()();
    admit();
    admit();
    expect(admit).toThrow('提交的内容过多');
  });
});
