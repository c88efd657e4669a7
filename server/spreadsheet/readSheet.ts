import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { Turnstile } from '../runtime/turnstile.ts';

/** More than this inside the container is no register of lifts but an attempt to fill the memory. */
const mostUnpackedBytes = 200 * 1_048_576;
const mostMemoryMb = 512;
/** Of all cells, with an overhead for each: the thread that rings copies them. */
const mostTextLength = 30_000_000;
const lengthOfCell = 10;
const readWithinMs = 60_000;

/**
 * Runs on a thread of its own, as a string for the reason that docs/decisions/0021 gives. It first unpacks every entry against a
 * limit, because a container may lie about its sizes, and then reads the first visible sheet as text.
 */
const program = `
const { parentPort, workerData } = require('node:worker_threads');
const { inflateRawSync } = require('node:zlib');
const { setPriority } = require('node:os');
if (process.platform === 'linux') try { setPriority(10); } catch {}

function refuse(reason) { throw Object.assign(new Error(reason), { reason }); }

/** Throws for a container that unpacks to more than it may. */
function weigh(bytes) {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = file.lastIndexOf('PK\\u0005\\u0006', undefined, 'latin1');
  if (end < 0 || end + 22 > file.length) refuse('noExcel');
  // If one of these is present, the reader would follow another directory than this one. No workbook of this size needs it.
  if (file.readUInt16LE(end + 10) === 0xffff || file.readUInt32LE(end + 12) === 0xffffffff) refuse('noExcel');
  let at = file.readUInt32LE(end + 16);
  let left = workerData.mostUnpackedBytes;
  for (let entries = file.readUInt16LE(end + 10); entries > 0; entries -= 1) {
    const method = file.readUInt16LE(at + 10);
    const packed = file.readUInt32LE(at + 20);
    const local = file.readUInt32LE(at + 42);
    const from = local + 30 + file.readUInt16LE(local + 26) + file.readUInt16LE(local + 28);
    if (method === 8) {
      try {
        left -= inflateRawSync(file.subarray(from, from + packed), { maxOutputLength: Math.max(1, left) }).length;
      } catch (error) {
        refuse(error.code === 'ERR_BUFFER_TOO_LARGE' ? 'tooLarge' : 'noExcel');
      }
    } else left -= packed;
    if (left <= 0) refuse('tooLarge');
    at += 46 + file.readUInt16LE(at + 28) + file.readUInt16LE(at + 30) + file.readUInt16LE(at + 32);
  }
}

const twoDigits = (number) => String(number).padStart(2, '0');
/** A cell as a person reads it. A spreadsheet keeps 15 digits of a number: a longer one is marked as rounded. */
function textOf(value) {
  if (value === null || value === undefined) return '';
  if (value instanceof Date)
    return value.getUTCFullYear() + '-' + twoDigits(value.getUTCMonth() + 1) + '-' + twoDigits(value.getUTCDate());
  if (typeof value === 'number') return Math.abs(value) >= 1e15 ? '≈' + BigInt(Math.trunc(value)) : String(value);
  if (typeof value === 'boolean') return value ? '是' : '否';
  return String(value).trim().slice(0, 2000);
}

/** Rows that are merged with others, as ranges that do not overlap: a file may merge the same rows a million times. */
function mergedRows(merges) {
  const changes = new Int32Array(workerData.mostRows + 1);
  for (const { startRow, endRow } of merges)
    if (endRow > startRow && startRow < workerData.mostRows) {
      changes[startRow] += 1;
      changes[Math.min(endRow + 1, workerData.mostRows)] -= 1;
    }
  const ranges = [];
  let depth = 0;
  changes.forEach((change, row) => {
    if (depth === 0 && depth + change > 0) ranges.push([row, row]);
    depth += change;
    if (depth > 0) ranges.at(-1)[1] = row;
  });
  return ranges;
}

async function read(bytes) {
  if (bytes[0] === 0xd0 && bytes[1] === 0xcf) refuse('oldOrEncrypted');
  try {
    weigh(bytes);
  } catch (error) {
    refuse(error.reason ?? 'noExcel');
  }
  const { readXlsx } = await import(workerData.hucre);
  let isFound = false;
  const isFirstShown = (sheet) => !isFound && !sheet.hidden && !sheet.veryHidden && (isFound = true);
  let workbook;
  try {
    workbook = await readXlsx(bytes, { sheets: isFirstShown, range: 'A1:CV' + workerData.mostRows });
  } catch (error) {
    refuse(error.name === 'EncryptedFileError' ? 'oldOrEncrypted' : 'noExcel');
  }
  const [sheet] = workbook.sheets;
  if (sheet === undefined) refuse('noExcel');
  let left = workerData.mostTextLength;
  const rows = sheet.rows.map((row) => {
    const texts = row.map(textOf);
    while (texts.length > 0 && texts.at(-1) === '') texts.pop();
    for (const text of texts) left -= text.length + workerData.lengthOfCell;
    if (left < 0) refuse('tooLarge');
    return texts;
  });
  const isComputed = (cell) => cell.formula !== undefined || cell.type === 'error';
  const formulas = [...(sheet.cells ?? [])].flatMap(([place, cell]) => (isComputed(cell) ? [place] : []));
  if (left < formulas.length * workerData.lengthOfCell) refuse('tooLarge');
  return { rows, formulas, merges: mergedRows(sheet.merges ?? []) };
}

read(workerData.bytes).then(
  (answer) => parentPort.postMessage(answer),
  (error) => parentPort.postMessage({ reason: error.reason ?? 'noExcel' }),
);
`;

const hucre = pathToFileURL(createRequire(import.meta.url).resolve('hucre/xlsx')).href;

export const unreadableReasons = ['noExcel', 'oldOrEncrypted', 'tooLarge', 'tooSlow'] as const;
export type UnreadableReason = (typeof unreadableReasons)[number];

/** The file cannot be read as a workbook; the reason says why. */
export class UnreadableSheetError extends Error {
  override readonly name = 'UnreadableSheetError';
  constructor(readonly reason: UnreadableReason) {
    super(`the workbook cannot be read: ${reason}`);
  }
}

/** The first visible sheet of a workbook. */
export interface SheetText {
  /** Cells as text, trimmed, days as `2026-01-05`; `≈` before a number that the spreadsheet has rounded. */
  readonly rows: readonly (readonly string[])[];
  /** `row,column` from 0: cells with a formula or an error. */
  readonly formulas: readonly string[];
  /** First and last row, from 0, of ranges of rows that are merged with others; no row is in two. */
  readonly merges: readonly (readonly [number, number])[];
}

/** One workbook after the other, so that together they take no more memory than one. */
const turns = new Turnstile(1);

/** Reads a workbook on a thread of its own, at most `mostRows` rows of it. Throws UnreadableSheetError. */
export const readSheet = (bytes: Uint8Array, mostRows: number): Promise<SheetText> =>
  turns.pass(() => readOnThread(bytes, mostRows));

function readOnThread(bytes: Uint8Array, mostRows: number): Promise<SheetText> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(program, {
      eval: true,
      workerData: { bytes, hucre, mostRows, mostUnpackedBytes, mostTextLength, lengthOfCell },
      resourceLimits: { maxOldGenerationSizeMb: mostMemoryMb },
    });
    const cutOff = setTimeout(() => end(new UnreadableSheetError('tooSlow')), readWithinMs);
    const end = (error: Error) => {
      clearTimeout(cutOff);
      reject(error);
      void worker.terminate();
    };
    worker.once('message', (answer: SheetText | { readonly reason: UnreadableReason }) => {
      clearTimeout(cutOff);
      if ('reason' in answer) reject(new UnreadableSheetError(answer.reason));
      else resolve(answer);
    });
    // It ran out of memory, or failed in a way that no message describes.
    worker.once('error', () => end(new UnreadableSheetError('tooLarge')));
    worker.once('exit', () => end(new UnreadableSheetError('noExcel')));
  });
}
