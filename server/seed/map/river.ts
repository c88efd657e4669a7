import { keyOf, type Edge, type Point, type Polygon } from './voronoi.ts';

/** About 130 m from bank to bank at its source, twice that at its mouth. */
const narrowDegrees = 0.0006;
const wideDegrees = 0.0013;

/** The longest of the shortest ways along the borders from one side of the city to another: a river that divides the districts. */
export function riverCourse(borders: readonly Edge[], isOnOutline: (point: Point) => boolean): Point[] {
  const neighbours = new Map<string, Map<string, number>>();
  const points = new Map<string, Point>();
  for (const { from, to } of borders) {
    for (const [a, b] of [
      [from, to],
      [to, from],
    ] as const) {
      points.set(keyOf(a), a);
      const known = neighbours.get(keyOf(a)) ?? new Map<string, number>();
      neighbours.set(keyOf(a), known.set(keyOf(b), Math.hypot(a[0] - b[0], a[1] - b[1])));
    }
  }
  const gates = [...points]
    .filter(([, point]) => isOnOutline(point))
    .map(([key]) => key)
    .toSorted();
  let best: { readonly lengthDegrees: number; readonly keys: readonly string[] } = { lengthDegrees: 0, keys: [] };
  for (const gate of gates) {
    for (const way of shortestWays(gate, neighbours, gates)) if (way.lengthDegrees > best.lengthDegrees) best = way;
  }
  return best.keys.map((key) => points.get(key)).filter((point) => point !== undefined);
}

/** Dijkstra; the graph has some dozens of points. */
function shortestWays(
  start: string,
  neighbours: ReadonlyMap<string, ReadonlyMap<string, number>>,
  goals: readonly string[],
) {
  const lengths = new Map([[start, 0]]);
  const before = new Map<string, string>();
  const open = new Set([start]);
  while (open.size > 0) {
    const [here = start] = [...open].toSorted((a, b) => (lengths.get(a) ?? 0) - (lengths.get(b) ?? 0));
    open.delete(here);
    for (const [next, length] of neighbours.get(here) ?? []) {
      const way = (lengths.get(here) ?? 0) + length;
      if (way >= (lengths.get(next) ?? Number.POSITIVE_INFINITY)) continue;
      lengths.set(next, way);
      before.set(next, here);
      open.add(next);
    }
  }
  return goals
    .filter((goal) => lengths.has(goal))
    .map((goal) => {
      const keys = [goal];
      for (let key = before.get(goal); key !== undefined; key = before.get(key)) keys.unshift(key);
      return { lengthDegrees: lengths.get(goal) ?? 0, keys };
    });
}

/** The water between its banks, closed: rounded bends, wider towards the mouth. */
export function riverBanks(course: readonly Point[]): Polygon {
  const line = rounded(rounded(course));
  const bank = (side: 1 | -1) =>
    line.map((point, index): Point => {
      const [before, after] = [line[index - 1] ?? point, line[index + 1] ?? point];
      const length = Math.hypot(after[0] - before[0], after[1] - before[1]);
      const half = (narrowDegrees + ((wideDegrees - narrowDegrees) * index) / line.length) * side;
      return length === 0
        ? point
        : [point[0] - ((after[1] - before[1]) / length) * half, point[1] + ((after[0] - before[0]) / length) * half];
    });
  return [...bank(1), ...bank(-1).toReversed()];
}

/** Chaikin's corner cutting, the ends kept. */
function rounded(line: readonly Point[]): Point[] {
  const [first] = line;
  const last = line.at(-1);
  if (first === undefined || last === undefined) return [];
  const cut = line.slice(1).flatMap((to, index): Point[] => {
    const from = line[index] ?? to;
    return [
      [from[0] * 0.75 + to[0] * 0.25, from[1] * 0.75 + to[1] * 0.25],
      [from[0] * 0.25 + to[0] * 0.75, from[1] * 0.25 + to[1] * 0.75],
    ];
  });
  return [first, ...cut, last];
}
