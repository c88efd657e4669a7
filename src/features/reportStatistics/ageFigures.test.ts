import { expect, test } from 'vitest';
import { ageChoices, describeAges, isSameAges, readAgeAddress, readBrandId, toAgeSearch } from './ageAddress.ts';
import { toAgeBars, toAgeFigures } from './ageFigures.ts';

const year = (years: number, value: number, online: number) => ({
  years,
  value,
  online_num: online,
  average_years: years + 0.5,
});
const detail = {
  fleet_total: 12,
  unknown: { value: 2, online_num: 1 },
  by_year: [year(0, 3, 3), year(4, 1, 0), year(5, 4, 2), year(33, 1, 1), year(41, 1, 0)],
};

test('every lift is in one choice, and the choices together are the fleet', () => {
  const [all, ...parts] = ageChoices.map(({ filter }) => toAgeFigures(detail, filter));
  expect(all).toMatchObject({ num: 12, onlineNum: 7 });
  expect(parts.map(({ num }) => num)).toEqual([4, 4, 0, 2, 2]);
  expect(parts.reduce((sum, { onlineNum }) => sum + onlineNum, 0)).toBe(7);
});

test('the average age leaves out lifts of unknown age', () => {
  expect(toAgeFigures(detail, { yearsStart: 5 }).averageYears).toBeCloseTo((3 * 0.5 + 4.5) / 4);
  expect(toAgeFigures(detail, { install_unknown: true }).averageYears).toBeNull();
  expect(toAgeFigures(detail, { yearsStart: 15, yearsEnd: 10 })).toEqual({ num: 0, onlineNum: 0, averageYears: null });
});

test('years without a lift keep their place, very old lifts share a bar, and only the chosen years stand out', () => {
  const bars = toAgeBars(detail, { yearsStart: 10, yearsEnd: 5 });
  expect(bars).toHaveLength(31);
  expect([bars[0], bars[1], bars[5], bars[9], bars[10], bars[30]]).toEqual([
    { name: '0', value: 3, tone: 'quiet' },
    { name: '1', value: 0, tone: 'quiet' },
    { name: '5', value: 4, tone: 'normal' },
    { name: '9', value: 0, tone: 'normal' },
    { name: '10', value: 0, tone: 'quiet' },
    { name: '30+', value: 2, tone: 'quiet' },
  ]);
  expect(toAgeBars({ ...detail, by_year: [] }, {})).toEqual([]);
});

const read = (query: string) => readAgeAddress(new URLSearchParams(query));

test("the dashboard's links are read as they are written, and any other range too", () => {
  expect(
    [
      'yearsStart=5',
      'yearsStart=10&yearsEnd=5',
      'yearsStart=15&yearsEnd=10',
      'yearsEnd=15',
      '',
      'yearsStart=&yearsEnd=8',
      'install_unknown=true',
      'yearsStart=8&yearsEnd=3',
    ].map((query) => {
      const address = read(query);
      return address.kind === 'ok' ? describeAges(address.filter) : address.message;
    }),
  ).toEqual(['5 年以下', '5–10 年', '10–15 年', '15 年以上', '全部梯龄', '8 年以上', '安装日期未登记', '3–8 年']);
});

test('a range that makes no sense is explained', () => {
  for (const query of [
    'yearsStart=5&yearsEnd=10',
    'yearsStart=abc',
    'yearsEnd=7.5',
    'yearsEnd=-1',
    'yearsStart=200',
    'install_unknown=maybe',
    'install_unknown=true&yearsEnd=5',
  ]) {
    expect(read(query), query).toMatchObject({ kind: 'bad', message: expect.stringMatching(/[\u4e00-\u9fff]/) });
  }
});

test('another age keeps the brand and goes back to the first page', () => {
  const search = toAgeSearch(new URLSearchParams('brand=203&page=4&yearsEnd=15'), { yearsStart: 10, yearsEnd: 5 });
  expect(search).toBe('brand=203&yearsEnd=5&yearsStart=10');
  expect(readBrandId(new URLSearchParams(search))).toBe(203);
  expect([readBrandId(new URLSearchParams('brand=x')), readBrandId(new URLSearchParams(''))]).toEqual([null, null]);
  const address = readAgeAddress(new URLSearchParams(search));
  expect(
    address.kind === 'ok' &&
      ageChoices.filter((choice) => isSameAges(choice.filter, address.filter)).map(({ label }) => label),
  ).toEqual(['5–10 年']);
});
