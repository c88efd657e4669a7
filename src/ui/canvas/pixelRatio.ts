/** A canvas keeps at most this many pixels: a 4K wall drawn by the CPU is sharp enough at this size. */
const maxCanvasPixels = 8_300_000;

/** Device pixels for one layout pixel of `element`, counting the display's scaling and every CSS transform around it. */
export function pixelRatioOf(element: HTMLElement): number {
  const layoutWidth = element.offsetWidth;
  const shownWidth = element.getBoundingClientRect().width;
  const transformScale = layoutWidth > 0 && shownWidth > 0 ? shownWidth / layoutWidth : 1;
  return transformScale * window.devicePixelRatio;
}

/** A ratio that keeps `width` × `height` layout pixels within `maxPixels` device pixels, and never below 1:2. */
export function boundedRatio(ratio: number, width: number, height: number, maxPixels = maxCanvasPixels): number {
  const area = width * height;
  if (area <= 0) return 1;
  return Math.max(0.5, Math.min(ratio, Math.sqrt(maxPixels / area)));
}
