import { baseOption } from './baseOption.ts';
import type { ChartTheme } from './chartTheme.ts';
import type { ChartSize, ChartTable, ChartTone } from './chartTypes.ts';
import type { ChartOption } from './echartsCore.ts';

export interface Slice {
  readonly name: string;
  readonly value: number;
  /** Other than its step in the row, when it is abnormal. */
  readonly tone?: ChartTone;
}

export interface DonutData {
  readonly name: string;
  readonly slices: readonly Slice[];
  readonly unit?: string;
  readonly size?: ChartSize;
}

/** `37%`, or `<1%` for what is there but rounds to nothing. */
export function shareText(value: number, total: number): string {
  if (total <= 0) return '0%';
  const percent = (value / total) * 100;
  return percent > 0 && percent < 1 ? '<1%' : `${Math.round(percent)}%`;
}

/** Shares of a whole, in few slices; each one is named with its share beside the ring. */
export function donutOption(theme: ChartTheme, { name, slices, unit = '', size = 'normal' }: DonutData): ChartOption {
  const { tokens, tones, steps, fontSize } = theme;
  const total = slices.reduce((sum, { value }) => sum + value, 0);
  const shares = new Map(slices.map((slice) => [slice.name, shareText(slice.value, total)]));
  return {
    ...baseOption(theme, size),
    tooltip: {
      ...baseOption(theme, size).tooltip,
      trigger: 'item',
      valueFormatter: (value) => `${String(value)} ${unit}`.trim(),
    },
    legend: {
      orient: 'vertical',
      left: '50%',
      top: 'center',
      icon: 'roundRect',
      itemWidth: 10,
      itemHeight: 10,
      itemGap: size === 'wall' ? 14 : 10,
      selectedMode: false,
      formatter: (slice: string) => `{name|${slice}}{share|${shares.get(slice) ?? ''}}`,
      textStyle: {
        color: tokens.text2,
        fontSize: fontSize[size],
        rich: {
          name: { width: fontSize[size] * 5.5, color: tokens.text2, fontSize: fontSize[size] },
          share: { color: tokens.text, fontSize: fontSize[size], fontWeight: 600 },
        },
      },
    },
    series: [
      {
        type: 'pie',
        name,
        // In a box of its own, so that the ring never grows into its names.
        left: 0,
        width: '46%',
        center: ['50%', '50%'],
        radius: ['60%', '90%'],
        startAngle: 90,
        label: { show: false },
        emphasis: { disabled: true },
        itemStyle: { borderColor: tokens.bg1, borderWidth: 2 },
        data: slices.map(({ name: slice, value, tone }, index) => ({
          name: slice,
          value,
          itemStyle: { color: tone === undefined ? (steps[index] ?? steps.at(-1) ?? tokens.line) : tones[tone] },
        })),
      },
    ],
  };
}

export function donutTable({ name, slices }: DonutData): ChartTable {
  const total = slices.reduce((sum, { value }) => sum + value, 0);
  return {
    columns: ['', name, '占比'],
    rows: slices.map((slice) => [slice.name, slice.value, shareText(slice.value, total)]),
  };
}
