import { boundsOf, type MetreBounds } from './camera.ts';
import type { LngLat, MapArea, MapLine, MapScene } from './mapTypes.ts';
import { planeAt, toMetres, type Plane } from './plane.ts';

/** A column on the flat sheet: its footprint's four corners counter-clockwise around (x, y), before any enlarging. */
export interface PlacedColumn {
  readonly x: number;
  readonly y: number;
  /** Corner offsets in metres: x0, y0, … x3, y3. */
  readonly corners: readonly number[];
  readonly heightM: number;
}

/** A scene in metres, ready to be drawn by either renderer. */
export interface PlacedScene {
  readonly plane: Plane;
  readonly areas: readonly { readonly kind: MapArea['kind']; readonly points: Float32Array }[];
  readonly lines: readonly { readonly kind: MapLine['kind']; readonly points: Float32Array }[];
  /** From the north to the south, so that nearer ones cover farther ones. */
  readonly columns: readonly PlacedColumn[];
  readonly labels: readonly { readonly text: string; readonly x: number; readonly y: number; readonly rank: 1 | 2 }[];
  /** Around the land, otherwise around everything; null if the scene is empty. */
  readonly bounds: MetreBounds | null;
}

function placePath(plane: Plane, path: readonly LngLat[]): Float32Array {
  const points = new Float32Array(path.length * 2);
  for (const [index, [lng, lat]] of path.entries()) points.set(toMetres(plane, lng, lat), index * 2);
  return points;
}

/** Turns a scene from degrees to metres, once. */
export function placeScene(scene: MapScene): PlacedScene {
  const plane = planeAt(scene.center);
  const areas = scene.areas.map(({ kind, outline }) => ({ kind, points: placePath(plane, outline) }));
  const columns = scene.columns.map(({ lng, lat, widthM, depthM, heightM, angleDeg = 0 }) => {
    const [x, y] = toMetres(plane, lng, lat);
    const cos = Math.cos((angleDeg * Math.PI) / 180);
    const sin = Math.sin((angleDeg * Math.PI) / 180);
    const corners = [
      [-1, -1],
      [1, -1],
      [1, 1],
      [-1, 1],
    ].flatMap(([east = 0, north = 0]) => {
      const acrossX = (east * widthM) / 2;
      const alongY = (north * depthM) / 2;
      return [acrossX * cos - alongY * sin, acrossX * sin + alongY * cos];
    });
    return { x, y, corners, heightM };
  });
  columns.sort((a, b) => b.y - a.y);
  const land = areas.filter(({ kind }) => kind === 'land');
  const framed = (land.length > 0 ? land : areas).flatMap(({ points }) => [...points]);
  return {
    plane,
    areas,
    lines: scene.lines.map(({ kind, path }) => ({ kind, points: placePath(plane, path) })),
    columns,
    labels: scene.labels.map(({ text, lng, lat, rank }) => {
      const [x, y] = toMetres(plane, lng, lat);
      return { text, x, y, rank };
    }),
    bounds: boundsOf(framed) ?? boundsOf(columns.flatMap(({ x, y }) => [x, y])),
  };
}
