import { importLimits } from '../../src/contract/entities/imports.ts';
import { refusalCodes } from '../../src/contract/envelope.ts';
import { isPlainText, unkeepableTextMessage } from '../../src/contract/text.ts';
import { Refusal } from '../domain/refusal.ts';
import { readSheet, UnreadableSheetError, type SheetText, type UnreadableReason } from '../spreadsheet/readSheet.ts';
import { columnOfHead, type ImportColumn } from './columns.ts';
import type { FileRow, RowProblem } from './importRow.ts';

/** The column that our own error file adds. */
export const errorHeader = '错误';
/** A title may stand over the head. */
const mostRowsAboveHead = 10;

const unreadableWords: Readonly<Record<UnreadableReason, string>> = {
  noExcel: '这不是 Excel 工作簿（.xlsx），或文件已损坏；请另存为 .xlsx 后重试',
  oldOrEncrypted: '这是旧版 .xls 或加了密码的文件；请去掉密码并另存为 .xlsx 后重试',
  tooLarge: '文件内容过多，无法读取；请只保留要导入的工作表，清除多余的空行、空格和格式，或拆成几个文件后重试',
  tooSlow: '文件过于复杂，未能在 1 分钟内读完；请只保留要导入的工作表后重试',
  busy: '正在读取其他人的文件，请稍后重试',
};

const refused = (message: string) => new Refusal(message, refusalCodes.invalid, [{ field: 'file', message }]);

/** A row of the file as it is kept until it is checked. */
export interface StagedRow {
  readonly rowNumber: number;
  readonly cells: readonly string[];
  /** Problems with it as a part of a spreadsheet. */
  readonly problems: readonly RowProblem[];
  /** The record that the row completes; absent where its cells say which. */
  readonly recordId?: number | null | undefined;
}

export interface StagedFile {
  readonly header: readonly string[];
  readonly rows: readonly StagedRow[];
}

/** The rows under the head. Throws Refusal with the words for what is wrong with the file as a whole. */
export async function readImportFile(bytes: Uint8Array, columns: readonly ImportColumn[]): Promise<StagedFile> {
  if (bytes.length === 0) throw refused('文件是空的，请重新选择');
  if (bytes.length > importLimits.bytes) throw refused('文件超过 10 MB，请拆分后重试');
  let sheet: SheetText;
  try {
    sheet = await readSheet(bytes, importLimits.rows + mostRowsAboveHead + 2);
  } catch (error) {
    if (error instanceof UnreadableSheetError) throw refused(unreadableWords[error.reason]);
    throw error;
  }
  return stageRows(sheet, columns);
}

/** The same of a sheet that has been read. */
export function stageRows({ rows, formulas, merges }: SheetText, columns: readonly ImportColumn[]): StagedFile {
  if (rows.every((row) => row.length === 0)) throw refused('文件中没有内容，请下载模板填写后再上传');
  const required = columns.filter(({ isRequired }) => isRequired);
  const headAt = rows
    .slice(0, mostRowsAboveHead)
    .findIndex(
      (row) => row.filter((head) => columnOfHead(columns, head) !== undefined).length >= Math.min(2, columns.length),
    );
  const names = required.map(({ header }) => `“${header}”`).join('、');
  if (headAt < 0) throw refused(`没有找到表头：表头须含${names}，请使用模板`);
  const header = rows[headAt] ?? [];
  const heads = header.map((head) => columnOfHead(columns, head));
  const missing = required.filter((column) => !heads.includes(column));
  if (missing.length > 0) throw refused(`缺少列：${missing.map((column) => column.header).join('、')}，请使用模板`);
  const twice = heads.find((column, index) => column !== undefined && heads.indexOf(column) !== index);
  if (twice !== undefined) throw refused(`“${twice.header}”有两列，请只保留一列`);

  const broken = new Map<number, RowProblem[]>();
  const add = (row: number, problem: RowProblem) => broken.set(row, [...(broken.get(row) ?? []), problem]);
  for (const place of formulas) {
    const [row = 0, column = 0] = place.split(',').map(Number);
    const head = heads[column];
    if (head !== undefined)
      add(row, { header: head.header, message: '单元格是公式或错误值，请复制后“粘贴为数值”', suggestion: '' });
  }
  for (const [first, last] of merges)
    for (let row = Math.max(first, headAt + 1); row <= Math.min(last, rows.length - 1); row += 1)
      if (last > first) add(row, { header: '', message: '含跨行合并的单元格，请取消合并后逐行填写', suggestion: '' });

  const staged = rows.flatMap((cells, index): StagedRow[] =>
    index <= headAt || cells.every((text) => text === '')
      ? []
      : [
          {
            rowNumber: index + 1,
            cells: cells.slice(0, header.length),
            problems: (broken.get(index) ?? []).slice(0, 20),
          },
        ],
  );
  if (staged.length === 0) throw refused('表头下没有数据行，请填写后再上传');
  if (staged.length > importLimits.rows) throw refused(`一次最多导入 ${importLimits.rows} 行，请拆分后重试`);
  return { header: [...header], rows: staged };
}

/** A kept row with the columns of its texts; a cell whose problem is known is not read. */
export function toFileRow(
  { rowNumber, cells, problems, recordId }: StagedRow,
  header: readonly string[],
  columns: readonly ImportColumn[],
): FileRow {
  const bad = new Set(problems.map((problem) => problem.header));
  const filled = header.flatMap((head, index) => {
    const column = columnOfHead(columns, head);
    const text = cells[index] ?? '';
    return column === undefined || text === '' || bad.has(column.header) ? [] : [{ column, text }];
  });
  const unkeepable = filled.filter(({ text }) => !isPlainText(text));
  return {
    rowNumber,
    problems: [
      ...problems,
      ...unkeepable.map(({ column }) => ({ header: column.header, message: unkeepableTextMessage, suggestion: '' })),
    ],
    cells: filled.filter((cell) => !unkeepable.includes(cell)),
    completes: recordId ?? undefined,
  };
}
