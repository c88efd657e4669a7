export interface Point {
  readonly x: number;
  readonly y: number;
}
export type Stroke = readonly Point[];

/** The box in which a pad measures its points. */
export const padSize = { width: 320, height: 160 } as const;
/** The most that a signature may take as text. */
const mostChars = 4_096;

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

/**
 * Strokes as a signature is kept, `x,y x,y;x,y …`, in whole units of the pad and thinned out until they fit into 4 KB. Empty
 * without a line: dots belong to a signature and are none.
 */
export function toStrokeText(strokes: readonly Stroke[]): string {
  const drawn = strokes.filter((stroke) => stroke.length > 0);
  if (drawn.every((stroke) => stroke.length === 1)) return '';
  for (let leastGap = 1.5; ; leastGap *= 1.5) {
    const text = textOf(drawn.map((stroke) => thinned(stroke, leastGap)));
    if (text.length <= mostChars) return text;
    // Hundreds of strokes that are points alone: what came first is the name.
    if (leastGap > padSize.width) return text.slice(0, text.lastIndexOf(';', mostChars));
  }
}

/** The strokes of a text; what is no point is left out. */
export const fromStrokeText = (text: string): readonly Stroke[] =>
  text
    .split(';')
    .map((stroke) =>
      stroke
        .trim()
        .split(/\s+/)
        .flatMap((point): readonly Point[] => {
          const [, x, y] = /^(-?\d+(?:\.\d+)?),(-?\d+(?:\.\d+)?)$/.exec(point) ?? [];
          return x === undefined || y === undefined ? [] : [{ x: Number(x), y: Number(y) }];
        }),
    )
    .filter((stroke) => stroke.length > 0);

/** The points of a polyline. A dot is a line of no length, which a round pen draws. */
export const polylineOf = (stroke: Stroke): string =>
  (stroke.length === 1 ? [...stroke, ...stroke] : stroke).map(({ x, y }) => `${x},${y}`).join(' ');
