/** The parts of ECharts in use. The only place that imports it, so that a page loads nothing else of it. */
import {
  BarChart,
  LineChart,
  PieChart,
  type BarSeriesOption,
  type LineSeriesOption,
  type PieSeriesOption,
  type ScatterSeriesOption,
} from 'echarts/charts';
import {
  GridComponent,
  LegendPlainComponent,
  MarkLineComponent,
  type GridComponentOption,
  type LegendComponentOption,
  type TooltipComponentOption,
} from 'echarts/components';
import { init, use, type ComposeOption, type EChartsType } from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';

use([BarChart, LineChart, PieChart, GridComponent, LegendPlainComponent, MarkLineComponent, CanvasRenderer]);

/** The options that a chart accepts: the parts imported above, and dots, which `echartsScatter.ts` brings. */
export type ChartOption = ComposeOption<
  | BarSeriesOption
  | LineSeriesOption
  | PieSeriesOption
  | ScatterSeriesOption
  | GridComponentOption
  | LegendComponentOption
  | TooltipComponentOption
>;

export type ChartInstance = EChartsType;

let hasTooltips = false;

/**
 * Loads what shows a figure under the pointer. It is a tenth of the charts' code, and a wall has no pointer. Only charts that are made
 * afterwards have it.
 */
export async function loadTooltips(): Promise<void> {
  await import('./echartsTooltip.ts');
  hasTooltips = true;
}

export const areTooltipsLoaded = (): boolean => hasTooltips;

/** The option as a chart draws it that was made without tooltips. */
export function withoutTooltip({ tooltip: _loadedLater, ...option }: ChartOption): ChartOption {
  return option;
}

export { init as initChart };
