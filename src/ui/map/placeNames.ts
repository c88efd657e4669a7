import { project, type Camera } from './camera.ts';
import type { PlacedScene } from './placedScene.ts';
import type { Box } from './placeCallLabels.ts';

/** A name to be written, in layout pixels. */
export interface PlacedName {
  readonly text: string;
  readonly rank: 1 | 2;
  /** Its middle. */
  readonly x: number;
  readonly y: number;
  /** Of its type. */
  readonly size: number;
}

/** Communities' names are written from here on, in layout pixels a metre. */
const nearScale = 0.11;
/** A name and its halo above and below the middle. */
const halfHeight = 12;

/** Which names are written: only whole ones, in the part that no panel covers and clear of the legend, and none over another. */
export function placeNames(labels: PlacedScene['labels'], camera: Camera, legend: Box | null): readonly PlacedName[] {
  const { width, height, padding, scale } = camera;
  const placed: (PlacedName & { readonly half: number })[] = [];
  for (const { text, x: metresX, y: metresY, rank } of labels) {
    if (rank === 2 && scale < nearScale) continue;
    const [x, y] = project(camera, metresX, metresY);
    const size = rank === 1 ? 15 : 12;
    const half = (text.length * size) / 2 + 6;
    const isWhole = x - half >= padding.left && x + half <= width - padding.right && y - halfHeight >= padding.top && y + halfHeight <= height - padding.bottom;
    const isCovered = legend !== null && x - half < legend.right && x + half > legend.left && y - halfHeight < legend.bottom && y + halfHeight > legend.top;
    if (!isWhole || isCovered || placed.some((other) => Math.abs(other.x - x) < other.half + half && Math.abs(other.y - y) < 20)) continue;
    placed.push({ text, rank, x, y, size, half });
  }
  return placed;
}
