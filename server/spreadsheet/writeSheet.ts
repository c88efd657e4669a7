import { writeXlsx, writeXlsxStream, type CellValue, type DataValidation } from 'hucre/xlsx';

/** The format in which a spreadsheet leaves digits alone: telephone numbers, codes, registration numbers. */
const asText = '@';
const listSheet = '_列表';
/** A longer list is no help in a cell. */
const longestList = 500;
/** The last row with drop-downs in a template. */
const lastRow = 20_001;

export interface SheetColumn {
  readonly header: string;
  /** In characters. */
  readonly width?: number;
  /** Figures stay figures; everything else is a text cell. */
  readonly isNumber?: boolean;
  /** The values to choose from in the column. */
  readonly choices?: readonly string[];
}

const headed = ({ header, width = 18, isNumber = false }: SheetColumn) => ({
  header,
  width,
  ...(isNumber ? {} : { numFmt: asText }),
});

/** `A`, `Z`, `AA` for 0, 25, 26. */
export const columnLetters = (index: number): string =>
  index < 26 ? String.fromCharCode(65 + index) : columnLetters(Math.floor(index / 26) - 1) + columnLetters(index % 26);

/**
 * An empty workbook to fill in: the head stays in view, choices are drop-downs that read a hidden sheet, and every
 * column without figures takes text as it is typed.
 */
export async function writeTemplate(name: string, columns: readonly SheetColumn[]): Promise<Uint8Array> {
  const lists = columns.map(({ choices = [] }) => (choices.length > longestList ? [] : choices));
  const longest = Math.max(0, ...lists.map((list) => list.length));
  const dataValidations = lists.flatMap((list, index): DataValidation[] => {
    const letters = columnLetters(index);
    return list.length === 0
      ? []
      : [
          {
            type: 'list',
            formula1: `'${listSheet}'!$${letters}$1:$${letters}$${list.length}`,
            range: `${letters}2:${letters}${lastRow}`,
            allowBlank: true,
            showErrorMessage: true,
            errorStyle: 'warning',
            errorTitle: '请核对',
            errorMessage: '填写的内容不在列表中，请从下拉列表选择',
          },
        ];
  });
  return writeXlsx({
    sheets: [
      {
        name,
        columns: columns.map(headed),
        rows: [columns.map(({ header }) => header)],
        freezePane: { rows: 1 },
        dataValidations,
      },
      ...(longest === 0
        ? []
        : [
            {
              name: listSheet,
              rows: Array.from({ length: longest }, (_, row) => lists.map((list) => list[row] ?? null)),
              veryHidden: true,
            },
          ]),
    ],
  });
}

/** Characters that XML cannot carry; a spreadsheet would call the file damaged. */
// oxlint-disable-next-line no-control-regex -- these are the characters that must go
const unprintable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;
const clean = (value: CellValue): CellValue =>
  typeof value === 'string' ? value.replaceAll(unprintable, '').slice(0, 32_767) : value;

async function* cleaned(pages: AsyncIterable<readonly (readonly CellValue[])[]>) {
  for await (const page of pages) for (const row of page) yield row.map(clean);
}

/**
 * A workbook as bytes while its rows are still read, page after page: its memory does not grow with the rows. Text is
 * written as text, so that none of it becomes a formula.
 */
export const streamSheet = (
  name: string,
  columns: readonly SheetColumn[],
  pages: AsyncIterable<readonly (readonly CellValue[])[]>,
): ReadableStream<Uint8Array> =>
  writeXlsxStream(cleaned(pages), { name, columns: columns.map(headed), freezePane: { rows: 1 } });

export interface WorkbookSheet {
  /** At most 31 characters, and none of those that stand in formulas: a spreadsheet accepts no others. */
  readonly name: string;
  readonly rows: readonly (readonly CellValue[])[];
  /** In characters. */
  readonly widths: readonly number[];
}

/** A workbook of several small sheets, each with its own lines; figures stay figures, and no text becomes a formula. */
export const writeWorkbook = (sheets: readonly WorkbookSheet[]): Promise<Uint8Array> =>
  writeXlsx({
    sheets: sheets.map(({ name, rows, widths }) => ({
      name,
      columns: widths.map((width) => ({ width })),
      rows: rows.map((row) => row.map(clean)),
    })),
  });
