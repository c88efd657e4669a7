import { expect, test } from 'vitest';
import { chooseMapRenderer } from './chooseMapRenderer.ts';

test.each([
  ['ANGLE (NVIDIA, NVIDIA GeForce RTX 3060 Direct3D11 vs_5_0 ps_5_0, D3D11)', 'webgl'],
  ['ANGLE (Intel, Intel(R) UHD Graphics 630 (0x3E92) Direct3D11)', 'webgl'],
  ['Mali-G78', 'webgl'],
  [null, 'webgl'],
  ['ANGLE (Google, Vulkan 1.3.0 (SwiftShader Device (Subzero) (0x0000C0DE)), SwiftShader driver)', 'canvas'],
  ['llvmpipe (LLVM 15.0.6, 256 bits)', 'canvas'],
  ['ANGLE (Microsoft, Microsoft Basic Render Driver Direct3D11)', 'canvas'],
] as const)('with %s the map is drawn by %s', (deviceName, kind) => {
  expect(chooseMapRenderer({ hasWebGl2: true, deviceName })).toBe(kind);
});

test('without WebGL2 the map is drawn on a 2D canvas', () => {
  expect(chooseMapRenderer({ hasWebGl2: false, deviceName: null })).toBe('canvas');
});
