import { expect, test } from 'vitest';
import { readStatisticsAddress, searchForOtherRows, toggled } from './statisticsAddress.ts';

const read = (search: string, subject: 'trap' | 'alarm' = 'trap') =>
  readStatisticsAddress(new URLSearchParams(search), { subject, dimension: 'brand', today: '2026-11-21' });

test('an empty address asks for this month of all lifts', () => {
  expect(read('')).toMatchObject({
    query: { dimension: 'brand', from: '2026-11-01', to: '2026-11-21' },
    isNarrowed: false,
    problems: [],
    chosen: [],
  });
});

test('filters reach the server as its call names them', () => {
  expect(read('period=2026-Q3&area_id=7&site_type=mall&age_band=from10&with_unconfirmed=1&rows=12,0').query).toEqual({
    dimension: 'brand',
    from: '2026-07-01',
    to: '2026-09-30',
    area_id: 7,
    site_type: 'mall',
    age_band: 'from10',
    with_unconfirmed: true,
  });
});

test('only entrapments can be counted before somebody confirmed them', () => {
  expect(read('with_unconfirmed=1', 'alarm').query).not.toHaveProperty('with_unconfirmed');
});

test('each value that makes no sense is named, and filters nothing', () => {
  const { query, problems } = read('period=soon&area_id=x&site_type=moon&age_band=7&rows=a,-1,4,5,6');
  expect(query).toEqual({ dimension: 'brand', from: '2026-11-01', to: '2026-11-21' });
  expect(problems).toHaveLength(4);
  expect(problems.join()).toMatch(/soon.*本月.*x.*moon.*7/);
});

test('another dimension keeps the filters and drops rows and page', () => {
  const params = new URLSearchParams('period=2026-10&site_type=mall&rows=1,2&page=3');
  expect(searchForOtherRows(params)).toBe('period=2026-10&site_type=mall');
});

test('at most two rows stand side by side: a third replaces the first', () => {
  expect(toggled([], 1)).toEqual([1]);
  expect(toggled([1], 2)).toEqual([1, 2]);
  expect(toggled([1, 2], 3)).toEqual([2, 3]);
  expect(toggled([1, 2], 1)).toEqual([2]);
});
