/** The size the wall is drawn for; everything on it is laid out in these pixels. */
const wallDesign = { width: 1920, height: 1080 } as const;

/** The widest ratio that the drawn wall may take instead of 16:9 before bars stay free: a video wall of 6656×1792 is 3.7:1. */
const widest = 4;
const narrowest = 4 / 3;

export interface WallFit {
  /** One factor for the whole picture. */
  readonly scale: number;
  /** The wall's layout size: 1920 wide or 1080 high, and more in the other direction where the display has it. */
  readonly width: number;
  readonly height: number;
  /** Free bars, in the display's CSS pixels. */
  readonly left: number;
  readonly top: number;
}

/** Scales the wall as a whole into a display, and widens or heightens its layout instead of leaving bars where that is sensible. */
export function fitWall(viewWidth: number, viewHeight: number): WallFit {
  if (viewWidth <= 0 || viewHeight <= 0) return { scale: 1, ...wallDesign, left: 0, top: 0 };
  const scale = Math.min(viewWidth / wallDesign.width, viewHeight / wallDesign.height);
  const width = Math.min(viewWidth / scale, wallDesign.height * widest);
  const height = Math.min(viewHeight / scale, wallDesign.width / narrowest);
  return {
    scale,
    width: Math.round(width),
    height: Math.round(height),
    left: (viewWidth - width * scale) / 2,
    top: (viewHeight - height * scale) / 2,
  };
}
