import { describe, expect, it } from 'vitest';
import { adjustedRate, ratePriorOf, type RatePrior } from './adjustedRate.ts';
import { compareCounts } from './compareCounts.ts';
import { funnelLimits, judge, overdispersionOf } from './funnel.ts';
import { byarInterval, wilsonInterval } from './intervals.ts';
import { spreadOf } from './quantiles.ts';
import { rankRange } from './ranks.ts';

describe('the interval of a count', () => {
  it.each([
    [0, 0, 3.668],
    [1, 0.013, 5.564],
    [2, 0.225, 7.221],
    [5, 1.611, 11.668],
    [10, 4.787, 18.391],
    [20, 12.211, 30.89],
    [100, 81.362, 121.628],
    [418, 378.883, 460.059],
  ])('of %i events is %d to %d', (count, low, high) => {
    const interval = byarInterval(count);
    expect(interval.low).toBeCloseTo(low, 3);
    expect(interval.high).toBeCloseTo(high, 3);
  });
});

describe('the rate drawn towards the city', () => {
  const spread = 0.4;
  const mean = 0.009;
  const prior: RatePrior = { mean, alpha: 1 / spread ** 2, beta: 1 / spread ** 2 / mean };
  it.each([
    [1, 1, 1.04],
    [1, 10, 1.03],
    [0, 30, 0.86],
    [20, 1_000, 1.55],
    [50, 5_000, 0.99],
  ])('of %i entrapments in %i lift-months is %d %%', (count, exposure, percent) => {
    expect(adjustedRate({ count, exposure }, prior) * 100).toBeCloseTo(percent, 2);
  });

  it('leaves a company of one lift and one entrapment near the city, not on top', () => {
    const rows = [
      { count: 1, exposure: 1 },
      { count: 60, exposure: 3_000 },
      { count: 25, exposure: 3_000 },
      { count: 27, exposure: 3_000 },
    ];
    const found = ratePriorOf(rows);
    if (found === undefined) throw new Error('the rows have a prior');
    const [jinan, worst] = rows.map((row) => adjustedRate(row, found));
    expect(jinan).toBeLessThan(worst ?? 0);
  });

  it('has no prior where nothing happened or no lift was in use', () => {
    expect(ratePriorOf([{ count: 0, exposure: 30 }])).toBeUndefined();
    expect(ratePriorOf([{ count: 0, exposure: 0 }])).toBeUndefined();
  });

  it('finds again the spread between companies that it was drawn from', () => {
    const rates = [0.005, 0.007, 0.009, 0.011, 0.013];
    const found = ratePriorOf(rates.map((rate) => ({ count: rate * 1e6, exposure: 1e6 })));
    expect(found?.mean).toBeCloseTo(mean, 6);
    expect(1 / Math.sqrt(found?.alpha ?? 0)).toBeCloseTo(Math.sqrt(8e-6) / mean, 2);
  });
});

describe('the funnel', () => {
  it.each([
    [5, 0.12, 1.88],
    [20, 0.56, 1.44],
    [100, 0.8, 1.2],
  ])('with %i expected events reaches from %d to %d at 95 %%', (expected, low, high) => {
    const { warning } = funnelLimits(expected, 1);
    expect(warning.low).toBeCloseTo(low, 2);
    expect(warning.high).toBeCloseTo(high, 2);
  });

  it('judges nobody by fewer than five expected events', () => {
    expect(judge({ observed: 4, expected: 0.1 }, 1)).toBe('tooFew');
  });

  it('calls a row high beyond the outer limits only', () => {
    expect(judge({ observed: 150, expected: 100 }, 1)).toBe('high');
    expect(judge({ observed: 125, expected: 100 }, 1)).toBe('normal');
    expect(judge({ observed: 60, expected: 100 }, 1)).toBe('low');
  });

  it('calls a row high after three months in a row beyond the inner limits', () => {
    const month = { observed: 26, expected: 16 };
    const quiet = { observed: 16, expected: 16 };
    expect(judge({ observed: 125, expected: 100 }, 1, [month, month, month])).toBe('high');
    expect(judge({ observed: 125, expected: 100 }, 1, [month, quiet, month])).toBe('normal');
  });

  it('widens by the spread of all rows, and one outlier does not hide itself', () => {
    const even = Array.from({ length: 20 }, (_, index) => ({ observed: index % 2 === 0 ? 92 : 108, expected: 100 }));
    expect(overdispersionOf(even)).toBe(1);
    const outlier = { observed: 250, expected: 100 };
    const phi = overdispersionOf([...even, outlier]);
    expect(judge(outlier, phi)).toBe('high');
    const uneven = Array.from({ length: 20 }, (_, index) => ({ observed: index % 2 === 0 ? 60 : 140, expected: 100 }));
    expect(overdispersionOf(uneven)).toBeCloseTo(16, 5);
  });
});

describe('a change between two periods', () => {
  it('from 38 to 50 at the same exposure is within chance', () => {
    const change = compareCounts({ count: 50, exposure: 100 }, { count: 38, exposure: 100 });
    expect(change?.z).toBeCloseTo(1.28, 2);
    expect(change?.isSignificant).toBe(false);
    expect(change?.ratio).toBeCloseTo(50 / 38, 6);
  });

  it('from 38 to 70 is not', () => {
    expect(compareCounts({ count: 70, exposure: 100 }, { count: 38, exposure: 100 })?.isSignificant).toBe(true);
  });

  it('counts a shorter period by its length', () => {
    expect(compareCounts({ count: 10, exposure: 10 }, { count: 100, exposure: 100 })?.z).toBeCloseTo(0, 6);
  });

  it('with nothing in use before is none', () => {
    expect(compareCounts({ count: 1, exposure: 1 }, { count: 0, exposure: 0 })).toBeUndefined();
  });
});

it('rows whose intervals overlap may change places', () => {
  const rates = [
    { low: 4, high: 6 },
    { low: 1, high: 5 },
    { low: 0.1, high: 0.5 },
  ];
  expect(
    rates.map((rate) =>
      rankRange(
        rate,
        rates.filter((other) => other !== rate),
      ),
    ),
  ).toEqual([
    { best: 1, worst: 2 },
    { best: 1, worst: 2 },
    { best: 3, worst: 3 },
  ]);
});

it('durations have a median and a ninth tenth, and no durations have neither', () => {
  expect(spreadOf([1, 2, 3, 4, 100])).toEqual({ median: 3, p90: expect.closeTo(61.6, 6), mean: 22, num: 5 });
  expect(spreadOf([])).toBeUndefined();
});

it('a share of few cases has a wide interval within 0 and 1', () => {
  const { low, high } = wilsonInterval(10, 10);
  expect(low).toBeCloseTo(0.722, 3);
  expect(high).toBeCloseTo(1, 9);
  expect(wilsonInterval(0, 0)).toEqual({ low: 0, high: 1 });
});
