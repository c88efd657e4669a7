import type { ChartTheme } from './chartTheme.ts';
import type { ChartOption } from './echartsCore.ts';
import type { ChartSize } from './chartTypes.ts';

/** Returns the options that all charts share: no opening animation, the page's font, a tooltip in the page's colours. */
export function baseOption({ tokens, fontSize }: ChartTheme, size: ChartSize) {
  return {
    animation: false,
    textStyle: { fontFamily: tokens.fontFamily, fontSize: fontSize[size], color: tokens.text2 },
    tooltip: {
      confine: true,
      backgroundColor: tokens.bg2,
      borderColor: tokens.line,
      padding: [6, 10],
      textStyle: { color: tokens.text, fontSize: fontSize[size] },
      transitionDuration: 0,
    },
  } satisfies ChartOption;
}

/** Figures along an axis: quiet lines, nothing in between that is not read. */
export function valueAxis({ tokens, fontSize }: ChartTheme, size: ChartSize, unit: string) {
  return {
    type: 'value' as const,
    name: unit,
    nameGap: 8,
    nameTextStyle: { color: tokens.text2, fontSize: fontSize[size], align: 'right' as const, padding: [0, 6, 0, 0] },
    minInterval: 1,
    splitNumber: 3,
    axisLabel: { color: tokens.text2, fontSize: fontSize[size] },
    splitLine: { lineStyle: { color: tokens.lineSoft } },
  };
}

/** Names or hours along an axis. */
export function categoryAxis({ tokens, fontSize }: ChartTheme, size: ChartSize, labels: readonly string[]) {
  return {
    type: 'category' as const,
    data: [...labels],
    axisTick: { show: false },
    axisLine: { lineStyle: { color: tokens.line } },
    axisLabel: { color: tokens.text2, fontSize: fontSize[size] },
  };
}

/** The key to several series; a chart with one has none. */
export function legend({ tokens, fontSize }: ChartTheme, size: ChartSize, isShown: boolean) {
  return {
    show: isShown,
    top: 0,
    right: 0,
    itemWidth: 14,
    itemHeight: 8,
    itemGap: 16,
    inactiveColor: tokens.lineStrong,
    textStyle: { color: tokens.text2, fontSize: fontSize[size] },
  };
}
