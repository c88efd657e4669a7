import type { Box } from './placeCallLabels.ts';

/** Space that a pointer needs around its middle, in layout pixels: its arrow may point downwards. */
const inset = 26;
/** Pointers nearer to each other than this would lie on one another. */
const reach = 44;

/** A pointer on the free part's edge at marks that lie outside of it. */
export interface EdgePoint {
  readonly x: number;
  readonly y: number;
  /** The direction, clockwise from the right of the picture, -180 to 180. */
  readonly angleDeg: number;
  /** The number of markers that it represents; 0 for one that another pointer covers. */
  readonly size: number;
  /** The index of the mark whose pointer represents this one: itself, or an earlier one. */
  readonly leader: number;
}

export const isInside = (
  { x, y }: { readonly x: number; readonly y: number },
  { left, top, right, bottom }: Box,
): boolean => x >= left && y >= top && x <= right && y <= bottom;

/**
 * For each mark outside of `free` its place on the edge, on the way from the middle; marks that are pointed at from one place
 * share the first one's. `footHeight` of the free part is the legend's. Null without room.
 */
export function pointAtOutside(
  marks: readonly { readonly x: number; readonly y: number }[],
  free: Box,
  footHeight = 0,
): readonly EdgePoint[] | null {
  const [halfX, halfY] = [(free.right - free.left) / 2 - inset, (free.bottom - free.top - footHeight) / 2 - inset];
  if (halfX <= 0 || halfY <= 0) return null;
  const [middleX, middleY] = [(free.left + free.right) / 2, free.top + inset + halfY];
  const points = marks.map(({ x, y }) => {
    const [dx, dy] = [x - middleX, y - middleY];
    const share = Math.min(1, halfX / Math.max(Math.abs(dx), 1e-9), halfY / Math.max(Math.abs(dy), 1e-9));
    return { x: middleX + dx * share, y: middleY + dy * share, angleDeg: (Math.atan2(dy, dx) * 180) / Math.PI };
  });
  const leaders: number[] = [];
  const sizes = points.map(() => 0);
  for (const [index, { x, y }] of points.entries()) {
    const found = points.findIndex(
      (other, place) => place < index && leaders[place] === place && Math.hypot(other.x - x, other.y - y) < reach,
    );
    const leader = found < 0 ? index : found;
    leaders.push(leader);
    sizes[leader] = (sizes[leader] ?? 0) + 1;
  }
  return points.map((point, index) => ({ ...point, size: sizes[index] ?? 0, leader: leaders[index] ?? index }));
}

const directions = ['东', '东南', '南', '西南', '西', '西北', '北', '东北'] as const;
/** An angle of the picture, whose top is north, in words. */
export const directionWord = (angleDeg: number): string => directions[(Math.round(angleDeg / 45) + 8) % 8] ?? '东';
