/** A step around a circle that leaves no part of it unvisited for long. */
const goldenSection = 0.618;

/**
 * The same items, beginning with another one in each round. Writing to a thousand sockets takes many milliseconds, and
 * nobody should always be the last to ring.
 */
export function turnOrder<Item>(items: Iterable<Item>, round: number): readonly Item[] {
  const all = [...items];
  const first = Math.floor(((round * goldenSection) % 1) * all.length);
  return [...all.slice(first), ...all.slice(0, first)];
}
