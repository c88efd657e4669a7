import { crc32 } from './crc32.ts';
import type { CleanImage } from './cleanedImage.ts';

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** The chunks that draw the picture; texts, times, profiles, animation and unknown chunks are removed. */
const keptChunks: ReadonlySet<string> = new Set([
  'IHDR',
  'PLTE',
  'IDAT',
  'IEND',
  'tRNS',
  'gAMA',
  'cHRM',
  'sRGB',
  'sBIT',
  'bKGD',
  'pHYs',
]);

/** Keeps the drawing chunks and checks the sum of each; undefined for anything but a whole PNG. */
export function cleanPng(source: Buffer): CleanImage | undefined {
  if (!source.subarray(0, 8).equals(signature)) return undefined;
  const kept: Buffer[] = [signature];
  let size: { readonly width: number; readonly height: number } | undefined;
  let hasData = false;
  let at = 8;
  while (at + 12 <= source.length) {
    const length = source.readUInt32BE(at);
    const end = at + 12 + length;
    if (end > source.length) return undefined;
    const type = source.toString('latin1', at + 4, at + 8);
    if (source.readUInt32BE(end - 4) !== crc32(source.subarray(at + 4, end - 4))) return undefined;
    if (size === undefined) {
      if (type !== 'IHDR' || length !== 13) return undefined;
      size = { width: source.readUInt32BE(at + 8), height: source.readUInt32BE(at + 12) };
    } else if (type === 'IHDR') return undefined;
    if (type === 'IDAT') hasData = true;
    if (keptChunks.has(type)) kept.push(source.subarray(at, end));
    if (type === 'IEND')
      return hasData ? { extension: 'png', mime: 'image/png', bytes: Buffer.concat(kept), ...size } : undefined;
    at = end;
  }
  return undefined;
}
