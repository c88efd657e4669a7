type Point = readonly [lng: number, lat: number];

/** About 300 m on every side, so that no lift stands on the line. */
const marginDegrees = 0.003;

/** The convex outline around the points with some margin, closed; a square around a single one. */
export function hullAround(points: readonly Point[], margin = marginDegrees): [number, number][] {
  // Growing only the corners gives the same outline: of a hundred thousand lifts they are a few dozen.
  const grown = cornersOf(points).flatMap(([lng, lat]) =>
    [-1, 1].flatMap((east) => [-1, 1].map((north): Point => [lng + east * margin, lat + north * margin])),
  );
  const ring = cornersOf(grown).map(([lng, lat]): [number, number] => [lng, lat]);
  const [first] = ring;
  return first === undefined ? [] : [...ring, [first[0], first[1]]];
}

/** The points that their convex outline turns at. */
export function cornersOf(points: readonly Point[]): readonly Point[] {
  if (points.length <= 1) return points;
  const sorted = points.toSorted((a, b) => a[0] - b[0] || a[1] - b[1]);
  // Andrew's monotone chain: first below, then above.
  return [...chain(sorted), ...chain(sorted.toReversed())];
}

function chain(points: readonly Point[]): Point[] {
  const kept: Point[] = [];
  for (const point of points) {
    for (
      let last = kept.at(-1), before = kept.at(-2);
      last !== undefined && before !== undefined && turn(before, last, point) <= 0;
      last = kept.at(-1), before = kept.at(-2)
    )
      kept.pop();
    kept.push(point);
  }
  return kept.slice(0, -1);
}

const turn = (a: Point, b: Point, c: Point): number => (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
