import type { ChartTheme } from './chartTheme.ts';

/** A dot is told apart by its shape as well as by its colour. */
export type DotTone = 'normal' | 'quiet' | 'high' | 'low';

export const dotSymbols: Readonly<Record<DotTone, { readonly symbol: string; readonly symbolRotate?: number }>> = {
  normal: { symbol: 'circle' },
  quiet: { symbol: 'circle' },
  high: { symbol: 'triangle' },
  low: { symbol: 'triangle', symbolRotate: 180 },
};

export const dotColors = ({ tokens, tones }: ChartTheme): Readonly<Record<DotTone, string>> => ({
  normal: tones.normal,
  quiet: tokens.lineStrong,
  high: tokens.high,
  low: tokens.info,
});

/** Filled; a quiet dot is a ring, and a chosen one has a bright rim. */
export function dotStyle(theme: ChartTheme, tone: DotTone, isChosen: boolean) {
  const color = dotColors(theme)[tone];
  const isRing = tone === 'quiet';
  return {
    color: isRing ? theme.tokens.bg1 : color,
    ...(isRing || isChosen
      ? { borderColor: isChosen ? theme.tokens.text : color, borderWidth: isChosen ? 2 : 1.5 }
      : {}),
  };
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** A text as ECharts shows it in a tooltip, which it takes for HTML. Lines stay lines. */
export const tipHtml = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (sign) => entities[sign] ?? sign).replaceAll('\n', '<br>');
