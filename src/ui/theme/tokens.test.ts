import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { contrast } from './contrast.ts';

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8');

function token(name: string): string {
  const value = new RegExp(`--${name}:\\s*(#[0-9a-f]{6})`).exec(css)?.[1];
  if (value === undefined) throw new Error(`no colour named ${name}`);
  return value;
}

const surfaces = ['bg-0', 'bg-1', 'bg-2', 'bg-inset', 'bg-hover'];

test.each(
  surfaces.flatMap((surface) =>
    ['text', 'text-2', 'critical-text', 'high', 'medium', 'ok-text', 'info-text', 'accent-text'].map(
      (text) => [text, surface] as const,
    ),
  ),
)('%s can be read on %s', (text, surface) => {
  expect(contrast(token(text), token(surface))).toBeGreaterThanOrEqual(4.5);
});

test.each([
  ['critical-text', 'critical-bg'],
  ['high', 'high-bg'],
  ['medium', 'medium-bg'],
  ['ok-text', 'ok-bg'],
  ['info-text', 'info-bg'],
  ['offline-text', 'offline-bg'],
  ['text', 'bg-active'],
  ['text-2', 'bg-active'],
  ['text', 'info-bg'],
  ['text-2', 'info-bg'],
  ['text-disabled', 'bg-1'],
  ['text-placeholder', 'bg-inset'],
  ['text-placeholder', 'bg-1'],
])('%s can be read on its own %s', (text, surface) => {
  expect(contrast(token(text), token(surface))).toBeGreaterThanOrEqual(4.5);
});

test.each(['accent', 'accent-hover', 'accent-active', 'critical-solid'])('white can be read on %s', (surface) => {
  expect(contrast('#ffffff', token(surface))).toBeGreaterThanOrEqual(4.5);
});

test.each(['bg-0', 'bg-1', 'bg-inset'])('the frame of a control stands out from %s', (surface) => {
  expect(contrast(token('line-strong'), token(surface))).toBeGreaterThanOrEqual(3);
  expect(contrast(token('info'), token(surface))).toBeGreaterThanOrEqual(3);
});

/** Written as hex digits or as a function of numbers; a mixture of tokens is none. `.#name` is a private member. */
const colorText = /(?<![\w.&#/])#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})\b(?!-)|\b(?:rgb|hsl)a?\(\s*\d/gi;
/** Tests and fixtures need colours of their own, which no one sees. */
const isShown = (path: string): boolean =>
  /\.(css|ts|tsx)$/.test(path) && !/\.(test|fixtures|generated)\.|ixture|theme\/tokens\.css$/.test(path);
const source = new URL('../../', import.meta.url).pathname;

const colorsOf = (code: string): readonly string[] =>
  code.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '').match(colorText) ?? [];

test('no colour is defined outside the tokens, so that a changed token reaches every panel, tag and toast', () => {
  expect(['color: #fff;', 'rgb(4 8 16 / 72%)', "'#1a4468'"].map((code) => colorsOf(code).length)).toEqual([1, 1, 1]);
  const strays = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter(isShown)
    .map((path) => ({ path, colors: colorsOf(readFileSync(`${source}${path}`, 'utf8')) }));
  expect(strays.filter(({ colors }) => colors.length > 0)).toEqual([]);
});
