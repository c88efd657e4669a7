/**
 * Characters at which a spreadsheet starts a formula, also in the full-width and small forms that spreadsheets
 * and input methods fold into them.
 */
const FORMULA_START = '=+\\-@＝＋－＠﹦﹢﹣﹫';
/** Characters that a spreadsheet skips before it: white space of every kind, marks without width, and control characters. */
const SKIPPED =
  '\\s\\u0000-\\u001f\\u007f-\\u00a0\\u00ad\\u180e\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u2064\\u2066-\\u2069\\ufeff';
const startsFormula = new RegExp(`^(?:[${SKIPPED}"']*[${FORMULA_START}]|[\\t\\u0000])`);
/** Every line break that some program splits a cell at; captured, so that it is kept. */
const lineBreak = /(\r\n|[\n\r\v\f\u0085\u2028\u2029])/;

export type CsvValue = string | number | null;

/**
 * One cell. Numbers stay numbers. In a text, every line that a spreadsheet could run as a formula gets a `'`
 * before it, because another program may split a cell at its line breaks, and each part then begins a cell.
 */
export function toCsvCell(value: CsvValue): string {
  if (value === null) return '';
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : '';
  const safe = value
    .split(lineBreak)
    .map((line) => (startsFormula.test(line) ? `'${line}` : line))
    .join('');
  return `"${(safe.startsWith('\r') ? `'${safe}` : safe).replaceAll('"', '""')}"`;
}

/** Before the first row: Excel and LibreOffice then read the file as UTF-8. */
export const csvStart = '\ufeff';

/** Rows as lines, ended by CRLF as RFC 4180 says. */
export const toCsvLines = (rows: readonly (readonly CsvValue[])[]): string =>
  rows.map((row) => `${row.map(toCsvCell).join(',')}\r\n`).join('');

/** A whole file. */
export const toCsv = (rows: readonly (readonly CsvValue[])[]): string => csvStart + toCsvLines(rows);
