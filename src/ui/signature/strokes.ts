export interface Point {
  readonly x: number;
  readonly y: number;
}
export type Stroke = readonly Point[];

/** The most that a signature may take as text. */
export const mostSignatureChars = 4_096;

/** Strokes as `x,y x,y;x,y …`, in whole units of the pad. */
export const toStrokeText = (strokes: readonly Stroke[]): string =>
  strokes
    .filter((stroke) => stroke.length > 0)
    .map((stroke) => stroke.map(({ x, y }) => `${Math.round(x)},${Math.round(y)}`).join(' '))
    .join(';');

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
