import { createFrameTask } from '../canvas/createFrameTask.ts';
import { boundedRatio } from '../canvas/pixelRatio.ts';
import { dotRadius, project, type Camera } from './camera.ts';
import type { MapLook } from './mapLook.ts';
import type { LiftMass } from './mapRenderer.ts';
import type { LiftStyle } from './mapTypes.ts';
import type { PlacedScene } from './placedScene.ts';

/** Above this many the abnormal ones are drawn anew four times a second instead of in every frame. */
const manyAbnormal = 300;
const calmDownMs = 250;

export interface OverlayInput {
  readonly host: HTMLElement;
  readonly look: MapLook;
  readonly styles: readonly LiftStyle[];
}

export interface MapOverlay {
  readonly setScene: (scene: PlacedScene) => void;
  readonly setLifts: (mass: LiftMass) => void;
  /** Which lifts are abnormal now. */
  readonly setAbnormal: (indices: ReadonlySet<number>) => void;
  readonly setMarked: (marked: { readonly selected: number; readonly hovered: number }) => void;
  readonly setCamera: (camera: Camera) => void;
  readonly resize: (width: number, height: number, ratio: number) => void;
  readonly destroy: () => void;
}

function traceShape(context: CanvasRenderingContext2D, shape: LiftStyle['shape'], x: number, y: number, radius: number): void {
  if (shape === 'diamond') {
    context.moveTo(x, y - radius);
    context.lineTo(x + radius, y);
    context.lineTo(x, y + radius);
    context.lineTo(x - radius, y);
    context.closePath();
  } else if (shape === 'triangle') {
    context.moveTo(x, y - radius);
    context.lineTo(x + radius * 0.95, y + radius * 0.8);
    context.lineTo(x - radius * 0.95, y + radius * 0.8);
    context.closePath();
  } else {
    context.moveTo(x + radius, y);
    context.arc(x, y, radius, 0, Math.PI * 2);
  }
}

/** What is small, bright or written, above either renderer: abnormal lifts in their shapes, names, selection. Stands still. */
export function createMapOverlay({ host, look, styles }: OverlayInput): MapOverlay {
  const canvas = document.createElement('canvas');
  canvas.className = 'ti-map__canvas';
  canvas.setAttribute('aria-hidden', 'true');
  host.append(canvas);
  const context = canvas.getContext('2d');
  let scene: PlacedScene | null = null;
  let mass: LiftMass | null = null;
  let abnormal: ReadonlySet<number> = new Set();
  let marked = { selected: -1, hovered: -1 };
  let camera: Camera | null = null;
  let ratio = 1;
  let isUrgent = true;
  let lastDrawnAtMs = Number.NEGATIVE_INFINITY;

  let kept: { readonly radius: number; readonly ratio: number; readonly sprites: readonly HTMLCanvasElement[] } | null = null;
  /** Each state's shape, drawn once a size: stamping a picture costs a tenth of tracing a path. */
  function spritesOf(radius: number): readonly HTMLCanvasElement[] {
    if (kept !== null && kept.radius === radius && kept.ratio === ratio) return kept.sprites;
    const sprites = styles.map((style) => {
      const sprite = document.createElement('canvas');
      sprite.width = Math.ceil((radius + 2) * 2 * ratio);
      sprite.height = sprite.width;
      const pen = sprite.getContext('2d');
      if (pen !== null) {
        pen.scale(sprite.width / (radius + 2) / 2, sprite.width / (radius + 2) / 2);
        pen.beginPath();
        traceShape(pen, style.shape, radius + 2, radius + 2, radius);
        pen.fillStyle = look.tones[style.tone];
        pen.strokeStyle = look.background;
        pen.lineWidth = 1.5;
        pen.fill();
        pen.stroke();
      }
      return sprite;
    });
    kept = { radius, ratio, sprites };
    return sprites;
  }

  const names = new Map<string, { readonly sprite: HTMLCanvasElement; readonly width: number; readonly height: number }>();
  /** A name as a picture: written once a sharpness, because writing with a halo in every frame of a flight is slow. */
  function nameOf(text: string, rank: 1 | 2, size: number): { readonly sprite: HTMLCanvasElement; readonly width: number; readonly height: number } {
    const key = `${ratio} ${rank} ${text}`;
    const known = names.get(key);
    if (known !== undefined) return known;
    const width = Math.ceil(text.length * size + 12);
    const height = size + 12;
    const sprite = document.createElement('canvas');
    sprite.width = Math.round(width * ratio);
    sprite.height = Math.round(height * ratio);
    const pen = sprite.getContext('2d');
    if (pen !== null) {
      pen.scale(sprite.width / width, sprite.height / height);
      pen.textAlign = 'center';
      pen.textBaseline = 'middle';
      pen.lineJoin = 'round';
      pen.font = `${rank === 1 ? 600 : 400} ${size}px ${look.fontFamily}`;
      pen.strokeStyle = look.background;
      pen.lineWidth = 3;
      pen.fillStyle = rank === 1 ? look.label : look.minorLabel;
      pen.strokeText(text, width / 2, height / 2);
      pen.fillText(text, width / 2, height / 2);
    }
    const made = { sprite, width, height };
    names.set(key, made);
    return made;
  }

  function drawNames(current: Camera): void {
    if (context === null || scene === null) return;
    const taken: { x: number; y: number; half: number }[] = [];
    for (const { text, x, y, rank } of scene.labels) {
      if (rank === 2 && current.scale < 0.11) continue;
      const [pixelX, pixelY] = project(current, x, y);
      const size = rank === 1 ? 15 : 12;
      const half = (text.length * size) / 2 + 6;
      const isOutside = pixelX < -half || pixelY < -20 || pixelX > current.width + half || pixelY > current.height + 20;
      if (isOutside || taken.some((other) => Math.abs(other.x - pixelX) < other.half + half && Math.abs(other.y - pixelY) < 20)) continue;
      taken.push({ x: pixelX, y: pixelY, half });
      const { sprite, width, height } = nameOf(text, rank, size);
      context.drawImage(sprite, Math.round((pixelX - width / 2) * ratio) / ratio, Math.round((pixelY - height / 2) * ratio) / ratio, width, height);
    }
  }

  function drawAbnormal(current: Camera, lifts: LiftMass): void {
    if (context === null) return;
    const radius = Math.max(4.5, dotRadius(current.scale, lifts.count) * 1.9);
    const sprites = spritesOf(radius);
    const half = radius + 2;
    for (const [state, sprite] of sprites.entries()) {
      for (const index of abnormal) {
        if (lifts.states[index] !== state) continue;
        const [x, y] = project(current, lifts.metres[index * 2] ?? 0, lifts.metres[index * 2 + 1] ?? 0);
        if (x < -half || y < -half || x > current.width + half || y > current.height + half) continue;
        context.drawImage(sprite, x - half, y - half, half * 2, half * 2);
      }
    }
  }

  function drawMarked(current: Camera, lifts: LiftMass): void {
    if (context === null) return;
    const radius = Math.max(7, dotRadius(current.scale, lifts.count) * 2 + 3);
    for (const [index, width] of [[marked.hovered, 1.25], [marked.selected, 2.5]] as const) {
      if (index < 0 || index >= lifts.count) continue;
      const [x, y] = project(current, lifts.metres[index * 2] ?? 0, lifts.metres[index * 2 + 1] ?? 0);
      context.beginPath();
      context.arc(x, y, radius, 0, Math.PI * 2);
      context.strokeStyle = look.selection;
      context.lineWidth = width;
      context.stroke();
    }
  }

  const task = createFrameTask((atMs) => {
    if (camera === null || context === null) return false;
    if (!isUrgent && abnormal.size > manyAbnormal && atMs - lastDrawnAtMs < calmDownMs) return true;
    isUrgent = false;
    lastDrawnAtMs = atMs;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, camera.width, camera.height);
    if (mass !== null) drawAbnormal(camera, mass);
    drawNames(camera);
    if (mass !== null) drawMarked(camera, mass);
    return false;
  });
  const drawSoon = (isNow: boolean): void => {
    isUrgent ||= isNow;
    task.schedule();
  };

  return {
    setScene: (next) => {
      scene = next;
      drawSoon(true);
    },
    setLifts: (next) => {
      mass = next;
      drawSoon(true);
    },
    setAbnormal: (indices) => {
      abnormal = indices;
      drawSoon(false);
    },
    setMarked: (next) => {
      marked = next;
      drawSoon(true);
    },
    setCamera: (next) => {
      camera = next;
      drawSoon(true);
    },
    resize: (width, height, wantedRatio) => {
      const next = boundedRatio(wantedRatio, width, height);
      names.clear();
      kept = null;
      ratio = next;
      canvas.width = Math.max(1, Math.round(width * ratio));
      canvas.height = Math.max(1, Math.round(height * ratio));
      drawSoon(true);
    },
    destroy: () => {
      task.cancel();
      canvas.width = 0;
      canvas.height = 0;
      canvas.remove();
    },
  };
}
