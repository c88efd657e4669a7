import { boundsOf } from './camera.ts';

/** Finds the lifts around a point among many: the lifts sorted into squares, once. */
export interface LiftGrid {
  /** The indices of the lifts within reach, in no order. Lengths in metres. */
  readonly within: (x: number, y: number, reachM: number) => readonly number[];
}

/** Sorts lifts (metres in pairs) into squares that hold about four each. */
export function buildLiftGrid(metres: Float32Array, count: number): LiftGrid {
  const bounds = boundsOf(metres.subarray(0, count * 2));
  if (bounds === null) return { within: () => [] };
  const { minX, minY, maxX, maxY } = bounds;
  const side = Math.max(1, Math.sqrt(((maxX - minX + 1) * (maxY - minY + 1) * 4) / count));
  const columns = Math.floor((maxX - minX) / side) + 1;
  const rows = Math.floor((maxY - minY) / side) + 1;
  const cellOf = (x: number, y: number): number =>
    Math.floor((y - minY) / side) * columns + Math.floor((x - minX) / side);
  // Counting sort: where each square's lifts begin, then the lifts themselves.
  const starts = new Uint32Array(columns * rows + 1);
  for (let index = 0; index < count; index += 1) {
    const cell = cellOf(metres[index * 2] ?? 0, metres[index * 2 + 1] ?? 0);
    starts[cell + 1] = (starts[cell + 1] ?? 0) + 1;
  }
  for (let cell = 0; cell < columns * rows; cell += 1) starts[cell + 1] = (starts[cell + 1] ?? 0) + (starts[cell] ?? 0);
  const next = starts.slice();
  const sorted = new Uint32Array(count);
  for (let index = 0; index < count; index += 1) {
    const cell = cellOf(metres[index * 2] ?? 0, metres[index * 2 + 1] ?? 0);
    const place = next[cell] ?? 0;
    sorted[place] = index;
    next[cell] = place + 1;
  }
  return {
    within: (x, y, reachM) => {
      const fromColumn = Math.max(0, Math.floor((x - reachM - minX) / side));
      const toColumn = Math.min(columns - 1, Math.floor((x + reachM - minX) / side));
      const fromRow = Math.max(0, Math.floor((y - reachM - minY) / side));
      const toRow = Math.min(rows - 1, Math.floor((y + reachM - minY) / side));
      const found: number[] = [];
      for (let row = fromRow; row <= toRow; row += 1) {
        for (
          let place = starts[row * columns + fromColumn] ?? 0;
          place < (starts[row * columns + toColumn + 1] ?? 0);
          place += 1
        ) {
          const index = sorted[place] ?? 0;
          if (((metres[index * 2] ?? 0) - x) ** 2 + ((metres[index * 2 + 1] ?? 0) - y) ** 2 <= reachM * reachM)
            found.push(index);
        }
      }
      return found;
    },
  };
}
