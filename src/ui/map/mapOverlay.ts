import { createFrameTask } from '../canvas/createFrameTask.ts';
import { boundedRatio } from '../canvas/pixelRatio.ts';
import { legendGap } from './callMarks.ts';
import { dotRadius, project, type Camera } from './camera.ts';
import type { DrawnPicture, Pen } from './drawnPicture.ts';
import { layerBeat } from './layerBeat.ts';
import type { MapLook } from './mapLook.ts';
import type { LiftMass, MapRendererKind } from './mapRenderer.ts';
import type { LiftStyle } from './mapTypes.ts';
import { createOverlaySprites, spriteHalf, type Sprite } from './overlaySprites.ts';
import { createPicturePage } from './picturePage.ts';
import { createPictureTiles } from './pictureTiles.ts';
import type { Box } from './placeCallLabels.ts';
import type { PlacedScene } from './placedScene.ts';
import { placeNames, type PlacedName } from './placeNames.ts';

/** Changes all over the picture are drawn within this number of beats. */
const beatsForAll = 5;

export interface OverlayInput {
  readonly host: HTMLElement;
  readonly look: MapLook;
  readonly styles: readonly LiftStyle[];
}

export interface MapOverlay {
  /** Sets the renderer that draws the mass below, and so the page. */
  readonly setRenderer: (kind: MapRendererKind) => void;
  readonly setScene: (scene: PlacedScene) => void;
  readonly setLifts: (mass: LiftMass) => void;
  /** Sets the abnormal lifts; the owner changes the set and reports the changes. */
  readonly setAbnormal: (indices: ReadonlySet<number>) => void;
  /** This lift became abnormal, is so no more, or in another way. */
  readonly patchAbnormal: (index: number) => void;
  readonly setMarked: (marked: { readonly selected: number; readonly hovered: number }) => void;
  readonly setCamera: (camera: Camera) => void;
  /** Sets the size of the legend in the lower left corner; 0 without one. */
  readonly setLegend: (width: number, height: number) => void;
  /** Sets the boxes of calls and their words over the map (layout pixels): no name is written under them. */
  readonly setCalls: (boxes: readonly Box[]) => void;
  readonly resize: (width: number, height: number, ratio: number) => void;
  readonly destroy: () => void;
}

/** An abnormal lift's and a mark's middle to their edges, in layout pixels. */
const abnormalRadius = ({ scale }: Camera, { count }: LiftMass): number => Math.max(4.5, dotRadius(scale, count) * 1.9);
const markRadius = ({ scale }: Camera, { count }: LiftMass): number => Math.max(7, dotRadius(scale, count) * 2 + 3);
const markWidth = { hovered: 1.25, selected: 2.5 } as const;

const isSameBox = (a: Box, b: Box | undefined): boolean =>
  a.left === b?.left && a.top === b.top && a.right === b.right && a.bottom === b.bottom;

/** Returns true if something around a point reaches into a part of the picture. */
const isNear = (
  x: number,
  y: number,
  halfWidth: number,
  halfHeight: number,
  { left, top, right, bottom }: Box,
): boolean => x + halfWidth > left && x - halfWidth < right && y + halfHeight > top && y - halfHeight < bottom;

/** Draws everything small, bright or written above either renderer: abnormal lifts in their shapes, names, selection. Stands still. */
export function createMapOverlay({ host, look, styles }: OverlayInput): MapOverlay {
  const layer = document.createElement('div');
  layer.className = 'ti-map__overlay';
  host.append(layer);
  let kind: MapRendererKind = 'webgl';
  let picture: DrawnPicture = createPicturePage(layer);
  let size = { width: 0, height: 0 };
  const sprites = createOverlaySprites(look, styles);
  let scene: PlacedScene | null = null;
  let mass: LiftMass | null = null;
  let abnormal: ReadonlySet<number> = new Set();
  let marked = { selected: -1, hovered: -1 };
  let camera: Camera | null = null;
  let legend = { width: 0, height: 0 };
  let calls: readonly Box[] = [];
  let ratio = 1;
  let isUrgent = true;
  let lastBeat = Number.NEGATIVE_INFINITY;

  let placedNames: readonly PlacedName[] | null = null;
  function namesOf(current: Camera): readonly PlacedName[] {
    const {
      padding: { left, bottom },
      height,
    } = current;
    const foot = height - bottom - legendGap;
    const legends =
      legend.width === 0
        ? []
        : [{ left: left + legendGap, top: foot - legend.height, right: left + legendGap + legend.width, bottom: foot }];
    placedNames ??= placeNames(scene?.labels ?? [], current, [...legends, ...calls]);
    return placedNames;
  }

  /** The abnormal lifts in the picture, in the order in which they are drawn. */
  let seenX = new Float64Array(64);
  let seenY = new Float64Array(64);
  let seenState = new Uint8Array(64);
  let seenCount = 0;
  function gatherAbnormal(current: Camera, { states, metres }: LiftMass, half: number): void {
    if (seenX.length < abnormal.size) {
      seenX = new Float64Array(abnormal.size * 2);
      seenY = new Float64Array(abnormal.size * 2);
      seenState = new Uint8Array(abnormal.size * 2);
    }
    const picture: Box = { left: 0, top: 0, right: current.width, bottom: current.height };
    seenCount = 0;
    for (const state of styles.keys()) {
      for (const index of abnormal) {
        if (states[index] !== state) continue;
        const [x, y] = project(current, metres[index * 2] ?? 0, metres[index * 2 + 1] ?? 0);
        if (!isNear(x, y, half, half, picture)) continue;
        seenX[seenCount] = x;
        seenY[seenCount] = y;
        seenState[seenCount] = state;
        seenCount += 1;
      }
    }
  }

  // Each of these returns whether it has something in this part of the picture.

  function drawAbnormal(pen: Pen, shapes: readonly Sprite[], half: number, part: Box): boolean {
    let isSeen = false;
    for (let place = 0; place < seenCount; place += 1) {
      const x = seenX[place] ?? 0;
      const y = seenY[place] ?? 0;
      const shape = shapes[seenState[place] ?? 0];
      if (shape === undefined || !isNear(x, y, half, half, part)) continue;
      isSeen = true;
      pen.drawImage(shape.canvas, x - half, y - half, shape.width, shape.height);
    }
    return isSeen;
  }

  function drawNames(pen: Pen, names: readonly PlacedName[], part: Box): boolean {
    let isSeen = false;
    for (const name of names) {
      const { canvas, width, height } = sprites.ofName(name);
      // A pixel more, because names are moved to whole pixels.
      if (!isNear(name.x, name.y, width / 2 + 1 / ratio, height / 2 + 1 / ratio, part)) continue;
      isSeen = true;
      pen.drawImage(
        canvas,
        Math.round((name.x - width / 2) * ratio) / ratio,
        Math.round((name.y - height / 2) * ratio) / ratio,
        width,
        height,
      );
    }
    return isSeen;
  }

  function drawMarked(pen: Pen, current: Camera, lifts: LiftMass, part: Box): boolean {
    const radius = markRadius(current, lifts);
    let isSeen = false;
    for (const kind of ['hovered', 'selected'] as const) {
      const index = marked[kind];
      if (index < 0 || index >= lifts.count) continue;
      const [x, y] = project(current, lifts.metres[index * 2] ?? 0, lifts.metres[index * 2 + 1] ?? 0);
      if (!isNear(x, y, radius + markWidth[kind], radius + markWidth[kind], part)) continue;
      isSeen = true;
      pen.beginPath();
      pen.arc(x, y, radius, 0, Math.PI * 2);
      pen.strokeStyle = look.selection;
      pen.lineWidth = markWidth[kind];
      pen.stroke();
    }
    return isSeen;
  }

  /** The marks around a lift have changed. */
  function touch(index: number, halfOf: (current: Camera, lifts: LiftMass) => number): void {
    if (camera === null || mass === null || index < 0 || index >= mass.count) return;
    const [x, y] = project(camera, mass.metres[index * 2] ?? 0, mass.metres[index * 2 + 1] ?? 0);
    const half = halfOf(camera, mass);
    picture.mark({ left: x - half, top: y - half, right: x + half, bottom: y + half });
  }

  const task = createFrameTask((atMs) => {
    if (camera === null) return false;
    const beat = layerBeat(atMs);
    if (!isUrgent && beat === lastBeat) return true;
    const most = isUrgent ? picture.count : Math.ceil(picture.count / beatsForAll);
    isUrgent = false;
    lastBeat = beat;
    const current = camera;
    const lifts = mass;
    const names = namesOf(current);
    const radius = lifts === null ? 0 : abnormalRadius(current, lifts);
    const half = spriteHalf(radius);
    if (lifts !== null) gatherAbnormal(current, lifts, half);
    return picture.draw(most, (pen, part) => {
      const hasAbnormal = lifts !== null && drawAbnormal(pen, sprites.ofStates(radius), half, part);
      const hasNames = drawNames(pen, names, part);
      const hasMarked = lifts !== null && drawMarked(pen, current, lifts, part);
      return hasAbnormal || hasNames || hasMarked;
    });
  });
  const drawUrgently = (): void => {
    isUrgent = true;
    task.schedule();
  };
  const drawAll = (): void => {
    picture.markAll();
    drawUrgently();
  };

  return {
    setRenderer: (next) => {
      if (next === kind) return;
      kind = next;
      picture.destroy();
      picture = kind === 'canvas' ? createPictureTiles(layer) : createPicturePage(layer);
      picture.resize(size.width, size.height, ratio);
      drawUrgently();
    },
    setScene: (next) => {
      scene = next;
      placedNames = null;
      drawAll();
    },
    setLifts: (next) => {
      mass = next;
      drawAll();
    },
    setAbnormal: (indices) => {
      abnormal = indices;
      drawAll();
    },
    patchAbnormal: (index) => {
      touch(index, (current, lifts) => spriteHalf(abnormalRadius(current, lifts)));
      task.schedule();
    },
    setMarked: (next) => {
      for (const index of [marked.selected, marked.hovered, next.selected, next.hovered])
        touch(index, (current, lifts) => markRadius(current, lifts) + markWidth.selected);
      marked = next;
      drawUrgently();
    },
    setCamera: (next) => {
      camera = next;
      placedNames = null;
      drawAll();
    },
    setLegend: (width, height) => {
      legend = { width, height };
      placedNames = null;
      drawAll();
    },
    setCalls: (boxes) => {
      if (boxes.length === calls.length && boxes.every((box, place) => isSameBox(box, calls[place]))) return;
      calls = boxes;
      placedNames = null;
      drawAll();
    },
    resize: (width, height, wantedRatio) => {
      ratio = boundedRatio(wantedRatio, width, height);
      size = { width, height };
      sprites.reset(ratio);
      picture.resize(width, height, ratio);
      drawUrgently();
    },
    destroy: () => {
      task.cancel();
      picture.destroy();
      layer.remove();
    },
  };
}
