import { expect, test } from 'vitest';
import { project, type Camera } from './camera.ts';
import { placeNames } from './placeNames.ts';

const camera: Camera = {
  x: 0,
  y: 0,
  scale: 0.05,
  width: 1000,
  height: 600,
  padding: { top: 0, right: 0, bottom: 0, left: 0 },
};
const beside: Camera = { ...camera, padding: { top: 80, right: 200, bottom: 100, left: 200 } };

/** A name whose centre is this many pixels right of and below the centre of the free area. */
const nameAt = (pixelX: number, pixelY: number, text = '北塘区', rank: 1 | 2 = 1) => ({
  text,
  x: pixelX / camera.scale,
  y: -pixelY / (camera.scale * Math.sin((54 * Math.PI) / 180)),
  rank,
});
const texts = (
  labels: Parameters<typeof placeNames>[0],
  at: Camera,
  covered: Parameters<typeof placeNames>[2] = [],
): string[] => placeNames(labels, at, covered).map(({ text }) => text);

test('a name is written around its place', () => {
  const label = nameAt(40, -30);
  const [placed] = placeNames([label], beside, []);
  const [x, y] = project(beside, label.x, label.y);
  expect(placed).toMatchObject({ text: '北塘区', x, y, size: 15 });
});

test('a name that the picture’s edge or a panel would cut is not written', () => {
  // Three characters of 15 pixels and the halo reach 28.5 pixels to each side.
  expect(texts([nameAt(470, 0)], camera)).toEqual(['北塘区']);
  expect(texts([nameAt(480, 0)], camera)).toEqual([]);
  expect(texts([nameAt(0, 295)], camera)).toEqual([]);
  expect(texts([nameAt(270, 0)], beside)).toEqual(['北塘区']);
  expect(texts([nameAt(280, 0)], beside)).toEqual([]);
  expect(texts([nameAt(-280, 0)], beside)).toEqual([]);
  expect(texts([nameAt(0, -205)], beside)).toEqual([]);
  expect(texts([nameAt(0, 205)], beside)).toEqual([]);
});

test('no name is written under the legend or under a call and its words', () => {
  const legend = { left: 12, top: 540, right: 400, bottom: 588 };
  expect(texts([nameAt(-300, 260), nameAt(0, 260, '东湖区'), nameAt(-300, 200, '西岭区')], camera, [legend])).toEqual([
    '东湖区',
    '西岭区',
  ]);
  const call = { left: 488, top: 288, right: 700, bottom: 323 };
  expect(texts([nameAt(-300, 260), nameAt(190, 30), nameAt(0, -60, '东湖区')], camera, [legend, call])).toEqual([
    '东湖区',
  ]);
});

test('names do not cover each other, and a name that is not written takes no space', () => {
  expect(texts([nameAt(0, 0), nameAt(30, 5, '东湖区'), nameAt(0, 25, '西岭区')], camera)).toEqual(['北塘区', '西岭区']);
  expect(texts([nameAt(480, 0), nameAt(460, 5, '东湖区')], camera)).toEqual(['东湖区']);
});

test('communities’ names are written from nearer only', () => {
  const label = nameAt(0, 0, '翠湖花园', 2);
  expect(texts([label], camera)).toEqual([]);
  expect(texts([label], { ...camera, scale: 0.2 })).toEqual(['翠湖花园']);
});
