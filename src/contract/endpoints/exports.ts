import * as z from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { plainText } from '../text.ts';

/** The forms in which the values of a field become cells: as they are, figures, times in the city's time, or several values in one cell. */
export const exportForms = ['text', 'number', 'time', 'list'] as const;

const exportColumn = z.object({
  /** The member of the row. */
  field: z.string().regex(/^\w{1,60}$/, '列名不正确'),
  header: plainText(60),
  as: z.enum(exportForms),
  /** Words for values of a closed set: `{ mall: '商场' }`. */
  words: z.record(z.string().max(60), plainText(60)).optional(),
});
export type ExportColumn = z.infer<typeof exportColumn>;

/** Ours: any list with its filters and order, whole, as a file. */
export const exportList = defineEndpoint({
  method: 'POST',
  path: '/api/export',
  permission: 'signedIn',
  group: 'other',
  summary: '导出一个列表的全部行（.xlsx 或 .csv）；需有该列表的查看权限，只含管辖范围内的行',
  transport: 'download',
  input: z.object({
    /** The path of the list's call, `/api/community/list`, and its variant where it has one. */
    path: plainText(100),
    variant: plainText(40).optional(),
    /** The list's own query; pages are passed over. */
    query: z.record(z.string().max(60), z.unknown()),
    columns: z.array(exportColumn).min(1, '请至少选择一列').max(60, '一次最多导出 60 列'),
    format: z.enum(['xlsx', 'csv']),
    /** The name of the file, without date and ending. */
    name: plainText(60),
  }),
  output: z.object({}),
});
