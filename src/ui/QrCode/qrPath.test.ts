import { decodeQR } from 'qr/decode.js';
import { expect, test } from 'vitest';
import { qrPath, type QrPicture } from './qrPath.ts';

/** The path painted as pixels, as a phone's camera sees it. */
function paint({ size, path }: QrPicture, pixelsEach = 8) {
  const width = size * pixelsEach;
  const data = new Uint8ClampedArray(width * width * 4).fill(255);
  for (const [, x = 0, y = 0, length = 0] of [...path.matchAll(/M(\d+) (\d+)h(\d+)/g)].map((found) =>
    found.map(Number),
  ))
    for (let row = y * pixelsEach; row < (y + 1) * pixelsEach; row += 1)
      for (let column = x * pixelsEach; column < (x + length) * pixelsEach; column += 1)
        data.fill(0, (row * width + column) * 4, (row * width + column) * 4 + 3);
  return { width, height: width, data };
}

test.each([
  'https://lift.example.cn/q/AbCdEfGh1234_-xy',
  'http://localhost:8080/q/AbCdEfGh1234_-xy',
  'https://elevator-safety.some-district.gov.cn/q/0123456789abcdef',
])('a phone reads %s from the picture', (url) => {
  expect(decodeQR(paint(qrPath(url)))).toBe(url);
});

test('a scratch across the plate leaves it readable', () => {
  const url = 'https://lift.example.cn/q/AbCdEfGh1234_-xy';
  const picture = paint(qrPath(url));
  // A twelfth of the picture, over its lower half where no finder stands.
  const from = Math.floor(picture.height * 0.55) * picture.width * 4;
  picture.data.fill(255, from, from + Math.floor(picture.data.length / 24));
  expect(decodeQR(picture)).toBe(url);
});

test('four modules stay white on each side', () => {
  const { size, path } = qrPath('https://lift.example.cn/q/AbCdEfGh1234_-xy');
  for (const [, x = 0, y = 0, length = 0] of [...path.matchAll(/M(\d+) (\d+)h(\d+)/g)].map((found) =>
    found.map(Number),
  )) {
    expect(Math.min(x, y)).toBeGreaterThanOrEqual(4);
    expect(Math.max(x + length, y + 1)).toBeLessThanOrEqual(size - 4);
  }
});
