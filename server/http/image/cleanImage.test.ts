import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jpegOf as jpeg, jpegSegment as segment, png, pngChunk } from '../../../tests/support/testImages.ts';
import { cleanImage } from './cleanImage.ts';

const exif = (orientation: number) =>
  Buffer.concat([
    Buffer.from('Exif\0\0II*\0\x08\0\0\0\x02\0', 'latin1'),
    Buffer.from([0x0f, 0x01, 2, 0, 4, 0, 0, 0, 71, 80, 83, 33]),
    Buffer.from([0x12, 0x01, 3, 0, 1, 0, 0, 0, orientation, 0, 0, 0]),
  ]);

describe('an uploaded picture is re-encoded', () => {
  it('a PNG loses its texts and what hides after its end', () => {
    const clean = cleanImage(
      Buffer.concat([
        png(4, 2, [
          pngChunk('tEXt', Buffer.from('Comment\0<script>alert(1)</script>')),
          pngChunk('eXIf', Buffer.from('GPS')),
        ]),
        Buffer.from('<?php evil ?>'),
      ]),
    );
    expect(clean).toMatchObject({ extension: 'png', width: 4, height: 2 });
    expect(clean?.bytes.equals(png(4, 2))).toBe(true);
  });

  it('a JPEG loses place, camera and comments, and keeps which side is up', () => {
    const clean = cleanImage(
      Buffer.concat([
        jpeg([segment(0xe1, exif(6)), segment(0xfe, Buffer.from('secret comment')), segment(0xe2, Buffer.from('ICC'))]),
        Buffer.from('tail'),
      ]),
    );
    expect(clean).toMatchObject({ extension: 'jpg', width: 640, height: 480 });
    const text = clean?.bytes.toString('latin1') ?? '';
    expect(text).not.toMatch(/GPS|secret|ICC|tail/);
    expect(text).toContain('Exif');
    // Cleaning what is clean changes nothing.
    expect(cleanImage(clean?.bytes ?? new Uint8Array())?.bytes.equals(clean?.bytes ?? Buffer.alloc(0))).toBe(true);
  });

  it('an upright JPEG needs no Exif at all', () => {
    expect(cleanImage(jpeg([segment(0xe1, exif(1))]))?.bytes.equals(jpeg([]))).toBe(true);
  });

  it.each([
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')],
    ['HTML', Buffer.from('<html><script>alert(1)</script>')],
    ['a GIF', Buffer.from('GIF89a/*<script>*/=1')],
    ['nothing', Buffer.alloc(0)],
    ['a cut PNG', png(4, 2).subarray(0, 60)],
    ['a PNG with a wrong sum', Buffer.from(png(4, 2).map((byte, index) => (index === 20 ? byte ^ 1 : byte)))],
    ['a PNG without size', png(0, 2)],
    ['a cut JPEG', jpeg([]).subarray(0, 20)],
    ['a JPEG without a picture', Buffer.from([0xff, 0xd8, 0xff, 0xd9])],
  ])('%s is refused', (_name, bytes) => {
    expect(cleanImage(bytes)).toBeUndefined();
  });

  it('whatever the bytes, it returns and never throws', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 300 }),
        fc.constantFrom('', 'ffd8ff', '89504e470d0a1a0a', 'ffd8ffe1'),
        (bytes, start) => {
          cleanImage(Buffer.concat([Buffer.from(start, 'hex'), bytes]));
        },
      ),
    );
    fc.assert(
      fc.property(fc.nat(), fc.nat(255), (at, byte) => {
        const broken = Buffer.from(jpeg([segment(0xe1, exif(6))]));
        broken[at % broken.length] = byte;
        cleanImage(broken);
      }),
    );
  });
});
