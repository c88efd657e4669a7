import { expect, test } from 'vitest';
import { fitWall } from './fitWall.ts';

test.each([
  // display, scale, layout
  [1920, 1080, 1, 1920, 1080],
  [1366, 768, 0.711, 1921, 1080],
  [3840, 2160, 2, 1920, 1080],
  [6656, 1792, 1.659, 4011, 1080],
  [1536, 864, 0.8, 1920, 1080], // 1920×1080 at 125 %
  [1280, 720, 0.667, 1920, 1080], // at 150 %
  [1600, 1200, 0.833, 1920, 1440],
])(
  'on %i×%i the wall is scaled by %f and laid out as %i×%i, without bars',
  (width, height, scale, layoutWidth, layoutHeight) => {
    const fit = fitWall(width, height);
    expect(fit.scale).toBeCloseTo(scale, 3);
    expect([fit.width, fit.height]).toEqual([layoutWidth, layoutHeight]);
    expect([Math.abs(fit.left) < 1, Math.abs(fit.top) < 1]).toEqual([true, true]);
  },
);

test('a ribbon or a tower keeps bars instead of pulling the picture apart', () => {
  expect(fitWall(10_800, 1080)).toMatchObject({ scale: 1, width: 4320, height: 1080, left: 3240 });
  expect(fitWall(1080, 1920)).toMatchObject({ width: 1920, height: 1440, left: 0, top: 555 });
});

test('a page that has no size yet is drawn as designed', () => {
  expect(fitWall(0, 0)).toEqual({ scale: 1, width: 1920, height: 1080, left: 0, top: 0 });
});
