/** A point of a signature, in the box that its strokes are written in. */
export interface Point {
  readonly x: number;
  readonly y: number;
}
export type Stroke = readonly Point[];

/** The box of a signature: what its coordinates are measured in. */
export const signatureBox = { width: 320, height: 160 } as const;
const mostLength = 4_096;

/** Points closer than this to the last one kept add nothing that a reader sees. */
const thinned = (stroke: Stroke, leastGap: number): Stroke => {
  const kept: Point[] = [];
  for (const [index, point] of stroke.entries()) {
    const last = kept.at(-1);
    const isEnd = index === stroke.length - 1;
    if (last === undefined || isEnd || Math.hypot(point.x - last.x, point.y - last.y) >= leastGap) kept.push(point);
  }
  return kept;
};

const textOf = (strokes: readonly Stroke[]): string =>
  strokes.map((stroke) => stroke.map(({ x, y }) => `${Math.round(x)},${Math.round(y)}`).join(' ')).join(';');

/** Pen strokes as a signature is kept, `x,y x,y;x,y …`: thinned out until it fits into 4 KB. Empty without any stroke. */
export function signatureText(strokes: readonly Stroke[]): string {
  const drawn = strokes.filter((stroke) => stroke.length > 1);
  for (let leastGap = 1.5; ; leastGap *= 1.5) {
    const text = textOf(drawn.map((stroke) => thinned(stroke, leastGap)));
    if (text.length <= mostLength) return text;
    // Hundreds of strokes that are points alone: what came first is the name.
    if (leastGap > signatureBox.width) return text.slice(0, text.lastIndexOf(';', mostLength));
  }
}

/** The strokes of a kept signature as an SVG path. */
export const signaturePath = (text: string): string =>
  text
    .split(';')
    .map((stroke) => stroke.trim())
    .filter((stroke) => stroke !== '')
    .map((stroke) => `M${stroke.split(/ +/).join('L')}`)
    .join('');
