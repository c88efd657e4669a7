import { parseColor } from '../canvas/parseColor.ts';
import type { LiftStyle } from './mapTypes.ts';

/** A dot's pixels around its middle: offsets and how far each is covered (1–255). */
export interface Stamp {
  readonly reach: number;
  readonly offsetsX: Int8Array;
  readonly offsetsY: Int8Array;
  readonly coverage: Uint8Array;
}

/** The pixels of a disc, or of a ring, of `radius` device pixels, with soft edges. */
export function makeStamp(radius: number, isRing: boolean): Stamp {
  const reach = Math.ceil(radius + 0.5);
  const inner = isRing ? radius - Math.max(1, radius * 0.38) : 0;
  const pixels: [number, number, number][] = [];
  for (let y = -reach; y <= reach; y += 1) {
    for (let x = -reach; x <= reach; x += 1) {
      const distance = Math.hypot(x, y);
      const outside = Math.min(1, Math.max(0, radius + 0.5 - distance));
      const inside = inner > 0 ? Math.min(1, Math.max(0, distance - inner + 0.5)) : 1;
      const covered = Math.round(outside * inside * 255);
      if (covered > 16) pixels.push([x, y, covered]);
    }
  }
  return {
    reach,
    offsetsX: Int8Array.from(pixels, ([x]) => x),
    offsetsY: Int8Array.from(pixels, ([, y]) => y),
    coverage: Uint8Array.from(pixels, ([, , covered]) => covered),
  };
}

/** Device pixels at which a lift is drawn; this value means "not in the picture". */
export const outOfPicture = -32_768;

/**
 * Dots written straight into pixels: a hundred thousand cost a few milliseconds on a CPU, and one of them can be written
 * redrawn in place without touching its neighbours.
 */
export class DotRaster {
  readonly width: number;
  readonly height: number;
  readonly bytes: Uint8ClampedArray<ArrayBuffer>;
  readonly #pixels: Uint32Array;
  #stamps: readonly Stamp[] = [];
  #colors: Uint32Array = new Uint32Array(0);

  constructor(width: number, height: number) {
    this.width = width;
    this.height = height;
    this.bytes = new Uint8ClampedArray(width * height * 4);
    this.#pixels = new Uint32Array(this.bytes.buffer);
  }

  /** Sets the style of each state: its colour and shape at `radius` device pixels. */
  setStyles(styles: readonly LiftStyle[], colorOf: (style: LiftStyle) => string, radius: number): void {
    const disc = makeStamp(radius, false);
    const ring = makeStamp(radius, true);
    this.#stamps = styles.map(({ shape }) => (shape === 'ring' ? ring : disc));
    this.#colors = Uint32Array.from(styles, (style) => {
      const [red, green, blue] = parseColor(colorOf(style));
      // Little-endian RGBA without its alpha, which the coverage gives.
      return (blue << 16) | (green << 8) | red;
    });
  }

  clear(): void {
    this.#pixels.fill(0);
  }

  /** The distance that a dot reaches from its middle. */
  get reach(): number {
    return this.#stamps[0]?.reach ?? 0;
  }

  /** Writes one dot; false when it would cross the picture's edge or its state has no style. */
  paint(x: number, y: number, state: number): boolean {
    const stamp = this.#stamps[state];
    if (stamp === undefined) return false;
    const { reach, offsetsX, offsetsY, coverage } = stamp;
    if (x < reach || y < reach || x >= this.width - reach || y >= this.height - reach) return false;
    const color = this.#colors[state] ?? 0;
    const pixels = this.#pixels;
    const middle = y * this.width + x;
    for (let index = 0; index < coverage.length; index += 1) {
      const at = middle + (offsetsY[index] ?? 0) * this.width + (offsetsX[index] ?? 0);
      const covered = coverage[index] ?? 0;
      // A soft edge never eats into a neighbour's middle; the same dot written again replaces itself.
      if (covered >= (pixels[at] ?? 0) >>> 24) pixels[at] = ((covered << 24) | color) >>> 0;
    }
    return true;
  }
}
