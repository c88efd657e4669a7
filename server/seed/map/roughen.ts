import { seededRandom } from '../../runtime/random.ts';
import { keyOf, type Edge, type Point } from './voronoi.ts';

export interface Roughness {
  /** The swing of a bend, as a share of the length. */
  readonly roughness: number;
  /** The number of times that a line is bent in its middle, and its halves again. */
  readonly depth: number;
}

/** A straight edge made as irregular as a border on the ground. Both who share the edge get the same line. */
export function roughen({ from, to }: Edge, { roughness, depth }: Roughness): Point[] {
  const isForward = keyOf(from) < keyOf(to);
  const [a, b] = isForward ? [from, to] : [to, from];
  const line = bend(a, b, roughness, depth);
  return isForward ? line : line.toReversed();
}

function bend(a: Point, b: Point, roughness: number, depth: number): Point[] {
  if (depth === 0) return [a, b];
  const random = seededRandom(seedOf(`${keyOf(a)}|${keyOf(b)}`));
  const swing = (random.next() - 0.5) * 2 * roughness;
  const share = 0.42 + random.next() * 0.16;
  const middle: Point = [
    a[0] + (b[0] - a[0]) * share - (b[1] - a[1]) * swing,
    a[1] + (b[1] - a[1]) * share + (b[0] - a[0]) * swing,
  ];
  return [...bend(a, middle, roughness, depth - 1).slice(0, -1), ...bend(middle, b, roughness, depth - 1)];
}

/** FNV-1a */
function seedOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return hash >>> 0;
}
