import type { DrawTokens } from './drawTokens.ts';

/** Tokens for tests, where there is no stylesheet: each colour identifies its name. */
export const tokenFixture: DrawTokens = {
  bg0: '#000001',
  bg1: '#000002',
  bg2: '#000003',
  bgInset: '#000004',
  line: '#000005',
  lineSoft: '#000006',
  lineStrong: '#000007',
  text: '#000008',
  text2: '#000009',
  critical: '#ff0000',
  high: '#ff8800',
  medium: '#ffff00',
  ok: '#00ff00',
  offline: '#888888',
  info: '#0000ff',
  accentLine: '#008888',
  accentText: '#00aaaa',
  mapWater: '#000110',
  mapGreen: '#001100',
  fontFamily: 'sans-serif',
};
