import { cleanJpeg } from './cleanJpeg.ts';
import { cleanPng } from './cleanPng.ts';
import type { CleanImage } from './cleanedImage.ts';

/** A bomb of pixels is a small file: what a browser must unpack is bounded here. */
export const mostPixels = 25_000_000;

/**
 * Only the picture: recognised by its first bytes and rewritten without comments, locations, camera data or anything after its end.
 * Undefined if it is not a complete JPEG or PNG, whatever its name.
 */
export function cleanImage(bytes: Uint8Array): CleanImage | undefined {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const clean = cleanJpeg(buffer) ?? cleanPng(buffer);
  return clean !== undefined && clean.width > 0 && clean.height > 0 ? clean : undefined;
}
