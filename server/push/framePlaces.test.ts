import { describe, expect, it } from 'vitest';
import { FrameOrder, SealedPlaces } from './framePlaces.ts';

const key = Buffer.alloc(32, 7);

describe('a place in the log that a client carries', () => {
  it('is opened by every process of the site, and tells the client nothing: twice the same place reads differently', () => {
    const [before, after] = [new SealedPlaces(key, 'log'), new SealedPlaces(key, 'log')];
    const sealed = [before.seal(48_211), before.seal(48_211)];
    expect(sealed.map((one) => after.open(one))).toEqual([48_211, 48_211]);
    expect(sealed[0]).not.toBe(sealed[1]);
    expect(sealed[0]).toHaveLength(before.seal(3).length);
  });

  it('is no place of another log, under another key, or after a change', () => {
    const places = new SealedPlaces(key, 'log');
    const sealed = places.seal(48_211);
    expect(new SealedPlaces(key, 'log restored from a backup').open(sealed)).toBeUndefined();
    expect(new SealedPlaces(Buffer.alloc(32, 8), 'log').open(sealed)).toBeUndefined();
    expect(places.open(`${sealed.startsWith('A') ? 'B' : 'A'}${sealed.slice(1)}`)).toBeUndefined();
    for (const wrong of ['', '48211', sealed.slice(4)]) expect(places.open(wrong)).toBeUndefined();
  });
});

describe('the order of what a client gets', () => {
  it('grows with the time and with its own frames, and not with those of others', () => {
    let nowMs = 5;
    const clock = { monotonicMs: () => nowMs };
    const [quiet, busy] = [new FrameOrder(clock), new FrameOrder(clock)];
    const first = quiet.next();
    for (let frame = 0; frame < 500; frame += 1) busy.next();
    expect(quiet.next() - first).toBe(1);
    nowMs = 8;
    expect(quiet.next() - first).toBe(3_000);
  });

  it('continues after what the client had before, and a made-up position does not carry others along', () => {
    const clock = { monotonicMs: () => 5 };
    const [own, group] = [new FrameOrder(clock), new FrameOrder(clock)];
    for (let frame = 0; frame < 9; frame += 1) own.next();
    group.continueAfter(own.last);
    expect(group.next()).toBe(own.last + 1);
    group.continueAfter(Number.MAX_SAFE_INTEGER);
    expect(group.next() - own.last).toBeLessThan(2_000_000);
  });
});
