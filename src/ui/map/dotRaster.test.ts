import { expect, test } from 'vitest';
import { DotRaster, makeStamp } from './dotRaster.ts';
import type { LiftStyle } from './mapTypes.ts';

const styles: LiftStyle[] = [
  { label: '静止', tone: 'calm', shape: 'dot' },
  { label: '离线', tone: 'offline', shape: 'ring' },
];
const colorOf = ({ shape }: LiftStyle): string => (shape === 'ring' ? '#808080' : '#10e0c0');

function raster(radius = 2): DotRaster {
  const made = new DotRaster(20, 20);
  made.setStyles(styles, colorOf, radius);
  return made;
}
const pixel = (made: DotRaster, x: number, y: number): number[] =>
  Array.from(made.bytes.subarray((y * made.width + x) * 4, (y * made.width + x) * 4 + 4));

test('a dot has its state’s colour, full in the middle and soft at the edge', () => {
  const made = raster();
  expect(made.paint(10, 10, 0)).toBe(true);
  expect(pixel(made, 10, 10)).toEqual([0x10, 0xe0, 0xc0, 255]);
  expect(pixel(made, 11, 12)[3]).toBeGreaterThan(0);
  expect(pixel(made, 11, 12)[3]).toBeLessThan(255);
  expect(pixel(made, 14, 10)).toEqual([0, 0, 0, 0]);
});

test('an offline lift also differs in shape: a ring', () => {
  const made = raster(4);
  made.paint(10, 10, 1);
  expect(pixel(made, 10, 10)[3]).toBe(0);
  expect(pixel(made, 13, 10)[3]).toBeGreaterThan(120);
});

test('a dot written a thousand times with other states stays as sharp as the first', () => {
  const once = raster();
  once.paint(10, 10, 0);
  const often = raster();
  for (let time = 0; time <= 1000; time += 1) often.paint(10, 10, 0);
  expect(often.bytes).toEqual(once.bytes);
});

test('a neighbour’s soft edge does not eat into a dot', () => {
  const made = raster();
  made.paint(8, 10, 0);
  made.paint(11, 10, 0);
  expect(pixel(made, 8, 10)[3]).toBe(255);
  expect(pixel(made, 9, 10)[3]).toBe(255);
});

test('nothing is written beyond the picture or for a state without a style', () => {
  const made = raster();
  expect(made.paint(0, 10, 0)).toBe(false);
  expect(made.paint(10, 19, 0)).toBe(false);
  expect(made.paint(10, 10, 7)).toBe(false);
  expect(made.bytes.every((byte) => byte === 0)).toBe(true);
});

test('a small stamp is a handful of pixels', () => {
  expect(makeStamp(1, false).coverage.length).toBeLessThanOrEqual(9);
  expect(makeStamp(2.2, false).coverage.length).toBeLessThanOrEqual(25);
});
