import { browserFrames, createFrameTask, type FrameClock } from '../canvas/createFrameTask.ts';
import { boundedRatio } from '../canvas/pixelRatio.ts';
import { dotRadius, middleOf, northShare, shiftBetween, type Camera } from './camera.ts';
import { DotRaster, outOfPicture } from './dotRaster.ts';
import { layerBeat } from './layerBeat.ts';
import { isAbnormal } from './mapLook.ts';
import { noLifts, type LiftMass, type MapRenderer, type MapRendererInput } from './mapRenderer.ts';
import { OnceQueue } from './onceQueue.ts';
import { paintScene } from './paintScene.ts';
import type { PlacedScene } from './placedScene.ts';
import { addShownPicture } from './shownPicture.ts';

/** The CPU paints every pixel: two 2560×1600 layers are what two slow cores keep up with. */
const maxPixels = 4_100_000;
/** Lifts rewritten per beat; the rest waits for the next, so that one second's changes never cause a long frame. */
const patchesABeat = 1000;

/** Between two drawings of a moving map. */
const leastPauseMs = 80;

function addCanvas(host: HTMLElement): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.className = 'ti-map__canvas';
  canvas.setAttribute('aria-hidden', 'true');
  host.append(canvas);
  return canvas;
}

/**
 * The map on 2D canvases, for machines without a hardware WebGL2: the city on one, the dots on another. While the map
 * moves, the drawn pictures are shifted and stretched by CSS (exact, because the projection is parallel) and redrawn
 * as often as a quarter of the time allows.
 */
export function createCanvasRenderer(
  { host, look, styles }: Omit<MapRendererInput, 'onLost'>,
  frames: FrameClock = browserFrames,
): MapRenderer {
  const city = addShownPicture(host, { className: 'ti-map__canvas', isOpaque: true });
  let sheet = new OffscreenCanvas(1, 1);
  let sheetContext = sheet.getContext('2d', { alpha: false });
  const dotCanvas = addCanvas(host);
  const dotContext = dotCanvas.getContext('2d', { willReadFrequently: true });
  let scene: PlacedScene | null = null;
  let mass: LiftMass = noLifts;
  let camera: Camera | null = null;
  let drawn: Camera | null = null;
  let ratio = 1;
  let raster = new DotRaster(1, 1);
  let image = new ImageData(raster.bytes, 1, 1);
  let pixelX = new Int16Array(0);
  let pixelY = new Int16Array(0);
  let isSceneDirty = true;
  let areDotsDirty = true;
  let lastCostMs = 0;
  let lastDrawnAtMs = Number.NEGATIVE_INFINITY;
  let lastBeat = Number.NEGATIVE_INFINITY;
  /** Lifts that wait to be written. */
  let waiting = new OnceQueue(0);

  function placeDots(current: Camera): void {
    const [middleX, middleY] = middleOf(current);
    const perX = current.scale * ratio;
    const perY = perX * northShare;
    const left = middleX * ratio - current.x * perX;
    const top = middleY * ratio + current.y * perY;
    const { width, height } = raster;
    const { metres, count } = mass;
    for (let index = 0; index < count; index += 1) {
      const x = Math.round(left + (metres[index * 2] ?? 0) * perX);
      const y = Math.round(top - (metres[index * 2 + 1] ?? 0) * perY);
      const isSeen = x >= 0 && y >= 0 && x < width && y < height;
      pixelX[index] = isSeen ? x : outOfPicture;
      pixelY[index] = isSeen ? y : outOfPicture;
    }
  }

  function drawDots(current: Camera): void {
    raster.setStyles(styles, ({ tone }) => look.tones[tone], dotRadius(current.scale, mass.count) * ratio);
    placeDots(current);
    raster.clear();
    const { states, count } = mass;
    for (let index = 0; index < count; index += 1)
      raster.paint(pixelX[index] ?? outOfPicture, pixelY[index] ?? outOfPicture, states[index] ?? 0);
    dotContext?.putImageData(image, 0, 0);
    waiting.clear();
  }

  function drawWaiting(): void {
    const { reach } = raster;
    const side = reach * 2 + 1;
    for (let written = 0; written < patchesABeat; written += 1) {
      const index = waiting.take();
      if (index < 0) break;
      const x = pixelX[index] ?? outOfPicture;
      const y = pixelY[index] ?? outOfPicture;
      if (raster.paint(x, y, mass.states[index] ?? 0))
        dotContext?.putImageData(image, 0, 0, x - reach, y - reach, side, side);
    }
  }

  function drawScene(current: Camera): void {
    // The pixels are lost for a moment: the whole map is redrawn when they are back.
    if (sheetContext === null || sheetContext.isContextLost()) return;
    sheetContext.setTransform(ratio, 0, 0, ratio, 0, 0);
    sheetContext.fillStyle = look.background;
    sheetContext.fillRect(0, 0, current.width, current.height);
    if (scene !== null) paintScene(sheetContext, current, scene, look);
    city.show(sheet);
  }

  function applyShift(): void {
    if (drawn === null || camera === null) return;
    const { x, y, scale } = shiftBetween(drawn, camera);
    const isStill = Math.abs(x) < 0.01 && Math.abs(y) < 0.01 && Math.abs(scale - 1) < 1e-6;
    const transform = isStill ? '' : `translate(${x}px, ${y}px) scale(${scale})`;
    for (const canvas of [city.canvas, dotCanvas]) canvas.style.transform = transform;
  }

  const task = createFrameTask((atMs) => {
    if (camera === null || camera.width === 0) return false;
    const hasMoved = drawn !== camera;
    if (hasMoved || isSceneDirty || areDotsDirty) {
      // While it moves, the shifted picture is shown most of the time. What copying costs the browser afterwards cannot be
      // measured here, so there is a minimum pause besides the one derived from our own share.
      if (
        hasMoved &&
        drawn !== null &&
        !isSceneDirty &&
        atMs - lastDrawnAtMs < Math.max(leastPauseMs, Math.min(400, lastCostMs * 4))
      )
        return true;
      const startMs = performance.now();
      if (hasMoved || isSceneDirty) drawScene(camera);
      drawDots(camera);
      drawn = camera;
      isSceneDirty = false;
      areDotsDirty = false;
      applyShift();
      lastCostMs = performance.now() - startMs;
      lastDrawnAtMs = atMs;
      return false;
    }
    if (waiting.size === 0) return false;
    const beat = layerBeat(atMs);
    if (beat !== lastBeat) {
      lastBeat = beat;
      drawWaiting();
    }
    return waiting.size > 0;
  }, frames);

  return {
    kind: 'canvas',
    setScene: (next) => {
      scene = next;
      isSceneDirty = true;
      task.schedule();
    },
    setLifts: (next) => {
      mass = next;
      pixelX = new Int16Array(next.count).fill(outOfPicture);
      pixelY = new Int16Array(next.count).fill(outOfPicture);
      waiting = new OnceQueue(next.count);
      areDotsDirty = true;
      task.schedule();
    },
    patchLifts: (indices, count) => {
      for (let place = 0; place < count; place += 1) {
        const index = indices[place] ?? 0;
        if (!isAbnormal(styles[mass.states[index] ?? 0])) waiting.add(index);
      }
      if (waiting.size > 0) task.schedule();
    },
    setCamera: (next) => {
      camera = next;
      applyShift();
      task.schedule();
    },
    resize: (width, height, wantedRatio) => {
      ratio = boundedRatio(wantedRatio, width, height, maxPixels);
      const pixelWidth = Math.max(1, Math.round(width * ratio));
      const pixelHeight = Math.max(1, Math.round(height * ratio));
      if (pixelWidth !== raster.width || pixelHeight !== raster.height) {
        dotCanvas.width = pixelWidth;
        dotCanvas.height = pixelHeight;
        raster = new DotRaster(pixelWidth, pixelHeight);
        image = new ImageData(raster.bytes, pixelWidth, pixelHeight);
      }
      // A new sheet, because a lost one need not come back.
      city.resize(pixelWidth, pixelHeight);
      sheet = new OffscreenCanvas(pixelWidth, pixelHeight);
      sheetContext = sheet.getContext('2d', { alpha: false });
      isSceneDirty = true;
      areDotsDirty = true;
      task.schedule();
    },
    destroy: () => {
      task.cancel();
      city.destroy();
      // Releases the pixels immediately instead of at the next garbage collection.
      dotCanvas.width = 0;
      dotCanvas.height = 0;
      dotCanvas.remove();
    },
  };
}
