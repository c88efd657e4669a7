import type { MapLook } from './mapLook.ts';
import type { LiftStyle } from './mapTypes.ts';
import type { PlacedName } from './placeNames.ts';

/** A picture drawn once and stamped often, and its size in layout pixels. */
export interface Sprite {
  readonly canvas: HTMLCanvasElement;
  readonly width: number;
  readonly height: number;
}

export interface OverlaySprites {
  /** Each state's shape: stamping a picture costs a tenth of tracing a path. */
  readonly ofStates: (radius: number) => readonly Sprite[];
  /** A name: writing with a halo in every frame of a flight is slow. */
  readonly ofName: (name: PlacedName) => Sprite;
  /** Redraws all of them at this number of device pixels per layout pixel. */
  readonly reset: (ratio: number) => void;
}

/** From the middle of a state's shape to the edge of its picture. */
export const spriteHalf = (radius: number): number => radius + 2;

function traceShape(
  context: CanvasRenderingContext2D,
  shape: LiftStyle['shape'],
  x: number,
  y: number,
  radius: number,
): void {
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

export function createOverlaySprites(look: MapLook, styles: readonly LiftStyle[]): OverlaySprites {
  let ratio = 1;
  let shapes: { readonly radius: number; readonly sprites: readonly Sprite[] } | null = null;
  const names = new Map<string, Sprite>();

  function drawShape({ shape, tone }: LiftStyle, radius: number): Sprite {
    const half = spriteHalf(radius);
    const canvas = document.createElement('canvas');
    canvas.width = Math.ceil(half * 2 * ratio);
    canvas.height = canvas.width;
    const pen = canvas.getContext('2d');
    if (pen !== null) {
      pen.scale(canvas.width / half / 2, canvas.width / half / 2);
      pen.beginPath();
      traceShape(pen, shape, half, half, radius);
      pen.fillStyle = look.tones[tone];
      pen.strokeStyle = look.background;
      pen.lineWidth = 1.5;
      pen.fill();
      pen.stroke();
    }
    return { canvas, width: half * 2, height: half * 2 };
  }

  function drawName({ text, rank, size }: PlacedName): Sprite {
    const width = Math.ceil(text.length * size + 12);
    const height = size + 12;
    const canvas = document.createElement('canvas');
    canvas.width = Math.round(width * ratio);
    canvas.height = Math.round(height * ratio);
    const pen = canvas.getContext('2d');
    if (pen !== null) {
      pen.scale(canvas.width / width, canvas.height / height);
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
    return { canvas, width, height };
  }

  return {
    ofStates: (radius) => {
      if (shapes?.radius !== radius) shapes = { radius, sprites: styles.map((style) => drawShape(style, radius)) };
      return shapes.sprites;
    },
    ofName: (name) => {
      const key = `${name.rank} ${name.text}`;
      const known = names.get(key) ?? drawName(name);
      names.set(key, known);
      return known;
    },
    reset: (next) => {
      ratio = next;
      shapes = null;
      names.clear();
    },
  };
}
