import { expect, test } from 'vitest';
import { mixColors, parseColor, withAlpha } from './parseColor.ts';

test('a token becomes numbers, with its own opacity or another', () => {
  expect(parseColor('#2dd4bf')).toEqual([45, 212, 191, 255]);
  expect(parseColor(' #0A0f1a80 ')).toEqual([10, 15, 26, 128]);
  expect(parseColor('#ffffff', 12)).toEqual([255, 255, 255, 12]);
  expect(withAlpha('#ff4d4f', 0.4)).toBe('rgba(255, 77, 79, 0.4)');
});

test('a colour can be drawn towards another', () => {
  expect(mixColors('#000000', '#ffffff', 0)).toBe('#000000');
  expect(mixColors('#000000', '#ff8000', 0.5)).toBe('#804000');
});

test('what is no colour is refused by name', () => {
  expect(() => parseColor('teal')).toThrow('teal');
  expect(() => parseColor('')).toThrow('#rrggbb');
});
