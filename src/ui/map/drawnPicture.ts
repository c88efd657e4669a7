import type { Box } from './placeCallLabels.ts';

export type Pen = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;

/** Draws what can be seen in a part of the picture (layout pixels), anything beyond it is clipped; returns whether there was something. */
export type PaintPart = (pen: Pen, part: Box) => boolean;

/** A transparent picture in one or many parts; only the parts that changed are redrawn. */
export interface DrawnPicture {
  /** Parts. */
  readonly count: number;
  /** Another size: all has to be drawn. */
  readonly resize: (width: number, height: number, ratio: number) => void;
  /** Something changed here (layout pixels). */
  readonly mark: (box: Box) => void;
  readonly markAll: () => void;
  /** Draws at most this number of marked parts, the longest marked first; returns whether some are left. */
  readonly draw: (most: number, paint: PaintPart) => boolean;
  readonly destroy: () => void;
}
