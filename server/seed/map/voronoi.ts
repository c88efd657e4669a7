export type Point = readonly [lng: number, lat: number];
/** Not closed: the last point is followed by the first. */
export type Polygon = readonly Point[];

/** About one metre: points nearer than that are one. */
const step = 1e-5;
export const keyOf = ([lng, lat]: Point): string => `${Math.round(lng / step)},${Math.round(lat / step)}`;

/** The part of a convex outline that is nearer to each site than to any other, in the sites' order. */
export function voronoiCells(sites: readonly Point[], outline: Polygon): Polygon[] {
  return sites.map((site) => {
    let cell: Polygon = outline;
    for (const other of sites) if (other !== site) cell = nearerPart(cell, site, other);
    return cell;
  });
}

/** Cuts a convex polygon along the line midway between two points and keeps the side of the first. */
function nearerPart(polygon: Polygon, site: Point, other: Point): Polygon {
  const normal: Point = [other[0] - site[0], other[1] - site[1]];
  const middle: Point = [(site[0] + other[0]) / 2, (site[1] + other[1]) / 2];
  const sideOf = (point: Point) => (point[0] - middle[0]) * normal[0] + (point[1] - middle[1]) * normal[1];
  return polygon.flatMap((point, index): Point[] => {
    const next = polygon[(index + 1) % polygon.length] ?? point;
    const [here, there] = [sideOf(point), sideOf(next)];
    const kept = here <= 0 ? [point] : [];
    if (here < 0 === there < 0 || here === 0 || there === 0) return kept;
    const share = here / (here - there);
    return [...kept, [point[0] + (next[0] - point[0]) * share, point[1] + (next[1] - point[1]) * share]];
  });
}

export interface Edge {
  readonly from: Point;
  readonly to: Point;
}

/** The edges of a polygon in its own direction, without those shorter than a metre. */
function edgesOf(polygon: Polygon): Edge[] {
  return polygon
    .map((from, index): Edge => ({ from, to: polygon[(index + 1) % polygon.length] ?? from }))
    .filter(({ from, to }) => keyOf(from) !== keyOf(to));
}

/** The outer edges of cells taken together: where two of them touch, nothing is left. */
export function outerEdges(cells: readonly Polygon[]): Edge[] {
  const edges = new Map(cells.flatMap(edgesOf).map((edge) => [`${keyOf(edge.from)}>${keyOf(edge.to)}`, edge]));
  return [...edges.values()].filter(({ from, to }) => !edges.has(`${keyOf(to)}>${keyOf(from)}`));
}

/** Joins directed edges end to end into rings. */
export function ringsOf(edges: readonly Edge[]): Edge[][] {
  const left = new Map<string, Edge[]>();
  for (const edge of edges) left.set(keyOf(edge.from), [...(left.get(keyOf(edge.from)) ?? []), edge]);
  const rings: Edge[][] = [];
  for (const first of edges) {
    const ring: Edge[] = [];
    for (let edge = take(left, first.from, first); edge !== undefined; edge = take(left, edge.to)) ring.push(edge);
    if (ring.length > 2) rings.push(ring);
  }
  return rings;
}

function take(left: Map<string, Edge[]>, from: Point, wanted?: Edge): Edge | undefined {
  const edges = left.get(keyOf(from)) ?? [];
  const edge = wanted === undefined ? edges[0] : edges.find((candidate) => candidate === wanted);
  if (edge !== undefined)
    left.set(
      keyOf(from),
      edges.filter((candidate) => candidate !== edge),
    );
  return edge;
}
