import { baseOption, categoryAxis, valueAxis } from './baseOption.ts';
import type { ChartTheme } from './chartTheme.ts';
import type { ChartSize, ChartTable, ChartTone } from './chartTypes.ts';
import type { ChartOption } from './echartsCore.ts';

export interface Bar {
  readonly name: string;
  readonly value: number;
  /** Other than the rest, when it is abnormal. */
  readonly tone?: ChartTone;
}

export interface BarChartData {
  readonly name: string;
  readonly bars: readonly Bar[];
  readonly unit?: string;
  /** `rows` lie, longest names first to fit; `columns` stand. */
  readonly direction?: 'rows' | 'columns';
  readonly size?: ChartSize;
}

/** Amounts by name: lifts by brand, by age, by region. The value is at the bar's end. */
export function barOption(
  theme: ChartTheme,
  { name, bars, unit = '', direction = 'rows', size = 'normal' }: BarChartData,
): ChartOption {
  const { tokens, tones, fontSize } = theme;
  const isRows = direction === 'rows';
  const names = categoryAxis(
    theme,
    size,
    bars.map((bar) => bar.name),
  );
  const nameAxis = isRows ? { ...names, inverse: true, axisLine: { show: false } } : names;
  // The figures are at the bars' ends: a scale would repeat them.
  const amountAxis = { ...valueAxis(theme, size, ''), show: false };
  return {
    ...baseOption(theme, size),
    tooltip: {
      ...baseOption(theme, size).tooltip,
      trigger: 'item',
      valueFormatter: (value) => `${String(value)} ${unit}`.trim(),
    },
    grid: {
      top: isRows ? 2 : 22,
      right: isRows ? fontSize[size] * 4 : 4,
      bottom: 2,
      left: 2,
      outerBoundsMode: 'same',
      outerBoundsContain: 'axisLabel',
    },
    xAxis: isRows ? amountAxis : nameAxis,
    yAxis: isRows ? nameAxis : amountAxis,
    series: [
      {
        type: 'bar',
        name,
        barMaxWidth: size === 'wall' ? 16 : 14,
        barMinHeight: 2,
        showBackground: isRows,
        backgroundStyle: { color: tokens.lineSoft, borderRadius: 2 },
        itemStyle: { borderRadius: 2 },
        emphasis: { disabled: true },
        label: {
          show: true,
          position: isRows ? 'right' : 'top',
          color: tokens.text,
          fontSize: fontSize[size],
          fontFamily: tokens.fontFamily,
          formatter: '{c}',
        },
        data: bars.map(({ value, tone = 'normal' }) => ({ value, itemStyle: { color: tones[tone] } })),
      },
    ],
  };
}

export function barTable({ name, bars, unit = '' }: BarChartData): ChartTable {
  return { columns: ['', unit === '' ? name : `${name}（${unit}）`], rows: bars.map((bar) => [bar.name, bar.value]) };
}
