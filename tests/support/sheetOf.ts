import { writeXlsx, type CellValue, type WriteSheet } from 'hucre/xlsx';

/** A workbook of one sheet with these rows, as a person would send it. */
export const sheetOf = (rows: readonly (readonly CellValue[])[], more: Partial<WriteSheet> = {}): Promise<Uint8Array> =>
  writeXlsx({ sheets: [{ name: '表', rows: rows.map((row) => [...row]), ...more }] });
