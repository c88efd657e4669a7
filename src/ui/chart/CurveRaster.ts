import { parseColor, type Rgba } from '../canvas/parseColor.ts';
import { firstSampleAt, type CurveSamples } from './curveSource.ts';

/** A lane's rectangle in device pixels and the values at its edges. */
export interface CurveFrame {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  readonly fromMs: number;
  readonly toMs: number;
  readonly min: number;
  readonly max: number;
}

export interface CurveStyle {
  readonly color: string;
  /** Line width in device pixels. */
  readonly thickness: number;
  /** A state that holds until the next. */
  readonly isStep: boolean;
  /** Filled towards zero. */
  readonly isArea: boolean;
}

/** Samples further apart than this are not joined: what happened between is not known. */
const gapMs = 30_000;
const areaAlpha = 40;

/**
 * Curves written straight into pixels, column by column from the lowest to the highest value in it: no peak is lost
 * however many samples share a column, and an update costs a fraction of stroking a path on a CPU.
 */
export class CurveRaster {
  readonly width: number;
  readonly height: number;
  readonly bytes: Uint8ClampedArray<ArrayBuffer>;
  readonly #pixels: Uint32Array;
  /** The curve's upper and lower edge in each column (y grows downwards); NaN where there is none. */
  readonly #highs: Float32Array;
  readonly #lows: Float32Array;

  constructor(width: number, height: number) {
    this.width = width;
    this.height = height;
    this.bytes = new Uint8ClampedArray(width * height * 4);
    this.#pixels = new Uint32Array(this.bytes.buffer);
    this.#highs = new Float32Array(width);
    this.#lows = new Float32Array(width);
  }

  clear(): void {
    this.#pixels.fill(0);
  }

  /** A level line one pixel high. */
  rule(y: number, fromX: number, toX: number, color: string): void {
    if (y < 0 || y >= this.height) return;
    this.#pixels.fill(
      pack(parseColor(color)),
      y * this.width + Math.max(0, fromX),
      y * this.width + Math.min(this.width, toX),
    );
  }

  /** Draws one series of `samples` into `frame`. */
  curve(samples: CurveSamples, series: number, frame: CurveFrame, style: CurveStyle): void {
    const values = samples.values[series];
    if (values === undefined || frame.toMs <= frame.fromMs) return;
    this.#trace(samples, values, frame, style.isStep);
    this.#paint(frame, style);
  }

  /** Finds each column's lowest and highest point. */
  #trace({ timesMs, length }: CurveSamples, values: Float32Array, frame: CurveFrame, isStep: boolean): void {
    this.#highs.fill(Number.NaN);
    this.#lows.fill(Number.NaN);
    const perMs = frame.width / (frame.toMs - frame.fromMs);
    const span = frame.max - frame.min || 1;
    let lastMs = Number.NEGATIVE_INFINITY;
    let lastX = 0;
    let lastY = Number.NaN;
    // One sample before the window, so that the curve enters from its edge.
    for (let index = Math.max(0, firstSampleAt(timesMs, length, frame.fromMs) - 1); index < length; index += 1) {
      const atMs = timesMs[index] ?? 0;
      if (atMs > frame.toMs) break;
      const value = values[index] ?? Number.NaN;
      const x = frame.left + (atMs - frame.fromMs) * perMs;
      const y = frame.top + frame.height * (1 - Math.min(1, Math.max(0, (value - frame.min) / span)));
      if (Number.isNaN(y)) {
        lastY = Number.NaN;
        continue;
      }
      if (Number.isNaN(lastY) || atMs - lastMs > gapMs) this.#touch(frame, x, y, y);
      else if (isStep) {
        this.#join(frame, lastX, lastY, x, lastY);
        this.#touch(frame, x, lastY, y);
      } else this.#join(frame, lastX, lastY, x, y);
      lastMs = atMs;
      lastX = x;
      lastY = y;
    }
  }

  /** Widens the columns between two points by the straight line that joins them. */
  #join(frame: CurveFrame, fromX: number, fromY: number, toX: number, toY: number): void {
    const slope = toX > fromX ? (toY - fromY) / (toX - fromX) : 0;
    const first = Math.max(frame.left, Math.floor(fromX));
    const last = Math.min(frame.left + frame.width - 1, Math.floor(toX));
    for (let column = first; column <= last; column += 1) {
      const enter = fromY + (Math.max(fromX, column) - fromX) * slope;
      const leave = fromY + (Math.min(toX, column + 1) - fromX) * slope;
      this.#touch(frame, column, enter, leave);
    }
    if (last === Math.floor(toX)) this.#touch(frame, toX, toY, toY);
  }

  #touch(frame: CurveFrame, x: number, oneY: number, otherY: number): void {
    const column = Math.floor(x);
    if (column < frame.left || column >= frame.left + frame.width || column >= this.width) return;
    const high = Math.min(oneY, otherY);
    const low = Math.max(oneY, otherY);
    const known = this.#highs[column] ?? Number.NaN;
    // Written so that NaN (nothing yet) gives way.
    this.#highs[column] = known <= high ? known : high;
    const knownLow = this.#lows[column] ?? Number.NaN;
    this.#lows[column] = knownLow >= low ? knownLow : low;
  }

  #paint(frame: CurveFrame, { color, thickness, isArea }: CurveStyle): void {
    const rgb = pack(parseColor(color, 0));
    // Filled towards zero, or towards the edge that is nearer to it.
    const zero = Math.min(frame.max, Math.max(frame.min, 0));
    const base = Math.round(frame.top + frame.height * (1 - (zero - frame.min) / (frame.max - frame.min || 1)));
    const half = thickness / 2;
    const right = Math.min(this.width, frame.left + frame.width);
    for (let column = frame.left; column < right; column += 1) {
      const high = this.#highs[column] ?? Number.NaN;
      if (Number.isNaN(high)) continue;
      const low = this.#lows[column] ?? high;
      this.#span(column, high - half, low + half, rgb, 255);
      // A steep line would be one pixel wide: its neighbours give it the breadth of a level one.
      if (low - high > thickness)
        for (let beside = 1, left = thickness - 1; left > 0 && column + beside < right; beside += 1, left -= 1)
          this.#span(column + beside, high, low, rgb, Math.min(1, left) * 255);
      if (isArea) this.#span(column, Math.min(base, Math.ceil(low)), Math.max(base, Math.floor(high)), rgb, areaAlpha);
    }
  }

  /** A column's pixels from `top` to `bottom`, its ends covered in part. */
  #span(column: number, top: number, bottom: number, rgb: number, alpha: number): void {
    for (let y = Math.max(0, Math.floor(top)); y < Math.min(this.height, Math.ceil(bottom)); y += 1) {
      const covered = Math.min(y + 1, bottom) - Math.max(y, top);
      this.#blend(y * this.width + column, rgb, Math.round(covered * alpha));
    }
  }

  /** Lets the greater coverage win: a line is not dulled by an area or a rule below it. */
  #blend(at: number, rgb: number, alpha: number): void {
    if (alpha >= (this.#pixels[at] ?? 0) >>> 24) this.#pixels[at] = ((alpha << 24) | rgb) >>> 0;
  }
}

/** A colour as the canvas keeps it: little-endian RGBA. */
function pack([red, green, blue, alpha]: Rgba): number {
  return ((alpha << 24) | (blue << 16) | (green << 8) | red) >>> 0;
}
