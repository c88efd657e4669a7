import { project, type Camera } from './camera.ts';
import type { PlacedScene } from './placedScene.ts';
import { overlaps, type Box } from './placeCallLabels.ts';

/** A name to be written, in layout pixels. */
export interface PlacedName {
  readonly text: string;
  readonly rank: 1 | 2;
  /** Its middle. */
  readonly x: number;
  readonly y: number;
  /** The size of its type. */
  readonly size: number;
}

/** Communities' names are written from here on, in layout pixels a metre. */
const nearScale = 0.11;
/** A name and its halo above and below the middle. */
const halfHeight = 12;

/** Returns the names to write: only complete ones, in the area without panels, clear of anything else over the map and of each other. */
export function placeNames(
  labels: PlacedScene['labels'],
  camera: Camera,
  covered: readonly Box[],
): readonly PlacedName[] {
  const { width, height, padding, scale } = camera;
  const placed: (PlacedName & { readonly half: number })[] = [];
  for (const { text, x: metresX, y: metresY, rank } of labels) {
    if (rank === 2 && scale < nearScale) continue;
    const [x, y] = project(camera, metresX, metresY);
    const size = rank === 1 ? 15 : 12;
    const half = (text.length * size) / 2 + 6;
    const box: Box = { left: x - half, top: y - halfHeight, right: x + half, bottom: y + halfHeight };
    const isWhole =
      box.left >= padding.left &&
      box.right <= width - padding.right &&
      box.top >= padding.top &&
      box.bottom <= height - padding.bottom;
    if (
      !isWhole ||
      covered.some((other) => overlaps(box, other)) ||
      placed.some((other) => Math.abs(other.x - x) < other.half + half && Math.abs(other.y - y) < 20)
    )
      continue;
    placed.push({ text, rank, x, y, size, half });
  }
  return placed;
}
