import './echartsScatter.ts';
import { baseOption, valueAxis } from './baseOption.ts';
import type { ChartTheme } from './chartTheme.ts';
import type { ChartTable } from './chartTypes.ts';
import { dotStyle, dotSymbols, tipHtml, type DotTone } from './dotTypes.ts';
import type { ChartOption } from './echartsCore.ts';

export interface FunnelDot {
  /** Reported when the dot is picked. */
  readonly id: string;
  readonly name: string;
  readonly x: number;
  readonly y: number;
  readonly tone: DotTone;
  /** Its figures in words, shown under the pointer. */
  readonly tip: string;
  readonly isNamed?: boolean;
  readonly isChosen?: boolean;
}

/** The limits at one place of the axis. */
export interface FunnelBand {
  readonly x: number;
  readonly inner: { readonly low: number; readonly high: number };
  readonly outer: { readonly low: number; readonly high: number };
}

export interface FunnelData {
  readonly xName: string;
  readonly yName: string;
  /** The line in the middle: the rate of all. */
  readonly centre: number;
  readonly bands: readonly FunnelBand[];
  readonly dots: readonly FunnelDot[];
  /** The top of the chart; dots above it stand at its edge. */
  readonly yMax: number;
}

const smallest = 8;
const chosen = 13;

/** Dots by size and ratio within limits that narrow as the size grows: a funnel plot. */
export function funnelOption(theme: ChartTheme, { xName, yName, centre, bands, dots, yMax }: FunnelData): ChartOption {
  const { tokens, fontSize } = theme;
  const line = (name: string, valueOf: (band: FunnelBand) => number, isOuter: boolean) => ({
    type: 'line' as const,
    name,
    symbol: 'none',
    silent: true,
    z: 1,
    lineStyle: {
      color: isOuter ? tokens.lineStrong : tokens.line,
      width: 1,
      type: isOuter ? ('solid' as const) : ('dashed' as const),
    },
    data: bands.map((band) => [band.x, valueOf(band)]),
  });
  const middle = bands.at(-1)?.x ?? 0;
  return {
    ...baseOption(theme, 'normal'),
    tooltip: { ...baseOption(theme, 'normal').tooltip, trigger: 'item' },
    grid: { top: 26, right: 20, bottom: 26, left: 6, outerBoundsMode: 'same', outerBoundsContain: 'axisLabel' },
    xAxis: {
      ...valueAxis(theme, 'normal', xName),
      nameLocation: 'middle',
      nameGap: 26,
      nameTextStyle: { color: tokens.text2, fontSize: fontSize.normal },
      min: 0,
      splitLine: { show: false },
      axisLine: { show: true, lineStyle: { color: tokens.line } },
    },
    yAxis: {
      ...valueAxis(theme, 'normal', yName),
      nameTextStyle: { color: tokens.text2, fontSize: fontSize.normal, align: 'left' },
      minInterval: 0.5,
      min: 0,
      max: yMax,
    },
    series: [
      line('95% 界限', ({ inner }) => inner.high, false),
      line('95% 界限', ({ inner }) => inner.low, false),
      line('99.8% 界限', ({ outer }) => outer.high, true),
      line('99.8% 界限', ({ outer }) => outer.low, true),
      {
        type: 'scatter',
        name: yName,
        z: 3,
        labelLayout: { hideOverlap: true },
        tooltip: { formatter: ({ dataIndex }) => tipHtml(dots[dataIndex]?.tip ?? '') },
        markLine: {
          silent: true,
          symbol: 'none',
          lineStyle: { color: tokens.lineStrong, type: 'solid', width: 1 },
          label: { show: false },
          data: [{ yAxis: centre }],
        },
        data: dots.map(({ id, name, x, y, tone, isNamed = false, isChosen = false }) => ({
          id,
          name,
          value: [x, Math.min(yMax, y)],
          ...dotSymbols[tone],
          symbolSize: isChosen ? chosen : smallest,
          itemStyle: dotStyle(theme, tone, isChosen),
          label: {
            show: isNamed,
            // Towards the middle, so that no name is cut at an edge.
            position: x > middle / 2 ? ('left' as const) : ('right' as const),
            formatter: y > yMax ? `${name} ↑` : name,
            color: tokens.text,
            fontSize: fontSize.normal,
            fontFamily: tokens.fontFamily,
            width: 140,
            overflow: 'truncate' as const,
          },
        })),
      },
    ],
  };
}

/** The longest table beside a chart: the page's own has all rows. */
const mostRows = 200;

export const funnelTable = ({ xName, yName, dots }: FunnelData): ChartTable => ({
  columns: ['', xName, yName],
  rows: dots
    .toSorted((a, b) => Number(b.isNamed === true) - Number(a.isNamed === true))
    .slice(0, mostRows)
    .map(({ name, x, y }) => [name, x.toFixed(1), y.toFixed(2)]),
});
