/** The theme's colours as drawing code needs them: canvases and WebGL cannot read CSS variables themselves. */
export interface DrawTokens {
  readonly bg0: string;
  readonly bg1: string;
  readonly bg2: string;
  readonly bgInset: string;
  readonly line: string;
  readonly lineSoft: string;
  readonly lineStrong: string;
  readonly text: string;
  readonly text2: string;
  readonly critical: string;
  readonly high: string;
  readonly medium: string;
  readonly ok: string;
  readonly offline: string;
  readonly info: string;
  readonly accentLine: string;
  readonly accentText: string;
  readonly mapWater: string;
  readonly mapGreen: string;
  readonly fontFamily: string;
}

/** The variable of each in `theme/tokens.css`. */
const variables: Readonly<Record<keyof DrawTokens, string>> = {
  bg0: '--bg-0',
  bg1: '--bg-1',
  bg2: '--bg-2',
  bgInset: '--bg-inset',
  line: '--line',
  lineSoft: '--line-soft',
  lineStrong: '--line-strong',
  text: '--text',
  text2: '--text-2',
  critical: '--critical',
  high: '--high',
  medium: '--medium',
  ok: '--ok',
  offline: '--offline',
  info: '--info',
  accentLine: '--accent-line',
  accentText: '--accent-text',
  mapWater: '--map-water',
  mapGreen: '--map-green',
  fontFamily: '--font-family',
};

/** Reads the tokens through `read` (a variable's name to its value). */
function toDrawTokens(read: (variable: string) => string): DrawTokens {
  const value = (name: keyof DrawTokens): string => read(variables[name]).trim();
  return {
    bg0: value('bg0'),
    bg1: value('bg1'),
    bg2: value('bg2'),
    bgInset: value('bgInset'),
    line: value('line'),
    lineSoft: value('lineSoft'),
    lineStrong: value('lineStrong'),
    text: value('text'),
    text2: value('text2'),
    critical: value('critical'),
    high: value('high'),
    medium: value('medium'),
    ok: value('ok'),
    offline: value('offline'),
    info: value('info'),
    accentLine: value('accentLine'),
    accentText: value('accentText'),
    mapWater: value('mapWater'),
    mapGreen: value('mapGreen'),
    fontFamily: value('fontFamily'),
  };
}

let kept: DrawTokens | null = null;

/** The tokens of this page, read once: the theme does not change while a page is open. */
export function readDrawTokens(): DrawTokens {
  if (kept === null) {
    const style = getComputedStyle(document.documentElement);
    kept = toDrawTokens((variable) => style.getPropertyValue(variable));
  }
  return kept;
}
