import { expect, test } from 'vitest';
import { onlineShare, toBrandShares, toParkShares, toShareBars, toSharePage, trappedPerHundred } from './shares.ts';

const brand = (id: number, value: number, trapped?: number) => ({
  id,
  name: `品牌${id}`,
  value,
  online_num: value - 1,
  average_years: id,
  ...(trapped === undefined ? {} : { trapped_num: trapped }),
});

test('lifts without a brand are a row of their own, so that the shares add up', () => {
  const { rows, liftNum } = toBrandShares({
    total: 2,
    brands: [brand(1, 10, 1), brand(2, 50, 0)],
    unknown: 40,
    trapped_days: 365,
  });
  expect(rows.map(({ name, num, share }) => [name, num, share])).toEqual([
    ['品牌2', 50, 0.5],
    ['品牌未登记', 40, 0.4],
    ['品牌1', 10, 0.1],
  ]);
  expect(liftNum).toBe(100);
  expect(rows.map(trappedPerHundred)).toEqual([0, null, 10]);
  expect(rows.map(onlineShare)).toEqual([0.98, null, 0.9]);
  expect(toBrandShares({ total: 1, brands: [brand(1, 10)], unknown: 0 }).rows).toMatchObject([
    { trappedNum: null, share: 1 },
  ]);
});

test('communities come with their area, the largest first', () => {
  const counts = { elevator_num: 4, online_num: 3, offline_num: 1, call_num: 0 };
  const { rows } = toParkShares({
    total: 11,
    community_total: 2,
    trapped_days: 365,
    areas: [
      {
        id: 2,
        name: '东湖区',
        ...counts,
        communities: [{ id: 11, name: '翠湖', lng: 0, lat: 0, ...counts, average_years: 3, trapped_num: 2 }],
      },
      {
        id: 3,
        name: '远山县',
        ...counts,
        communities: [
          { id: 12, name: '云锦', lng: 0, lat: 0, ...counts, elevator_num: 7, average_years: null, trapped_num: 0 },
        ],
      },
    ],
  });
  expect(
    rows.map(({ name, area, num, averageYears, trappedNum }) => [name, area, num, averageYears, trappedNum]),
  ).toEqual([
    ['云锦', '远山县', 7, null, 0],
    ['翠湖', '东湖区', 4, 3, 2],
  ]);
});

test('what is not known is last, whichever way the rows are sorted; pages hold every row once', () => {
  const { rows } = toBrandShares({ total: 3, brands: [brand(1, 10, 1), brand(2, 50, 0), brand(3, 20, 1)], unknown: 5 });
  const names = (query: object) => toSharePage(rows, query).list.map(({ id }) => id);
  expect([
    names({ sort: 'averageYears', order: 'asc' }),
    names({ sort: 'averageYears', order: 'desc' }),
    names({ sort: 'trappedRate' }),
    names({ sort: 'nonsense' }),
  ]).toEqual([
    [1, 2, 3, 0],
    [3, 2, 1, 0],
    [1, 3, 2, 0],
    [2, 3, 1, 0],
  ]);
  expect([...names({ page: 1, page_size: 3 }), ...names({ page: 2, page_size: 3 })]).toEqual([2, 3, 1, 0]);
  expect(toSharePage(rows, { page: 2, page_size: 3 })).toMatchObject({ total: 4, max_page: 2, current_page: 2 });
});

test('entries without a bar are counted, and nothing is lost', () => {
  const shares = toBrandShares({
    total: 30,
    brands: Array.from({ length: 30 }, (_, index) => brand(index + 1, 100 - index)),
  });
  const { bars, restNum, restLifts } = toShareBars(shares);
  expect([bars.length, restNum, bars[0]]).toEqual([15, 15, { name: '品牌1', value: 100 }]);
  expect(bars.reduce((sum, { value }) => sum + value, restLifts)).toBe(shares.liftNum);
  expect(toShareBars(toBrandShares({ total: 1, brands: [brand(1, 3)] }))).toEqual({
    bars: [{ name: '品牌1', value: 3 }],
    restNum: 0,
    restLifts: 0,
  });
});
