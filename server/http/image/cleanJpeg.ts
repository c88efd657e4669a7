import type { CleanImage } from './cleanedImage.ts';

const startOfImage = 0xd8;
const endOfImage = 0xd9;
const startOfScan = 0xda;
const comment = 0xfe;
const exifSegment = 0xe1;
/** Names the colour transform; without it some pictures change colour. */
const adobeSegment = 0xee;
const jfifSegment = 0xe0;

const isApplication = (marker: number) => marker >= 0xe0 && marker <= 0xef;
const isFrame = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
const isRestart = (byte: number) => byte >= 0xd0 && byte <= 0xd7;

/** Keeps tables, frames and scans, and of Exif the orientation alone; undefined for anything but a whole JPEG. */
export function cleanJpeg(source: Buffer): CleanImage | undefined {
  if (source.length < 4 || source[0] !== 0xff || source[1] !== startOfImage || source[2] !== 0xff) return undefined;
  const kept: Buffer[] = [source.subarray(0, 2)];
  let size: { readonly width: number; readonly height: number } | undefined;
  let hasScan = false;
  let at = 2;
  for (;;) {
    if (source[at] !== 0xff) return undefined;
    // Any number of fill bytes may stand before a marker.
    while (source[at + 1] === 0xff) at += 1;
    const marker = source[at + 1];
    if (marker === undefined) return undefined;
    if (marker === endOfImage) {
      if (size === undefined || !hasScan) return undefined;
      kept.push(source.subarray(at, at + 2));
      return { extension: 'jpg', mime: 'image/jpeg', bytes: Buffer.concat(kept), ...size };
    }
    if (at + 4 > source.length) return undefined;
    const length = source.readUInt16BE(at + 2);
    const next = at + 2 + length;
    if (length < 2 || next > source.length) return undefined;
    const segment = source.subarray(at, next);
    if (isFrame(marker)) {
      if (length < 8 || size !== undefined) return undefined;
      size = { height: segment.readUInt16BE(5), width: segment.readUInt16BE(7) };
    }
    if (marker === exifSegment) {
      const orientation = orientationOf(segment.subarray(4));
      if (orientation !== undefined && orientation > 1) kept.push(orientationSegment(orientation));
    } else if (marker === jfifSegment || marker === adobeSegment || (!isApplication(marker) && marker !== comment)) {
      kept.push(segment);
    }
    at = next;
    if (marker === startOfScan) {
      hasScan = true;
      const end = endOfScan(source, at);
      if (end === undefined) return undefined;
      kept.push(source.subarray(at, end));
      at = end;
    }
  }
}

/** Returns the offset of the next marker after a scan's data: 0xff is followed by 0 within it, or by a restart. */
function endOfScan(source: Buffer, from: number): number | undefined {
  for (let at = source.indexOf(0xff, from); at !== -1; at = source.indexOf(0xff, at + 1)) {
    const byte = source[at + 1];
    if (byte === undefined) return undefined;
    if (byte !== 0 && byte !== 0xff && !isRestart(byte)) return at;
  }
  return undefined;
}

const orientationTag = 0x0112;
const exifHeader = Buffer.from('Exif\0\0', 'latin1');

/** Without it a telephone's picture lies on its side. */
function orientationOf(exif: Buffer): number | undefined {
  if (exif.length < 14 || !exif.subarray(0, 6).equals(exifHeader)) return undefined;
  const tiff = exif.subarray(6);
  const isLittle = tiff.toString('latin1', 0, 2) === 'II';
  const read16 = (offset: number) =>
    offset + 2 > tiff.length ? 0 : isLittle ? tiff.readUInt16LE(offset) : tiff.readUInt16BE(offset);
  const directory = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
  const count = Math.min(read16(directory), 100);
  for (let index = 0; index < count; index += 1) {
    const entry = directory + 2 + index * 12;
    if (read16(entry) === orientationTag) {
      const value = read16(entry + 8);
      return value >= 1 && value <= 8 ? value : undefined;
    }
  }
  return undefined;
}

/** An Exif segment with only the orientation. */
function orientationSegment(orientation: number): Buffer {
  const tiff = Buffer.alloc(26);
  tiff.write('MM', 0, 'latin1');
  tiff.writeUInt16BE(42, 2);
  tiff.writeUInt32BE(8, 4);
  tiff.writeUInt16BE(1, 8);
  tiff.writeUInt16BE(orientationTag, 10);
  tiff.writeUInt16BE(3, 12);
  tiff.writeUInt32BE(1, 14);
  tiff.writeUInt16BE(orientation, 18);
  const head = Buffer.from([0xff, exifSegment, 0, 2 + exifHeader.length + tiff.length]);
  return Buffer.concat([head, exifHeader, tiff]);
}
