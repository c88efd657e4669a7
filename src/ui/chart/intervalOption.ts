import './echartsScatter.ts';
import { baseOption, categoryAxis, valueAxis } from './baseOption.ts';
import type { ChartTheme } from './chartTheme.ts';
import type { ChartTable } from './chartTypes.ts';
import { dotColors, dotStyle, dotSymbols, tipHtml, type DotTone } from './dotTypes.ts';
import type { ChartOption } from './echartsCore.ts';

export interface IntervalRow {
  readonly id: string;
  readonly name: string;
  readonly value: number;
  readonly low: number;
  readonly high: number;
  readonly tone: DotTone;
  readonly tip: string;
  readonly isChosen?: boolean;
}

export interface IntervalData {
  readonly name: string;
  /** The rate of all, drawn across. */
  readonly centre: number | null;
  readonly rows: readonly IntervalRow[];
}

/** A dot with its interval for each name, from the top down: a caterpillar plot. */
export function intervalOption(theme: ChartTheme, { name, centre, rows }: IntervalData): ChartOption {
  const { tokens, fontSize } = theme;
  const colors = dotColors(theme);
  const tooltip = {
    formatter: ({ dataIndex }: { dataIndex: number }) => tipHtml(rows[dataIndex]?.tip ?? ''),
  };
  const names = categoryAxis(
    theme,
    'normal',
    rows.map((row) => row.name),
  );
  return {
    ...baseOption(theme, 'normal'),
    tooltip: { ...baseOption(theme, 'normal').tooltip, trigger: 'item' },
    grid: { top: 26, right: 16, bottom: 4, left: 4, outerBoundsMode: 'same', outerBoundsContain: 'axisLabel' },
    xAxis: {
      ...valueAxis(theme, 'normal', ''),
      position: 'top',
      minInterval: 0,
      min: 0,
    },
    yAxis: {
      ...names,
      inverse: true,
      axisLine: { show: false },
      axisLabel: { ...names.axisLabel, width: 116, overflow: 'truncate' as const, interval: 0 },
    },
    series: [
      {
        type: 'bar',
        stack: 'interval',
        silent: true,
        itemStyle: { color: 'transparent' },
        data: rows.map(({ low }) => low),
      },
      {
        type: 'bar',
        stack: 'interval',
        name,
        barWidth: 3,
        tooltip,
        emphasis: { disabled: true },
        data: rows.map(({ id, low, high, tone }) => ({
          id,
          value: high - low,
          itemStyle: { color: colors[tone], opacity: 0.6, borderRadius: 1 },
        })),
      },
      {
        type: 'scatter',
        name,
        z: 3,
        tooltip,
        data: rows.map(({ id, value, tone, isChosen = false }, index) => ({
          id,
          value: [value, index],
          ...dotSymbols[tone],
          symbolSize: isChosen ? 13 : 9,
          itemStyle: dotStyle(theme, tone, isChosen),
        })),
        ...(centre === null
          ? {}
          : {
              markLine: {
                silent: true,
                symbol: 'none',
                lineStyle: { color: tokens.lineStrong, type: 'dashed' as const, width: 1 },
                label: { show: false, fontSize: fontSize.normal },
                data: [{ xAxis: centre }],
              },
            }),
      },
    ],
  };
}

export const intervalTable = ({ name, rows }: IntervalData): ChartTable => ({
  columns: ['', name, '95% 下限', '95% 上限'],
  rows: rows.map((row) => [row.name, row.value.toFixed(2), row.low.toFixed(2), row.high.toFixed(2)]),
});
