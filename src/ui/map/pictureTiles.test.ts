import { expect, test } from 'vitest';
import { planTiles, tilesIn } from './pictureTiles.ts';

const displays = [
  [1, 1],
  [1366, 768],
  [1920, 1080],
  [3840, 2160],
  [4958, 1673],
] as const;

test.each(displays)(
  'a picture of %i×%i pixels is cut into whole rows of tiles that cover all of it, never into very many',
  (width, height) => {
    const { side, columns, count } = planTiles(width, height);
    const rows = count / columns;
    expect(Number.isInteger(rows)).toBe(true);
    expect(columns * side).toBeGreaterThanOrEqual(width);
    expect(rows * side).toBeGreaterThanOrEqual(height);
    expect(count).toBeLessThanOrEqual(200);
  },
);

const plan = { side: 100, columns: 4, count: 12 };

test('what changed marks the tiles that it lies in, and no other', () => {
  expect(tilesIn({ left: 110, top: 10, right: 130, bottom: 30 }, plan)).toEqual([1]);
  expect(tilesIn({ left: 190, top: 10, right: 210, bottom: 30 }, plan)).toEqual([1, 2]);
  expect(tilesIn({ left: 190, top: 90, right: 210, bottom: 110 }, plan)).toEqual([1, 2, 5, 6]);
});

test('what extends beyond the picture marks only tiles of the picture', () => {
  expect(tilesIn({ left: -20, top: -20, right: 5, bottom: 5 }, plan)).toEqual([0]);
  expect(tilesIn({ left: 390, top: 290, right: 420, bottom: 320 }, plan)).toEqual([11]);
  expect(tilesIn({ left: 500, top: 10, right: 520, bottom: 30 }, plan)).toEqual([]);
  expect(tilesIn({ left: -50, top: -50, right: -30, bottom: -30 }, plan)).toEqual([]);
});
