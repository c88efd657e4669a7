import { columnScale, heightShare, landThicknessM, northShare, project, type Camera } from './camera.ts';
import type { MapLook } from './mapLook.ts';
import type { PlacedColumn, PlacedScene } from './placedScene.ts';

/** Above this many columns in the picture they are drawn in three strokes of the brush instead of one by one. */
const singleColumns = 3000;

function tracePoints(context: OffscreenCanvasRenderingContext2D, camera: Camera, points: Float32Array): void {
  for (let at = 0; at + 1 < points.length; at += 2) {
    const [x, y] = project(camera, points[at] ?? 0, points[at + 1] ?? 0);
    if (at === 0) context.moveTo(x, y);
    else context.lineTo(x, y);
  }
}

function paintAreas(
  context: OffscreenCanvasRenderingContext2D,
  camera: Camera,
  { areas }: PlacedScene,
  look: MapLook,
): void {
  for (const { kind, points } of areas) {
    context.beginPath();
    tracePoints(context, camera, points);
    context.closePath();
    if (kind === 'land') {
      // Faint outlines and a visible lower side: the city stands out from the dark without being bright.
      for (const [width, color] of look.landGlow) {
        context.lineWidth = width;
        context.strokeStyle = color;
        context.stroke();
      }
      context.save();
      context.translate(0, landThicknessM * heightShare * camera.scale);
      context.beginPath();
      tracePoints(context, camera, points);
      context.closePath();
      context.fillStyle = look.landSide;
      context.fill();
      context.restore();
      context.beginPath();
      tracePoints(context, camera, points);
      context.closePath();
    }
    context.fillStyle = look.areas[kind];
    context.fill();
    if (kind === 'land' || kind === 'district') {
      context.lineWidth = kind === 'land' ? 1.5 : 1;
      context.strokeStyle = kind === 'land' ? look.landEdge : look.districtEdge;
      context.setLineDash(kind === 'land' ? [] : [5, 5]);
      context.stroke();
      context.setLineDash([]);
    }
  }
}

const lineWidths = { major: 1.6, minor: 1, rail: 1.2 } as const;

function paintLines(
  context: OffscreenCanvasRenderingContext2D,
  camera: Camera,
  { lines }: PlacedScene,
  look: MapLook,
): void {
  const widening = Math.min(3, Math.max(1, camera.scale / 0.1));
  for (const kind of ['minor', 'major', 'rail'] as const) {
    context.beginPath();
    for (const line of lines) if (line.kind === kind) tracePoints(context, camera, line.points);
    context.strokeStyle = look.lines[kind];
    context.lineWidth = lineWidths[kind] * widening;
    context.setLineDash(kind === 'rail' ? [6, 4] : []);
    context.stroke();
  }
  context.setLineDash([]);
}

type Face = 'front' | 'side' | 'top';

/** Traces one face of a column: its roof, the walls that look more south than east or west, or the other seen walls. */
function traceFace(context: OffscreenCanvasRenderingContext2D, camera: Camera, column: PlacedColumn, face: Face): void {
  const { footprint, height } = columnScale(camera.scale);
  const [middleX, middleY] = project(camera, column.x, column.y);
  const rise = column.heightM * height * heightShare * camera.scale;
  const stretch = footprint * camera.scale;
  const cornerX = (corner: number): number => middleX + (column.corners[(corner % 4) * 2] ?? 0) * stretch;
  const cornerY = (corner: number): number =>
    middleY - (column.corners[(corner % 4) * 2 + 1] ?? 0) * stretch * northShare;
  if (face === 'top') {
    context.moveTo(cornerX(0), cornerY(0) - rise);
    for (let corner = 1; corner < 4; corner += 1) context.lineTo(cornerX(corner), cornerY(corner) - rise);
    context.closePath();
    return;
  }
  for (let corner = 0; corner < 4; corner += 1) {
    const alongX = (column.corners[((corner + 1) % 4) * 2] ?? 0) - (column.corners[corner * 2] ?? 0);
    const alongY = (column.corners[((corner + 1) % 4) * 2 + 1] ?? 0) - (column.corners[corner * 2 + 1] ?? 0);
    // The wall's outward side is (alongY, -alongX): seen when it looks south.
    if (alongX <= 0 || Math.abs(alongY) > alongX === (face === 'front')) continue;
    context.moveTo(cornerX(corner), cornerY(corner));
    context.lineTo(cornerX(corner + 1), cornerY(corner + 1));
    context.lineTo(cornerX(corner + 1), cornerY(corner + 1) - rise);
    context.lineTo(cornerX(corner), cornerY(corner) - rise);
    context.closePath();
  }
}

function paintColumns(
  context: OffscreenCanvasRenderingContext2D,
  camera: Camera,
  { columns }: PlacedScene,
  look: MapLook,
): void {
  const margin = 80;
  const seen = columns.filter(({ x, y }) => {
    const [pixelX, pixelY] = project(camera, x, y);
    return (
      pixelX > -margin && pixelX < camera.width + margin && pixelY > -margin && pixelY < camera.height + 4 * margin
    );
  });
  const colors: Readonly<Record<Face, string>> = {
    front: look.columnFront,
    side: look.columnSide,
    top: look.columnTop,
  };
  const paint = (painted: readonly PlacedColumn[], face: Face): void => {
    context.beginPath();
    for (const column of painted) traceFace(context, camera, column, face);
    context.fillStyle = colors[face];
    context.fill();
    if (face === 'top' && camera.scale > 0.2) {
      context.strokeStyle = look.columnEdge;
      context.lineWidth = 1;
      context.stroke();
    }
  };
  if (seen.length > singleColumns) for (const face of ['side', 'front', 'top'] as const) paint(seen, face);
  else for (const column of seen) for (const face of ['side', 'front', 'top'] as const) paint([column], face);
}

/** Draws ground, roads and buildings. The context is in layout pixels. */
export function paintScene(
  context: OffscreenCanvasRenderingContext2D,
  camera: Camera,
  scene: PlacedScene,
  look: MapLook,
): void {
  context.lineJoin = 'round';
  paintAreas(context, camera, scene, look);
  paintLines(context, camera, scene, look);
  paintColumns(context, camera, scene, look);
}
