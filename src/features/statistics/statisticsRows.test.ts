import { expect, test } from 'vitest';
import type { StatisticsQuery } from '../../contract/endpoints/statistics.ts';
import type { StatisticsSubject } from '../../contract/statistics/subjects.ts';
import {
  columnHeads,
  fileCells,
  fileColumns,
  toStatisticsTable,
} from '../../contract/statisticsTable/statisticsTable.ts';
import { cellText, changeText, changeWords } from './cellText.ts';
import { howCounted } from './howCounted.ts';
import { recordLinks } from './recordLinks.ts';
import { readStatisticsAddress } from './statisticsAddress.ts';
import { answerOf, jinanCity, manyRows, usualCity, type FixtureCity } from './statistics.fixtures.ts';
import {
  fewRankedText,
  heatText,
  mostIntervals,
  tablePage,
  toFunnel,
  toHeat,
  toIntervals,
  type PageKind,
} from './statisticsRows.ts';

const november: StatisticsQuery = { dimension: 'maintenance', from: '2026-11-01', to: '2026-11-21' };
const year: StatisticsQuery = { ...november, from: '2026-01-01' };
const byCompany: PageKind = { subject: 'trap', dimension: 'maintenance' };

function counted(city: FixtureCity, query = november, subject: StatisticsSubject = 'trap') {
  const answer = answerOf(subject, query, city);
  return { counted: answer, answer: answer.answer, table: toStatisticsTable(answer) };
}

test('Jinan: one entrapment on one lift stands below the line, without a place, and its rate is drawn to the city’s', () => {
  const { table } = counted(jinanCity);
  const { shown, lineBefore } = tablePage(table.rows, 1, 20);
  const place = shown.findIndex(({ facts }) => facts.name === '一台一起维保');
  expect(lineBefore).toBe(2);
  expect(place).toBeGreaterThanOrEqual(2);
  const row = shown[place];
  expect([row?.cellOf('rank'), row?.cellOf('judgement')]).toEqual([
    { kind: 'rank', rank: null },
    { kind: 'judgement', judgement: 'tooFew' },
  ]);
  expect(row?.facts.rate).toBeGreaterThan(100);
  expect(row?.facts.adjusted_rate).toBeLessThan(2);
  expect(fewRankedText(table.rows, byCompany)).toContain('5 行中只有 2 行');
});

test('a company that sees itself alone is told about itself, not about others', () => {
  const alone = { rows: [{ id: 7, name: '安行机电', lifts: 260, num: 2 }], city: { lifts: 9_800, num: 88 } };
  expect(fewRankedText(counted(alone).table.rows, byCompany)).toBe(
    '安行机电本期预期 2.3 起，不足 5 起：不排名，也不作判定。',
  );
  expect(fewRankedText(counted(usualCity, year).table.rows, byCompany)).toBeNull();
  expect(fewRankedText([], byCompany)).toBeNull();
});

test('a page begins with the line where all of it lies below', () => {
  const { table } = counted(jinanCity);
  expect(tablePage(table.rows, 2, 2)).toMatchObject({ page: 2, lineBefore: 0 });
  expect(tablePage(table.rows, 9, 2).page).toBe(3);
});

test('the funnel names what is outside its limits, and what is chosen', () => {
  const { table, answer } = counted(usualCity, year);
  const funnel = toFunnel(table.rows, answer.city, [105], byCompany);
  expect(funnel?.dots.filter(({ isNamed }) => isNamed).map(({ name, tone }) => [name, tone])).toEqual([
    ['瑞升维保', 'high'],
    ['南桥电梯', 'normal'],
  ]);
  const outlier = funnel?.dots.find(({ tone }) => tone === 'high');
  expect(funnel?.yMax).toBeGreaterThan(outlier?.y ?? 0);
  const atTheEnd = funnel?.bands.at(-1);
  expect(atTheEnd?.outer.high).toBeGreaterThan(atTheEnd?.inner.high ?? Infinity);
  expect(toFunnel([], answer.city, [], byCompany)).toBeUndefined();
});

test('the intervals show ranked rows in their order, and say how many they leave out', () => {
  const { table, answer } = counted(manyRows(200), year);
  const intervals = toIntervals(table.rows, answer.city, [], byCompany);
  expect(intervals?.data.rows).toHaveLength(mostIntervals);
  expect(intervals?.data.rows[0]?.id).toBe(String(table.rows[0]?.facts.id));
  expect(intervals?.leftOut).toBe(180);
  // Where none is ranked, those with the most lifts tell the most.
  const few = counted({
    rows: [
      { id: 1, name: '小', lifts: 3, num: 0 },
      { id: 2, name: '大', lifts: 30, num: 1 },
    ],
  });
  expect(toIntervals(few.table.rows, few.answer.city, [], byCompany)?.data.rows.map(({ name }) => name)).toEqual([
    '大',
    '小',
  ]);
});

test('months without lifts are no zeros, and few expected events have no tone', () => {
  const { table, answer } = counted(jinanCity);
  const rows = toHeat(table.rows, answer, byCompany);
  const small = rows.find(({ name }) => name === '一台一起维保');
  const large = rows.find(({ name }) => name.startsWith('川升'));
  expect(small?.cells[0]).toMatchObject({ rate: null, level: null });
  const unused = { month: '2025-11', num: 0, rate: null, level: null, outside: null };
  expect(heatText({ name: '甲' }, unused, byCompany)).toBe('甲 2025-11：没有数据');
  expect(small?.cells[12]).toMatchObject({ level: null, outside: null });
  expect(large?.cells[12]?.level).not.toBeNull();
});

test('a change that chance explains says so, with the count it is compared with', () => {
  const { table } = counted({ rows: [{ id: 1, name: '甲', lifts: 900, num: 50, before: 38, yearBefore: 20 }] });
  const facts = table.rows[0]?.facts;
  expect([changeText(facts?.previous ?? null), changeWords(facts?.previous ?? null, '起')]).toEqual([
    '↑ 32%',
    '对比期 38 起，在机会波动范围内',
  ]);
  expect(changeWords(facts?.year_before ?? null, '起')).toBe('对比期 20 起，超出机会波动');
  expect([changeText(null), changeWords(null, '起')]).toEqual(['—', '对比期没有数据，无法比较']);
});

test('shares stand as n of N, and a missing time is counted beside the median', () => {
  const { table } = counted(usualCity, year, 'rescue');
  const [row] = table.rows;
  expect(cellText(row?.cellOf('answered') ?? { kind: 'text', text: '' })).toMatch(/^\d+\/\d+（\d\d\.\d%）$/);
  expect(cellText(row?.cellOf('arrival_median') ?? { kind: 'text', text: '' })).toMatch(/^9\.8（缺 \d+）$/);
  const how = howCounted(counted(usualCity, year, 'rescue').counted, table, { ...byCompany, subject: 'rescue' });
  expect(how.find(({ title }) => title === '未计入与缺失')?.lines.join()).toContain('到达中位（分）：缺');
});

test.each(['trap', 'rescue', 'exception', 'alarm'] as const)(
  'a file of %s has the columns of the table, its rows in their order, and each field once',
  (subject) => {
    const { table } = counted(usualCity, year, subject);
    const ids = columnHeads[subject].map(({ id }) => id);
    const columns = fileColumns(table, ids, 'maintenance');
    const fields = columns.map(({ field }) => field);
    expect(new Set(fields).size).toBe(fields.length);
    const cells = fileCells(table, fields, 'maintenance');
    expect(cells.map(([name]) => name)).toEqual(table.rows.map(({ facts }) => facts.name));
    // Figures are figures, and every field is known to the subject.
    columns.forEach(({ as }, index) => {
      const known = cells.map((row) => row[index]).filter((value) => value !== null);
      expect(known.every((value) => typeof value === (as === 'number' ? 'number' : 'string'))).toBe(true);
    });
    expect(fileCells(table, ['unknown'], 'maintenance')[0]).toEqual([null]);
    expect(fileCells(table, ['num'], 'maintenance').reduce((sum, [num]) => sum + Number(num), 0)).toBe(
      table.total.facts.num,
    );
  },
);

const address = (search: string) =>
  readStatisticsAddress(new URLSearchParams(search), { subject: 'rescue', dimension: 'region', today: '2026-11-21' });
const queryOf = (link: string | undefined) => Object.fromEntries(new URL(link ?? '', 'http://a').searchParams);
test('figures lead to their records: of the same days, by who was responsible then; what no list can show leads nowhere', () => {
  const links = recordLinks('rescue', address('period=2026-10'));
  expect(links['num']).toContain('/alarm-center/rescue-call-history?');
  const asked = {
    status: '0,1,2,3',
    false_call: 'false',
    from: '2026-10-01T00:00:00+08:00',
    to: '2026-10-31T23:59:59+08:00',
  };
  expect(queryOf(links['num'])).toEqual(asked);
  const district = { id: 12, name: '东湖区' };
  expect(queryOf(recordLinks('rescue', address('period=2026-10'), district)['num'])).toEqual({
    ...asked,
    responsible: 'region-12',
    responsible_name: '东湖区',
  });
  expect(queryOf(recordLinks('trap', address('period=2026-10'))['num'])).toEqual({ ...asked, was_trapped: 'yes' });
  expect(recordLinks('rescue', address('period=2026-10&site_type=mall'))).toEqual({});
  expect(recordLinks('rescue', address('period=2026-10&area_id=12'), district)).toEqual({});
});
