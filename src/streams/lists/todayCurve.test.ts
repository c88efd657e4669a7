import { expect, it } from 'vitest';
import { largest } from './largest.ts';
import { toTodayCurve } from './todayCurve.ts';

it('hours that have not come are gaps, and hours without any are zero', () => {
  const { series } = toTodayCurve([{ at: '2026-11-21T02:00:00+08:00', rescue: 1, alarm: 4 }], 3);
  expect(series[0]?.values.slice(0, 6)).toEqual([0, 0, 4, 0, null, null]);
  expect(series[1]?.values.slice(0, 6)).toEqual([0, 0, 1, 0, null, null]);
});

it('the rest is one entry, so that the parts add up to the whole', () => {
  const values = [1, 5, 3, 2].map((value) => ({ name: `品牌 ${value}`, value }));
  expect(largest(values, 3)).toEqual([
    { name: '品牌 5', value: 5 },
    { name: '品牌 3', value: 3 },
    { name: '其他', value: 3 },
  ]);
  expect(largest(values, 4)).toHaveLength(4);
});
