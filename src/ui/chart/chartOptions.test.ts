import { expect, test } from 'vitest';
import { tokenFixture } from '../canvas/tokenFixture.ts';
import { barOption, barTable } from './barOption.ts';
import { toChartTheme } from './chartTheme.ts';
import { donutOption, donutTable, shareText } from './donutOption.ts';
import { frameLanes, timeStepMs } from './drawCurves.ts';
import { lineOption, lineTable, type LineChartData } from './lineOption.ts';

const theme = toChartTheme(tokenFixture);
const today: LineChartData = {
  labels: ['0 时', '1 时', '2 时'],
  series: [
    { name: '今日', tone: 'critical', values: [2, 0, null], isArea: true },
    { name: '昨日', tone: 'quiet', values: [1, 1, 3], isDashed: true },
  ],
  unit: '次',
  nowIndex: 1,
};

test('hours that have not come are gaps in the curve and dashes in the table, never zeros', () => {
  expect(lineOption(theme, today).series).toMatchObject([
    { name: '今日', data: [2, 0, null] },
    { name: '昨日', data: [1, 1, 3] },
  ]);
  expect(lineTable(today)).toEqual({
    columns: ['', '今日', '昨日'],
    rows: [
      ['0 时', 2, 1],
      ['1 时', 0, 1],
      ['2 时', '—', 3],
    ],
  });
});

test('only an abnormal series is drawn in a saturated colour', () => {
  expect(lineOption(theme, today).series).toMatchObject([
    { lineStyle: { color: '#ff0000' } },
    { lineStyle: { color: theme.tones.quiet, type: 'dashed' } },
  ]);
  const bars = {
    name: '电梯',
    bars: [
      { name: '甲', value: 3 },
      { name: '乙', value: 9, tone: 'high' as const },
    ],
  };
  expect(barOption(theme, bars).series).toMatchObject([
    {
      data: [
        { value: 3, itemStyle: { color: theme.tones.normal } },
        { value: 9, itemStyle: { color: '#ff8800' } },
      ],
    },
  ]);
});

test('now is marked once, and a chart with one series has no key', () => {
  expect(lineOption(theme, today).series).toMatchObject([{ markLine: { data: [{ xAxis: 1 }] } }, {}]);
  const [first] = today.series;
  expect(lineOption(theme, { labels: today.labels, series: first === undefined ? [] : [first] }).legend).toMatchObject({
    show: false,
  });
});

test('at the ends of the day the word for now stands inside the chart, clear of the unit above the axis', () => {
  const labels = Array.from({ length: 24 }, (_, hour) => `${hour} 时`);
  const alignAt = (nowIndex: number) => lineOption(theme, { ...today, labels, nowIndex }).series;
  expect(alignAt(0)).toMatchObject([{ markLine: { label: { align: 'left' } } }, {}]);
  expect(alignAt(12)).toMatchObject([{ markLine: { label: { align: 'center' } } }, {}]);
  expect(alignAt(23)).toMatchObject([{ markLine: { label: { align: 'right' } } }, {}]);
});

test('nothing on a chart moves on its own', () => {
  expect(lineOption(theme, today)).toMatchObject({ animation: false });
  expect(barOption(theme, { name: '电梯', bars: [] })).toMatchObject({ animation: false });
  expect(donutOption(theme, { name: '电梯', slices: [] })).toMatchObject({ animation: false });
});

test('a small share is not shown as zero', () => {
  expect([shareText(0, 10), shareText(1, 1000), shareText(370, 1000), shareText(5, 0)]).toEqual([
    '0%',
    '<1%',
    '37%',
    '0%',
  ]);
});

test('bars and slices say their figures as a table', () => {
  expect(barTable({ name: '电梯数', unit: '台', bars: [{ name: '甲', value: 3 }] })).toEqual({
    columns: ['', '电梯数（台）'],
    rows: [['甲', 3]],
  });
  expect(
    donutTable({
      name: '台数',
      slices: [
        { name: '5 年内', value: 1 },
        { name: '5–10 年', value: 3 },
      ],
    }).rows,
  ).toEqual([
    ['5 年内', 1, '25%'],
    ['5–10 年', 3, '75%'],
  ]);
});

test('lanes share the height by their weight and the time axis lies below all', () => {
  const lane = { label: '', min: 0, max: 1, ticks: [], series: [] };
  const [speed, door] = frameLanes(
    { lanes: [{ ...lane, weight: 2 }, lane], series: [], windowMs: 300_000 },
    400,
    200,
    1_000_000,
  );
  expect(speed?.height).toBeCloseTo((door?.height ?? 0) * 2);
  expect((door?.top ?? 0) + (door?.height ?? 0)).toBeLessThanOrEqual(200 - 18);
  expect([speed?.fromMs, speed?.toMs]).toEqual([700_000, 1_000_000]);
});

test.each([
  [60_000, 10_000],
  [300_000, 60_000],
  [900_000, 300_000],
  [86_400_000, 7_200_000],
])('a window of %i ms is marked each %i ms', (windowMs, stepMs) => {
  expect(timeStepMs(windowMs)).toBe(stepMs);
});
