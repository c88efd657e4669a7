import { describe, expect, it } from 'vitest';
import { turnOrder } from './turnOrder.ts';

const consoles = Array.from({ length: 1_000 }, (_, index) => index);

describe('the order in which consoles are written to', () => {
  it('names each of them once, in every round', () => {
    for (const round of [0, 1, 2, 77]) expect(turnOrder(consoles, round).toSorted((a, b) => a - b)).toEqual(consoles);
    expect(turnOrder([], 3)).toEqual([]);
  });

  it('brings each of them into the first fifth within ten rounds', () => {
    const rounds = Array.from({ length: 10 }, (_, index) => new Set(turnOrder(consoles, 40 + index).slice(0, 200)));
    expect(consoles.filter((console) => !rounds.some((early) => early.has(console)))).toEqual([]);
  });
});
