import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { PacketSizeGuard } from './packetSizeGuard.ts';

const packet = (bodyBytes: number): Buffer => {
  const length: number[] = [];
  let left = bodyBytes;
  do {
    const digit = left % 128;
    left = Math.floor(left / 128);
    length.push(left > 0 ? digit | 0x80 : digit);
  } while (left > 0);
  return Buffer.concat([Buffer.from([0x30, ...length]), Buffer.alloc(bodyBytes)]);
};

function acceptsInChunks(bytes: Buffer, chunkSizes: readonly number[], maxBytes: number): boolean {
  const guard = new PacketSizeGuard(maxBytes);
  let at = 0;
  for (let turn = 0; at < bytes.length; turn += 1) {
    const size = chunkSizes[turn % chunkSizes.length] ?? 1;
    if (!guard.accepts(bytes.subarray(at, at + size))) return false;
    at += size;
  }
  return true;
}

describe('the packet size guard', () => {
  test('packets within the limit pass, however they are cut; one above it does not', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(400), { minLength: 1 }), fc.array(fc.integer({ min: 1, max: 300 }), { minLength: 1 }), (sizes, chunkSizes) => {
        const bytes = Buffer.concat(sizes.map(packet));
        expect(acceptsInChunks(bytes, chunkSizes, 400)).toBe(true);
        expect(acceptsInChunks(Buffer.concat([bytes, packet(401)]), chunkSizes, 400)).toBe(false);
      }),
    );
  });

  test('a length that never ends is refused', () => {
    expect(new PacketSizeGuard(65_536).accepts(Buffer.from([0x30, 0x80, 0x80, 0x80, 0x80, 0x01]))).toBe(false);
  });
});
