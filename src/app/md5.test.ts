import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { md5 } from './md5.ts';

test('MD5 is that of RFC 1321', () => {
  expect(md5('')).toBe('d41d8cd98f00b204e9800998ecf8427e');
  expect(md5('abc')).toBe('900150983cd24fb0d6963f7d28e17f72');
  expect(md5('12345678901234567890123456789012345678901234567890123456789012345678901234567890')).toBe(
    '57edf4a22be3c955ac49da2e2107b67a',
  );
});

test('texts of every length around a block, and of other scripts, have the hash that the server knows', () => {
  const texts = [
    ...Array.from({ length: 200 }, (_, length) => 'x'.repeat(length)),
    '密码 P@ss 🛗',
    '电梯'.repeat(5_000),
  ];
  expect(texts.map(md5)).toEqual(texts.map((text) => createHash('md5').update(text, 'utf8').digest('hex')));
});
