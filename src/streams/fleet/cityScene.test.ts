import { expect, it } from 'vitest';
import { toCityScene, toColumn } from './cityScene.ts';

it("a building stands at its outline's middle, as wide, deep and turned as it is", () => {
  const metre = 1 / 111_320;
  const ring = [
    [0, 0],
    [20 * metre, 0],
    [20 * metre, 10 * metre],
    [0, 10 * metre],
    [0, 0],
  ] as const;
  const column = toColumn(ring, 54);
  expect(column?.widthM).toBeCloseTo(20, 3);
  expect(column?.depthM).toBeCloseTo(10, 3);
  expect(column?.angleDeg).toBeCloseTo(0, 6);
  expect(column?.lng).toBeCloseTo(10 * metre, 9);
  expect(toColumn(ring.slice(0, 2), 3)).toBeUndefined();
});

it('districts are named first, communities from nearer', () => {
  const square: [number, number][] = [
    [0, 0],
    [2, 0],
    [2, 2],
    [0, 2],
  ];
  const scene = toCityScene(
    { name: '云川市', boundary: [square], districts: [{ id: 2, name: '东湖区', rings: [square] }], buildings: [] },
    [{ name: '翠湖花园', lng: 1, lat: 1 }],
  );
  expect(scene.center).toEqual([1, 1]);
  expect(scene.areas.map(({ kind }) => kind)).toEqual(['land', 'district']);
  expect(scene.labels).toEqual([
    { text: '东湖区', lng: 1, lat: 1, rank: 1 },
    { text: '翠湖花园', lng: 1, lat: 1, rank: 2 },
  ]);
});
