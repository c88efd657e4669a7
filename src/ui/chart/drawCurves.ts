import { formatClockTime } from '../time/formatTime.ts';
import type { ChartTheme } from './chartTheme.ts';
import type { ChartTone } from './chartTypes.ts';
import type { CurveSamples } from './curveSource.ts';
import { CurveRaster, type CurveFrame } from './CurveRaster.ts';

export interface CurveSeries {
  readonly name: string;
  readonly tone: ChartTone;
  /** A state that lasts until the next one, such as a door's; otherwise values are joined. */
  readonly isStep?: boolean;
  readonly isArea?: boolean;
}

/** A strip with its own scale; lanes are stacked over one time axis. */
export interface CurveLane {
  readonly label: string;
  readonly min: number;
  readonly max: number;
  readonly ticks: readonly { readonly value: number; readonly label: string }[];
  /** The indices of the series drawn here. */
  readonly series: readonly number[];
  /** Its share of the height; 1 by default. */
  readonly weight?: number;
}

export interface CurvePicture {
  readonly lanes: readonly CurveLane[];
  readonly series: readonly CurveSeries[];
  readonly windowMs: number;
}

const axisHeight = 18;
const labelWidth = 44;
const laneGap = 12;
const headHeight = 16;
const lineWidth = 1.75;

/** Returns the place of each lane in a picture of `width` × `height`. */
export function frameLanes(
  { lanes, windowMs }: CurvePicture,
  width: number,
  height: number,
  toMs: number,
): CurveFrame[] {
  const weights = lanes.map(({ weight = 1 }) => weight);
  const total = weights.reduce((sum, weight) => sum + weight, 0) || 1;
  const free = Math.max(0, height - axisHeight - headHeight * lanes.length - laneGap * (lanes.length - 1));
  let top = headHeight;
  return lanes.map(({ min, max }, index) => {
    const laneHeight = (free * (weights[index] ?? 1)) / total;
    const frame = {
      left: labelWidth,
      top,
      width: Math.max(1, width - labelWidth - 6),
      height: laneHeight,
      fromMs: toMs - windowMs,
      toMs,
      min,
      max,
    };
    top += laneHeight + laneGap + headHeight;
    return frame;
  });
}

/** A round step for the time axis: about five marks in the window. */
export function timeStepMs(windowMs: number): number {
  const steps = [10_000, 30_000, 60_000, 120_000, 300_000, 600_000, 1_800_000, 3_600_000];
  return steps.find((step) => windowMs / step <= 6) ?? 7_200_000;
}

/** A picture's pixels, kept between updates of one size. */
export interface CurveSurface {
  readonly context: CanvasRenderingContext2D;
  /** Layout pixels. */
  readonly width: number;
  readonly height: number;
  /** Device pixels a layout pixel. */
  readonly ratio: number;
  readonly raster: CurveRaster;
  readonly image: ImageData;
}

/** Makes the canvas as large as it is shown, with pixels of its own. */
export function makeSurface(
  canvas: HTMLCanvasElement,
  width: number,
  height: number,
  ratio: number,
): CurveSurface | null {
  canvas.width = Math.max(1, Math.round(width * ratio));
  canvas.height = Math.max(1, Math.round(height * ratio));
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (context === null) return null;
  const raster = new CurveRaster(canvas.width, canvas.height);
  return { context, width, height, ratio, raster, image: new ImageData(raster.bytes, canvas.width, canvas.height) };
}

function toDevice(frame: CurveFrame, ratio: number): CurveFrame {
  return {
    ...frame,
    left: Math.round(frame.left * ratio),
    top: frame.top * ratio,
    width: Math.floor(frame.width * ratio),
    height: frame.height * ratio,
  };
}

const yOfTick = (lane: CurveLane, frame: CurveFrame, value: number): number =>
  frame.top + frame.height * (1 - (value - lane.min) / (lane.max - lane.min || 1));

function writeScale(context: CanvasRenderingContext2D, lane: CurveLane, frame: CurveFrame): void {
  context.textAlign = 'left';
  context.fillText(lane.label, frame.left, frame.top - 8);
  context.textAlign = 'right';
  for (const { value, label } of lane.ticks) context.fillText(label, frame.left - 6, yOfTick(lane, frame, value));
}

function writeTimes(context: CanvasRenderingContext2D, frame: CurveFrame, height: number): void {
  const stepMs = timeStepMs(frame.toMs - frame.fromMs);
  context.textAlign = 'center';
  for (let atMs = Math.ceil(frame.fromMs / stepMs) * stepMs; atMs <= frame.toMs; atMs += stepMs) {
    const x = frame.left + ((atMs - frame.fromMs) / (frame.toMs - frame.fromMs)) * frame.width;
    const text = formatClockTime(atMs);
    if (x > frame.left + 18 && x < frame.left + frame.width - 18)
      context.fillText(stepMs < 60_000 ? text.slice(3) : text.slice(0, 5), x, height - 8);
  }
}

/** Draws the whole picture: scales, times, curves. `toMs` is the right edge. */
export function drawCurves(
  { context, width, height, ratio, raster, image }: CurveSurface,
  { tokens, tones }: ChartTheme,
  picture: CurvePicture,
  samples: CurveSamples,
  toMs: number,
): void {
  const frames = frameLanes(picture, width, height, toMs);
  raster.clear();
  for (const [index, lane] of picture.lanes.entries()) {
    const frame = frames[index];
    if (frame === undefined) continue;
    const device = toDevice(frame, ratio);
    for (const { value } of lane.ticks)
      raster.rule(
        Math.min(raster.height - 1, Math.round(yOfTick(lane, device, value))),
        device.left,
        device.left + device.width,
        tokens.lineSoft,
      );
    for (const place of lane.series) {
      const series = picture.series[place];
      if (series !== undefined)
        raster.curve(samples, place, device, {
          color: tones[series.tone],
          thickness: lineWidth * ratio,
          isStep: series.isStep ?? false,
          isArea: series.isArea ?? false,
        });
    }
  }
  context.putImageData(image, 0, 0);
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.font = `11px ${tokens.fontFamily}`;
  context.textBaseline = 'middle';
  context.fillStyle = tokens.text2;
  for (const [index, lane] of picture.lanes.entries()) {
    const frame = frames[index];
    if (frame !== undefined) writeScale(context, lane, frame);
  }
  const [first] = frames;
  if (first !== undefined) writeTimes(context, first, height);
}
