import { expect, test } from 'vitest';
import { byarInterval } from '../../../src/contract/statistics/intervals.ts';
import { statisticsCells, statisticsSubjectOf } from './statisticsExport.ts';

const change = null;
const row = (id: number, name: string, num: number) => ({
  id,
  name,
  lift_num: 100,
  exposure_days: 2_100,
  num,
  rate: 0.9,
  rate_interval: byarInterval(num),
  adjusted_rate: 0.95,
  expected: 6,
  smr: 1,
  smr_interval: null,
  judgement: 'normal',
  rank: { best: 1, worst: 2 },
  previous: change,
  year_before: { ratio: 1.5, z: 1, is_significant: false, before: { num: 4, exposure_days: 2_100 } },
  figures: {
    people_num: 9,
    repeat_lifts_30: 0,
    repeat_lifts_365: 0,
    causes: [],
    hours: Array.from({ length: 24 }, () => 0),
  },
});
const period = { from: '2026-11-01', to: '2026-11-21' };
const answer = {
  period,
  previous: period,
  year_before: period,
  data_at: '2026-11-21T18:00:00.000+08:00',
  first_day: null,
  city: { rate: 0.9, overdispersion: 1, ranked_from_expected: 5 },
  offered: null,
  total: row(-1, '', 13),
  rows: [row(3, '安行机电', 6), row(0, '', 7)],
  months: [],
};
const text = (field: string) => ({ field, header: field, as: 'text' as const });

test('an answer of the statistics becomes the table that its page shows, in the asked columns', () => {
  expect(statisticsSubjectOf('/api/stats/elevator-trap')).toBe('trap');
  expect(statisticsSubjectOf('/api/elevator/list')).toBeUndefined();
  const columns = ['name', 'num', 'rank', 'judgement', 'rate_low', 'previous', 'year_before', 'no_such'].map(text);
  expect(statisticsCells('trap', { dimension: 'maintenance' }, answer, columns)).toEqual([
    ['安行机电', 6, '1–2', '正常', Number(byarInterval(6).low.toFixed(4)), null, 50, null],
    ['维保单位未登记', 7, '1–2', '正常', Number(byarInterval(7).low.toFixed(4)), null, 50, null],
  ]);
});
