import { expect, test } from 'vitest';
import { parseNumberInput } from './parseNumberInput.ts';

test.each([
  ['', null],
  ['  ', null],
  ['12', 12],
  ['-3.5', -3.5],
  ['1,200', 1200],
  ['１２．５', 12.5],
  ['－７', -7],
  ['.5', 0.5],
])('%j typed into a number field is %j', (text, value) => {
  expect(parseNumberInput(text)).toBe(value);
});

test.each(['abc', '1-2', '--1', '1e5', '0x10', '-'])('%j is no number, and stays visible as wrong', (text) => {
  expect(parseNumberInput(text)).toBeNaN();
});
