import { expect, test } from 'vitest';
import { tokenFixture } from '../canvas/tokenFixture.ts';
import { toChartTheme } from './chartTheme.ts';
import { tipHtml } from './dotTypes.ts';
import { funnelOption, funnelTable, type FunnelData } from './funnelOption.ts';
import { intervalOption, intervalTable } from './intervalOption.ts';

const theme = toChartTheme(tokenFixture);
const limits = { inner: { low: 0.5, high: 1.5 }, outer: { low: 0.1, high: 1.9 } };
const funnel: FunnelData = {
  xName: '预期',
  yName: '比',
  centre: 1,
  yMax: 2,
  bands: [
    { x: 1, ...limits },
    { x: 100, ...limits },
  ],
  dots: [
    { id: '1', name: '甲', x: 20, y: 1, tone: 'normal', tip: '甲' },
    { id: '2', name: '乙', x: 3, y: 7, tone: 'quiet', tip: '乙', isNamed: true },
    { id: '3', name: '丙', x: 90, y: 1.99, tone: 'high', tip: '丙', isNamed: true, isChosen: true },
  ],
};

test('dots outside differ in shape and colour, and one above the top stands at the edge with an arrow', () => {
  expect(funnelOption(theme, funnel).series).toMatchObject([
    { type: 'line' },
    { type: 'line' },
    { type: 'line' },
    { type: 'line' },
    {
      type: 'scatter',
      data: [
        { id: '1', value: [20, 1], symbol: 'circle', label: { show: false } },
        {
          id: '2',
          value: [3, 2],
          symbol: 'circle',
          itemStyle: { color: tokenFixture.bg1 },
          label: { show: true, formatter: '乙 ↑', position: 'right' },
        },
        { id: '3', symbol: 'triangle', itemStyle: { color: '#ff8800' }, label: { position: 'left' } },
      ],
    },
  ]);
});

test('the table of a funnel begins with what is named, and has the true figures', () => {
  expect(funnelTable(funnel).rows).toEqual([
    ['乙', '3.0', '7.00'],
    ['丙', '90.0', '1.99'],
    ['甲', '20.0', '1.00'],
  ]);
});

test('an interval reaches from its lower to its upper bound, with the rate of all across', () => {
  const data = {
    name: '率',
    centre: 0.9,
    rows: [{ id: '1', name: '甲', value: 1, low: 0.6, high: 1.6, tone: 'normal' as const, tip: '甲' }],
  };
  expect(intervalOption(theme, data).series).toMatchObject([
    { data: [0.6] },
    { data: [{ id: '1', value: 1 }] },
    { data: [{ value: [1, 0] }], markLine: { data: [{ xAxis: 0.9 }] } },
  ]);
  expect(intervalTable(data).rows).toEqual([['甲', '1.00', '0.60', '1.60']]);
});

test('a name in a tooltip is text, whatever it holds', () => {
  expect(tipHtml('<img src=x onerror=1>\n"甲" & \'乙\'')).toBe(
    '&lt;img src=x onerror=1&gt;<br>&quot;甲&quot; &amp; &#39;乙&#39;',
  );
});
