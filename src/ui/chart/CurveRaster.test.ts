import { expect, test } from 'vitest';
import { CurveRaster, type CurveFrame, type CurveStyle } from './CurveRaster.ts';
import { firstSampleAt, type CurveSamples } from './curveSource.ts';

const frame: CurveFrame = { left: 0, top: 0, width: 20, height: 10, fromMs: 0, toMs: 20_000, min: 0, max: 10 };
const line: CurveStyle = { color: '#40c0b0', thickness: 2, isStep: false, isArea: false };

/** The rows (from the top) that are more than half covered, column by column. */
function draw(
  timesMs: number[],
  values: number[],
  style: Partial<CurveStyle> = {},
  frameOf: Partial<CurveFrame> = {},
): number[][] {
  const raster = new CurveRaster(20, 10);
  const samples: CurveSamples = {
    length: timesMs.length,
    timesMs: Float64Array.from(timesMs),
    values: [Float32Array.from(values)],
  };
  raster.curve(samples, 0, { ...frame, ...frameOf }, { ...line, ...style });
  return Array.from({ length: 20 }, (_, x) =>
    Array.from({ length: 10 }, (_unused, y) => y).filter((y) => (raster.bytes[(y * 20 + x) * 4 + 3] ?? 0) > 127),
  );
}

test('samples are joined by time from left to right, high values at the top', () => {
  const columns = draw([0, 10_000, 19_000], [5, 5, 5]);
  expect(columns[0]).toEqual([4, 5]);
  expect(columns[12]).toEqual([4, 5]);
  expect(columns[19]).toEqual([4, 5]);
  const rising = draw([0, 10_000], [0, 10]);
  expect(rising[0]?.at(-1)).toBe(9);
  expect(rising[9]?.[0]).toBe(0);
});

test('a value beyond the scale stays on its edge', () => {
  expect(draw([0, 19_000], [40, 40])[5]).toEqual([0]);
});

test('what is not known is a gap, and so is a long silence', () => {
  const unknown = draw([0, 4000, 8000, 12_000, 16_000], [5, 5, Number.NaN, 5, 5]);
  expect([unknown[2]?.length, unknown[8], unknown[14]?.length]).toEqual([2, [], 2]);
  const silent = draw([0, 1000, 60_000, 61_000], [5, 5, 5, 5], {}, { toMs: 80_000 });
  expect([silent[0]?.length, silent[8], silent[15]?.length]).toEqual([2, [], 2]);
});

test('a state holds until the next one and then changes at once', () => {
  const door = draw([0, 10_000, 19_000], [0, 10, 10], { isStep: true });
  expect(door[9]).toEqual([9]);
  expect(door[10]).toHaveLength(10);
  expect(door[12]).toEqual([0]);
});

test('the curve enters from the window’s left edge, and samples after the window are not drawn', () => {
  const columns = draw([0, 9000, 99_000], [5, 5, 5], {}, { fromMs: 5000, toMs: 25_000 });
  expect([columns[0]?.length, columns[3]?.length, columns[12]]).toEqual([2, 2, []]);
});

test('one peak among thousands of samples in a column is not lost', () => {
  const count = 20_000;
  const timesMs = Array.from({ length: count }, (_, index) => index);
  expect(
    draw(
      timesMs,
      timesMs.map((index) => (index === 5003 ? 10 : 0)),
    )[5]?.[0],
  ).toBe(0);
});

test('an area is filled down to zero, faintly', () => {
  const raster = new CurveRaster(20, 10);
  raster.curve({ length: 2, timesMs: Float64Array.from([0, 19_000]), values: [Float32Array.from([5, 5])] }, 0, frame, {
    ...line,
    isArea: true,
  });
  const alphaAt = (y: number): number => raster.bytes[(y * 20 + 6) * 4 + 3] ?? 0;
  expect([alphaAt(2), alphaAt(5), alphaAt(8)]).toEqual([0, 255, 40]);
});

test('where values may be negative the area is filled towards zero from either side', () => {
  const raster = new CurveRaster(20, 10);
  raster.curve(
    { length: 2, timesMs: Float64Array.from([0, 19_000]), values: [Float32Array.from([-4, -4])] },
    0,
    { ...frame, min: -5, max: 5 },
    { ...line, isArea: true },
  );
  const alphaAt = (y: number): number => raster.bytes[(y * 20 + 6) * 4 + 3] ?? 0;
  expect([alphaAt(3), alphaAt(6), alphaAt(9)]).toEqual([0, 40, 255]);
});

test('a steep line is as broad as a level one', () => {
  const steep = draw([10_000, 10_001], [0, 10]);
  expect([steep[9], steep[10]?.length, steep[11]?.length, steep[12]]).toEqual([[], 10, 10, []]);
});

test('the first sample of a window is found among many', () => {
  const timesMs = Float64Array.from([10, 20, 30, 0, 0]);
  expect([5, 10, 11, 30, 31].map((at) => firstSampleAt(timesMs, 3, at))).toEqual([0, 0, 1, 2, 3]);
});
