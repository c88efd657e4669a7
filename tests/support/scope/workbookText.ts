import { read, utils } from '@e965/xlsx';

/** All cells of a workbook, its hidden sheets included. */
export function workbookText(bytes: ArrayBuffer): string {
  const { SheetNames: names, Sheets: sheets } = read(bytes);
  return names
    .map((name) => {
      const sheet = sheets[name];
      return sheet === undefined ? name : `${name}\n${utils.sheet_to_csv(sheet)}`;
    })
    .join('\n');
}
