import type { ImportUploaded } from '../../contract/endpoints/imports.ts';
import { numberColumn, textColumn, timeColumn } from '../../ui/list/columns.tsx';
import type { Column } from '../../ui/list/listTypes.ts';
import { StatusTag } from '../../ui/StatusTag/StatusTag.tsx';
import { groupTag, kindsOf, namesOf, sumOf } from './importGroup.ts';

/** A row of files that were uploaded together stands for all of them. */
const filesOf = (row: ImportUploaded) => row.files ?? [row];

type Counted = Parameters<typeof sumOf>[1];
const sumColumn = (field: Counted, header: string): Column<ImportUploaded> => ({
  ...numberColumn(field, header),
  // What a file that was given up or refused would have done is no figure of the register.
  cell: (row) => sumOf(filesOf(row), field)?.toLocaleString('en-US') ?? '—',
  csv: (row) => sumOf(filesOf(row), field),
});

/** Columns of an import, or of all files of an upload together. */
export const fileColumns: readonly Column<ImportUploaded>[] = [
  {
    ...textColumn('file_name', '文件'),
    cell: (row) => namesOf(filesOf(row)),
    csv: (row) => namesOf(filesOf(row)),
  },
  { id: 'kind', header: '内容', width: 110, cell: (row) => kindsOf(filesOf(row)), csv: (row) => kindsOf(filesOf(row)) },
  {
    id: 'state',
    header: '状态',
    width: 96,
    cell: (row) => <StatusTag {...groupTag(filesOf(row))} />,
    csv: (row) => groupTag(filesOf(row)).label,
  },
  sumColumn('row_num', '行数'),
  sumColumn('new_num', '新增'),
  sumColumn('changed_num', '更新'),
  sumColumn('same_num', '无变化'),
  sumColumn('wrong_num', '错误'),
  textColumn('author_name', '导入人', { width: 110 }),
  timeColumn('created_at', '上传时间'),
];
