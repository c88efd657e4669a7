import { expect, test } from 'vitest';
import { endpoints } from '../../contract/endpoints/index.ts';
import { causeBars, historyOf } from './rescueCauses.ts';

const row = {
  cause: 'door' as const,
  cause_label: '门系统故障',
  cause_detail: '301',
  cause_detail_label: '轿门锁',
  num: 4,
  trapped_num: 3,
  people_num: 5,
};

test('a row leads to its rescues in the history, in the same time, by filters that the history has', () => {
  const search = new URLSearchParams(historyOf(row, { from: '2026-11-01T00:00:00+08:00' }));
  expect(Object.fromEntries(search)).toEqual({
    cause: 'door',
    cause_detail: '301',
    from: '2026-11-01T00:00:00+08:00',
  });
  expect(Object.keys(endpoints.rescueList.input.shape)).toEqual(expect.arrayContaining([...search.keys()]));
  expect(historyOf({ ...row, cause: null }, {})).toBeUndefined();
});

test('rescues without a cause are no bar', () => {
  expect(causeBars({ total: 5, causes: [row, { ...row, cause: null, num: 1 }] })).toEqual([
    { name: '门系统故障 · 轿门锁', value: 4 },
  ]);
});
