import { readDrawTokens, type DrawTokens } from '../canvas/drawTokens.ts';
import { mixColors } from '../canvas/parseColor.ts';
import type { ChartSize, ChartTone } from './chartTypes.ts';

/** The look, as far as the option builders need it. */
export interface ChartTheme {
  readonly tokens: DrawTokens;
  readonly tones: Readonly<Record<ChartTone, string>>;
  /** A ring's or bar's neighbours: one hue in steps, so that nothing looks abnormal. */
  readonly steps: readonly string[];
  readonly fontSize: Readonly<Record<ChartSize, number>>;
}

/** The charts' look from the tokens: no rainbow, muted teal and slate, saturated only for the abnormal. */
export function toChartTheme(tokens: DrawTokens): ChartTheme {
  return {
    tokens,
    tones: {
      normal: mixColors(tokens.accentLine, tokens.accentText, 0.35),
      second: mixColors(tokens.lineStrong, tokens.info, 0.25),
      quiet: mixColors(tokens.line, tokens.lineStrong, 0.55),
      medium: tokens.medium,
      high: tokens.high,
      critical: tokens.critical,
      offline: tokens.offline,
    },
    steps: [
      mixColors(tokens.accentText, tokens.accentLine, 0.2),
      mixColors(tokens.accentLine, tokens.bg2, 0.12),
      mixColors(tokens.lineStrong, tokens.accentLine, 0.3),
      mixColors(tokens.line, tokens.lineStrong, 0.55),
      tokens.line,
    ],
    fontSize: { normal: 12, wall: 14 },
  };
}

let kept: ChartTheme | null = null;

/** The theme of this page, made once. */
export function chartTheme(): ChartTheme {
  kept ??= toChartTheme(readDrawTokens());
  return kept;
}
