/** Red, green, blue and alpha, each 0–255. */
export type Rgba = readonly [number, number, number, number];

const hexPattern = /^#([\da-f]{6})([\da-f]{2})?$/i;

/** A token's `#rrggbb` or `#rrggbbaa` as numbers; throws on anything else, because a wrong token is a bug. */
export function parseColor(color: string, alpha?: number): Rgba {
  const match = hexPattern.exec(color.trim());
  if (match === null) throw new Error(`not a #rrggbb colour: ${color}`);
  const rgb = Number.parseInt(match[1] ?? '', 16);
  const ownAlpha = match[2] === undefined ? 255 : Number.parseInt(match[2], 16);
  return [(rgb >> 16) & 255, (rgb >> 8) & 255, rgb & 255, alpha ?? ownAlpha];
}

/** The colour with another opacity (0–1), as CSS. */
export function withAlpha(color: string, opacity: number): string {
  const [red, green, blue] = parseColor(color);
  return `rgba(${red}, ${green}, ${blue}, ${opacity})`;
}

/** A colour between two: 0 is `from`, 1 is `to`. */
export function mixColors(from: string, to: string, share: number): string {
  const a = parseColor(from);
  const b = parseColor(to);
  const channel = (index: 0 | 1 | 2): string =>
    Math.round(a[index] + (b[index] - a[index]) * share)
      .toString(16)
      .padStart(2, '0');
  return `#${channel(0)}${channel(1)}${channel(2)}`;
}
