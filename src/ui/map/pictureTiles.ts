import type { DrawnPicture, PaintPart } from './drawnPicture.ts';
import { OnceQueue } from './onceQueue.ts';
import type { Box } from './placeCallLabels.ts';
import { addShownPicture, type ShownPicture } from './shownPicture.ts';

/** A tile's side in device pixels: a mark fits in, and a change costs little more than itself. */
const leastSide = 128;
/** Larger pictures get larger tiles instead of more. */
const mostTiles = 160;

/** The tiles into which a picture is cut, row by row; those at the right and below may hang over. */
export interface TilePlan {
  readonly side: number;
  readonly columns: number;
  readonly count: number;
}

export function planTiles(width: number, height: number): TilePlan {
  const side = Math.max(leastSide, Math.ceil(Math.sqrt((width * height) / mostTiles)));
  const columns = Math.ceil(width / side);
  return { side, columns, count: columns * Math.ceil(height / side) };
}

/** The tiles that contain a part of the picture (device pixels). */
export function tilesIn({ left, top, right, bottom }: Box, { side, columns, count }: TilePlan): readonly number[] {
  const found: number[] = [];
  for (
    let row = Math.max(0, Math.floor(top / side));
    row <= Math.min(count / columns - 1, Math.floor(bottom / side));
    row += 1
  ) {
    for (
      let column = Math.max(0, Math.floor(left / side));
      column <= Math.min(columns - 1, Math.floor(right / side));
      column += 1
    )
      found.push(row * columns + column);
  }
  return found;
}

interface Tile {
  readonly shown: ShownPicture;
  isBlank: boolean;
}

/**
 * A picture in tiles, for drawing by the CPU: a change costs a part of the picture and not all of it, and what did not
 * change is not copied when something else on the page does.
 */
export function createPictureTiles(host: HTMLElement): DrawnPicture {
  const layer = document.createElement('div');
  layer.className = 'ti-map__tiles';
  host.append(layer);
  let tiles: Tile[] = [];
  let plan = planTiles(1, 1);
  let ratio = 1;
  let marked = new OnceQueue(1);
  let sheet = new OffscreenCanvas(1, 1);
  let context = sheet.getContext('2d');

  const markAll = (): void => {
    for (let tile = 0; tile < plan.count; tile += 1) marked.add(tile);
  };

  function drawTile(place: number, pen: OffscreenCanvasRenderingContext2D, paint: PaintPart): void {
    const tile = tiles[place];
    if (tile === undefined) return;
    const { side, columns } = plan;
    const left = (place % columns) * side;
    const top = Math.floor(place / columns) * side;
    pen.setTransform(ratio, 0, 0, ratio, -left, -top);
    const isBlank = !paint(pen, {
      left: left / ratio,
      top: top / ratio,
      right: (left + side) / ratio,
      bottom: (top + side) / ratio,
    });
    // Nothing in nothing's place: most tiles of a quiet city.
    if (!isBlank || !tile.isBlank) tile.shown.show(sheet);
    tile.isBlank = isBlank;
  }

  return {
    get count() {
      return plan.count;
    },
    resize: (width, height, nextRatio) => {
      ratio = nextRatio;
      const pixelWidth = Math.max(1, Math.round(width * ratio));
      const pixelHeight = Math.max(1, Math.round(height * ratio));
      plan = planTiles(pixelWidth, pixelHeight);
      const { side, columns, count } = plan;
      for (const { shown } of tiles.splice(count)) shown.destroy();
      tiles = Array.from({ length: count }, (_, place) => {
        const known = tiles[place];
        const shown = known?.shown ?? addShownPicture(layer, { className: 'ti-map__tile', isOpaque: false });
        shown.resize(side, side);
        shown.canvas.style.left = `${(place % columns) * side}px`;
        shown.canvas.style.top = `${Math.floor(place / columns) * side}px`;
        // It may still show what it showed before.
        return { shown, isBlank: known?.isBlank ?? true };
      });
      // Laid out in device pixels: a tile that began between two of them would be blurred.
      layer.style.width = `${pixelWidth}px`;
      layer.style.height = `${pixelHeight}px`;
      layer.style.transform = `scale(${width / pixelWidth}, ${height / pixelHeight})`;
      // A new sheet, because a lost one need not come back.
      sheet = new OffscreenCanvas(side, side);
      context = sheet.getContext('2d');
      marked = new OnceQueue(count);
      markAll();
    },
    mark: ({ left, top, right, bottom }) => {
      for (const tile of tilesIn(
        { left: left * ratio, top: top * ratio, right: right * ratio, bottom: bottom * ratio },
        plan,
      ))
        marked.add(tile);
    },
    markAll,
    draw: (most, paint) => {
      // Without its pixels for a moment: it is drawn when they are back.
      if (context === null || context.isContextLost()) return marked.size > 0;
      for (let drawn = 0; drawn < most && marked.size > 0; drawn += 1) drawTile(marked.take(), context, paint);
      return marked.size > 0;
    },
    destroy: () => {
      for (const { shown } of tiles.splice(0)) shown.destroy();
      layer.remove();
    },
  };
}
