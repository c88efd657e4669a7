import type { MapPadding } from './mapTypes.ts';

/**
 * The view of the map: a parallel projection from the south, so that a thing keeps its size wherever it is and panning or zooming is an exact
 * shift or stretch of the picture. Both renderers draw through this one camera.
 */
export interface Camera {
  /** The point (metres) in the middle of the picture's free part. */
  readonly x: number;
  readonly y: number;
  /** Layout pixels a metre. */
  readonly scale: number;
  readonly width: number;
  readonly height: number;
  /** Panels over the map's edges: the centre is the centre of the rest. */
  readonly padding: MapPadding;
}

/** The view looks down at this angle: 90 would be straight from above. */
export const elevationDeg = 54;
/** A metre northwards and a metre upwards, in metres on the picture. */
export const northShare = Math.sin((elevationDeg * Math.PI) / 180);
export const heightShare = Math.cos((elevationDeg * Math.PI) / 180);

/** The land is drawn as a slab so thick. */
export const landThicknessM = 260;

export interface MetreBounds {
  readonly minX: number;
  readonly minY: number;
  readonly maxX: number;
  readonly maxY: number;
}

export const maxScale = 2.4;

/** Returns the position of the camera's point in the picture. */
export function middleOf({ width, height, padding }: Camera): readonly [number, number] {
  return [
    padding.left + (width - padding.left - padding.right) / 2,
    padding.top + (height - padding.top - padding.bottom) / 2,
  ];
}

/** Metres (and metres above ground) to layout pixels. */
export function project(camera: Camera, x: number, y: number, heightM = 0): readonly [number, number] {
  const [middleX, middleY] = middleOf(camera);
  return [
    middleX + (x - camera.x) * camera.scale,
    middleY - ((y - camera.y) * northShare + heightM * heightShare) * camera.scale,
  ];
}

/** Layout pixels to metres on the ground. */
export function unproject(camera: Camera, pixelX: number, pixelY: number): readonly [x: number, y: number] {
  const [middleX, middleY] = middleOf(camera);
  return [camera.x + (pixelX - middleX) / camera.scale, camera.y - (pixelY - middleY) / (camera.scale * northShare)];
}

/** Moves the picture by this number of pixels, as a drag does. */
export function panBy(camera: Camera, pixelsX: number, pixelsY: number): Camera {
  return { ...camera, x: camera.x - pixelsX / camera.scale, y: camera.y + pixelsY / (camera.scale * northShare) };
}

/** Zooms by `factor`; what lies under the pixel stays there. */
export function zoomAt(camera: Camera, factor: number, pixelX: number, pixelY: number, minScale: number): Camera {
  const scale = Math.min(maxScale, Math.max(minScale, camera.scale * factor));
  const [x, y] = unproject(camera, pixelX, pixelY);
  const zoomed = { ...camera, scale };
  const [shownX, shownY] = project(zoomed, x, y);
  return panBy(zoomed, pixelX - shownX, pixelY - shownY);
}

/** The camera that shows all of `bounds` in the free part. */
export function fitBounds(camera: Camera, bounds: MetreBounds, margin = 0.06): Camera {
  const { padding, width, height } = camera;
  const freeWidth = Math.max(1, width - padding.left - padding.right);
  const freeHeight = Math.max(1, height - padding.top - padding.bottom);
  const spanX = Math.max(1, bounds.maxX - bounds.minX);
  const spanY = Math.max(1, (bounds.maxY - bounds.minY) * northShare);
  const scale = Math.min(maxScale, Math.min(freeWidth / spanX, freeHeight / spanY) * (1 - margin));
  return { ...camera, x: (bounds.minX + bounds.maxX) / 2, y: (bounds.minY + bounds.maxY) / 2, scale };
}

/** Keeps the camera's point within `bounds`, so that the city can never be lost. */
export function keepWithin(camera: Camera, bounds: MetreBounds): Camera {
  return {
    ...camera,
    x: Math.min(bounds.maxX, Math.max(bounds.minX, camera.x)),
    y: Math.min(bounds.maxY, Math.max(bounds.minY, camera.y)),
  };
}

export function boundsOf(metres: ArrayLike<number>): MetreBounds | null {
  if (metres.length < 2) return null;
  const bounds = {
    minX: Number.POSITIVE_INFINITY,
    minY: Number.POSITIVE_INFINITY,
    maxX: Number.NEGATIVE_INFINITY,
    maxY: Number.NEGATIVE_INFINITY,
  };
  for (let at = 0; at + 1 < metres.length; at += 2) {
    const x = metres[at] ?? 0;
    const y = metres[at + 1] ?? 0;
    if (x < bounds.minX) bounds.minX = x;
    if (x > bounds.maxX) bounds.maxX = x;
    if (y < bounds.minY) bounds.minY = y;
    if (y > bounds.maxY) bounds.maxY = y;
  }
  return bounds;
}

/** Returns the shift and scale by which a picture drawn for one camera fits another (CSS pixels). */
export function shiftBetween(
  drawn: Camera,
  shown: Camera,
): { readonly x: number; readonly y: number; readonly scale: number } {
  const scale = shown.scale / drawn.scale;
  const [drawnX, drawnY] = project(drawn, 0, 0);
  const [shownX, shownY] = project(shown, 0, 0);
  return { x: shownX - drawnX * scale, y: shownY - drawnY * scale, scale };
}

/** Columns are drawn larger than life from afar, otherwise a city's buildings would be specks. */
export function columnScale(pixelsPerMetre: number): { readonly footprint: number; readonly height: number } {
  const wanted = Math.min(3, Math.max(1, 0.14 / pixelsPerMetre));
  // In steps, so that a renderer that prepares its shapes does so rarely.
  const footprint = wanted >= 2.5 ? 3 : wanted >= 1.5 ? 2 : 1;
  return { footprint, height: Math.min(6, Math.max(1, 0.26 / pixelsPerMetre)) };
}

/** Layout pixels from a lift's middle to its edge: grows as the map comes nearer, shrinks when there are many. */
export function dotRadius(pixelsPerMetre: number, count: number): number {
  const base = count > 50_000 ? 1.1 : count > 10_000 ? 1.5 : 2.2;
  return Math.min(6, base + Math.max(0, Math.log2(pixelsPerMetre / 0.04)) * 0.7);
}
