/** Marks nearer to each other than this (layout pixels) would lie on one another. */
const reach = 15;

export interface MarkGroups {
  /** For each marker the index of the one that represents it: itself, or an earlier one. */
  readonly leaders: readonly number[];
  /** For each marker how many it represents; 0 for one hidden behind another. */
  readonly sizes: readonly number[];
}

/** Calls from one building share a marker with their number: the first one's, so the worst stays on top. */
export function groupCallMarks(marks: readonly { readonly x: number; readonly y: number }[]): MarkGroups {
  const leaders: number[] = [];
  const sizes = marks.map(() => 0);
  for (const [index, { x, y }] of marks.entries()) {
    const found = marks.findIndex(
      (other, place) => place < index && leaders[place] === place && Math.hypot(other.x - x, other.y - y) < reach,
    );
    const leader = found < 0 ? index : found;
    leaders.push(leader);
    sizes[leader] = (sizes[leader] ?? 0) + 1;
  }
  return { leaders, sizes };
}
