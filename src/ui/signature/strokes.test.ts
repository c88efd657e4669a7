import { expect, test } from 'vitest';
import { fromStrokeText, polylineOf, toStrokeText } from './strokes.ts';

test('a signature is read back as it was written, and broken points are left out', () => {
  const strokes = [
    [
      { x: 10, y: 20 },
      { x: 30, y: 40 },
    ],
    [{ x: 5, y: 6 }],
  ];
  expect(toStrokeText(strokes)).toBe('10,20 30,40;5,6');
  expect(fromStrokeText('10,20 30,40;5,6')).toEqual(strokes);
  expect(fromStrokeText('10,20 x;; ,')).toEqual([[{ x: 10, y: 20 }]]);
  expect(polylineOf([{ x: 5, y: 6 }])).toBe('5,6 5,6');
  expect(toStrokeText([[{ x: 5, y: 6 }]]), 'a dot alone is no signature').toBe('');
});
