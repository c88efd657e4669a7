/** Settings of the program: limits of what a file may hold, and where the package lies that reads workbooks. */
export interface SheetLimits {
  readonly hucre: string;
  readonly mostRows: number;
  /** The most bytes of all entries of the container together, unpacked. */
  readonly mostUnpackedBytes: number;
  /** The most text of all cells, with an overhead for each. */
  readonly mostTextLength: number;
  readonly lengthOfCell: number;
}

/**
 * The program of the process that reads a workbook: the file comes through its standard input, and lines of JSON go to its standard
 * output: some rows at a time, and then what else there is to say, or the reason why it cannot be read. It is JavaScript in a string for
 * the reason that docs/decisions/0021 gives.
 *
 * It first unpacks every entry piece by piece against a limit, because a container may lie about its sizes, and then reads the first
 * visible sheet as text.
 */
export const sheetProgram = `
const { createInflateRaw } = require('node:zlib');
const { setPriority } = require('node:os');
try { setPriority(10); } catch {}
const limits = JSON.parse(process.argv[1]);

function refuse(reason) { throw Object.assign(new Error(reason), { reason }); }

/** Returns the number of bytes that these unpack to; stops as soon as there are more than \`most\`. */
function unpackedLength(packed, most) {
  return new Promise((resolve, reject) => {
    let length = 0;
    const unpack = createInflateRaw();
    unpack.on('data', (piece) => {
      length += piece.length;
      if (length > most) { unpack.destroy(); resolve(length); }
    });
    unpack.on('end', () => resolve(length));
    unpack.on('error', reject);
    unpack.end(packed);
  });
}

/** Throws for a container that unpacks to more than it may. */
async function weigh(file) {
  const end = file.lastIndexOf('PK\\u0005\\u0006', undefined, 'latin1');
  if (end < 0 || end + 22 > file.length) refuse('noExcel');
  // If one of these is present, the reader would follow another directory than this one. No workbook of this size needs it.
  if (file.readUInt16LE(end + 10) === 0xffff || file.readUInt32LE(end + 12) === 0xffffffff) refuse('noExcel');
  let at = file.readUInt32LE(end + 16);
  let left = limits.mostUnpackedBytes;
  for (let entries = file.readUInt16LE(end + 10); entries > 0; entries -= 1) {
    const method = file.readUInt16LE(at + 10);
    const packed = file.readUInt32LE(at + 20);
    const local = file.readUInt32LE(at + 42);
    const from = local + 30 + file.readUInt16LE(local + 26) + file.readUInt16LE(local + 28);
    left -= method === 8 ? await unpackedLength(file.subarray(from, from + packed), left) : packed;
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
  const changes = new Int32Array(limits.mostRows + 1);
  for (const { startRow, endRow } of merges)
    if (endRow > startRow && startRow < limits.mostRows) {
      changes[startRow] += 1;
      changes[Math.min(endRow + 1, limits.mostRows)] -= 1;
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

/** Memory that the process may not have. */
const isMemory = (error) => error instanceof RangeError || /memory|allocat/i.test(String(error && error.message));
const reasonOf = (error, otherwise) => (error && error.reason) || (isMemory(error) ? 'tooLarge' : otherwise);

const say = (line) => process.stdout.write(JSON.stringify(line) + '\\n');
/** Rows of about this much text go into one line, so that no line takes its reader long. */
const lengthOfLine = 64_000;

async function read() {
  const pieces = [];
  for await (const piece of process.stdin) pieces.push(piece);
  const bytes = Buffer.concat(pieces);
  pieces.length = 0;
  if (bytes[0] === 0xd0 && bytes[1] === 0xcf) refuse('oldOrEncrypted');
  await weigh(bytes);
  const { readXlsx } = await import(limits.hucre);
  let isFound = false;
  const isFirstShown = (sheet) => !isFound && !sheet.hidden && !sheet.veryHidden && (isFound = true);
  let workbook;
  try {
    workbook = await readXlsx(bytes, { sheets: isFirstShown, range: 'A1:CV' + limits.mostRows });
  } catch (error) {
    refuse(error.name === 'EncryptedFileError' ? 'oldOrEncrypted' : reasonOf(error, 'noExcel'));
  }
  const [sheet] = workbook.sheets;
  if (sheet === undefined) refuse('noExcel');
  const isComputed = (cell) => cell.formula !== undefined || cell.type === 'error';
  const formulas = [...(sheet.cells ?? [])].flatMap(([place, cell]) => (isComputed(cell) ? [place] : []));
  let left = limits.mostTextLength - formulas.length * limits.lengthOfCell;
  let rows = [];
  let length = 0;
  for (const row of sheet.rows) {
    const texts = row.map(textOf);
    while (texts.length > 0 && texts.at(-1) === '') texts.pop();
    for (const text of texts) length += text.length + limits.lengthOfCell;
    rows.push(texts);
    if (length > left) refuse('tooLarge');
    if (length < lengthOfLine) continue;
    say({ rows });
    left -= length;
    rows = [];
    length = 0;
  }
  say({ rows });
  for (let from = 0; from < formulas.length; from += 5_000) say({ formulas: formulas.slice(from, from + 5_000) });
  say({ merges: mergedRows(sheet.merges ?? []) });
}

read().catch((error) => say({ reason: reasonOf(error, 'noExcel') }));
`;
