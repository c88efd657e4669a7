import { withAlpha } from '../canvas/parseColor.ts';
import { baseOption, categoryAxis, legend, valueAxis } from './baseOption.ts';
import type { ChartTheme } from './chartTheme.ts';
import type { ChartSize, ChartTable, ChartTone } from './chartTypes.ts';
import type { ChartOption } from './echartsCore.ts';

export interface LineSeries {
  readonly name: string;
  readonly tone: ChartTone;
  /** One value per label; null where there is none yet, drawn as a gap and never as zero. */
  readonly values: readonly (number | null)[];
  /** Filled down to the axis. */
  readonly isArea?: boolean;
  /** For comparison, as yesterday's: drawn dashed. */
  readonly isDashed?: boolean;
}

export interface LineChartData {
  /** Along the axis: hours, days. */
  readonly labels: readonly string[];
  readonly series: readonly LineSeries[];
  readonly unit?: string;
  /** The label that is now; what comes after has not happened. */
  readonly nowIndex?: number;
  readonly size?: ChartSize;
}

/** At either end the word stands inside the chart: at the left, above the axis, stands the unit. */
function nowAlign(index: number, count: number): 'left' | 'center' | 'right' {
  const share = index / Math.max(1, count - 1);
  if (share < 0.1) return 'left';
  return share > 0.9 ? 'right' : 'center';
}

/** Curves over labelled steps: today's calls by the hour. */
export function lineOption(
  theme: ChartTheme,
  { labels, series, unit = '', nowIndex, size = 'normal' }: LineChartData,
): ChartOption {
  const { tokens, tones, fontSize } = theme;
  const nowLine =
    nowIndex === undefined
      ? {}
      : {
          markLine: {
            silent: true,
            symbol: 'none',
            animation: false,
            lineStyle: { color: tokens.lineStrong, type: 'solid' as const, width: 1 },
            label: {
              formatter: '现在',
              color: tokens.text2,
              fontSize: fontSize[size],
              align: nowAlign(nowIndex, labels.length),
            },
            data: [{ xAxis: nowIndex }],
          },
        };
  const hasLegend = series.length > 1;
  return {
    ...baseOption(theme, size),
    tooltip: {
      ...baseOption(theme, size).tooltip,
      trigger: 'axis',
      axisPointer: { lineStyle: { color: tokens.lineStrong } },
    },
    legend: legend(theme, size, hasLegend),
    grid: {
      top: hasLegend ? fontSize[size] + 26 : 24,
      right: 14,
      bottom: 4,
      left: 4,
      outerBoundsMode: 'same',
      outerBoundsContain: 'axisLabel',
    },
    xAxis: { ...categoryAxis(theme, size, labels), boundaryGap: false },
    yAxis: valueAxis(theme, size, unit),
    series: series.map(({ name, tone, values, isArea = false, isDashed = false }, index) => ({
      type: 'line',
      name,
      data: [...values],
      symbol: 'none',
      sampling: 'lttb',
      itemStyle: { color: tones[tone] },
      lineStyle: { color: tones[tone], width: size === 'wall' ? 2.5 : 2, type: isDashed ? 'dashed' : 'solid' },
      ...(isArea ? { areaStyle: { color: withAlpha(tones[tone], 0.16) } } : {}),
      ...(index === 0 ? nowLine : {}),
    })),
  };
}

/** The same figures as a table. */
export function lineTable({ labels, series }: LineChartData): ChartTable {
  return {
    columns: ['', ...series.map(({ name }) => name)],
    rows: labels.map((label, index) => [label, ...series.map(({ values }) => values[index] ?? '—')]),
  };
}
